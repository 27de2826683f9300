import { describe, expect, test } from 'vitest';
import { writeApp } from '../support/rule-tester.ts';
import { traceProgram } from '../support/trace-program.ts';

const handler = (specifier: string) => `
  import { settle } from '${specifier}';
  export async function handler(event: any) { await settle(); }
`;
const settle = "import { pay } from 'effect';\nexport const settle = () => pay();\n";

function traceOnDisk(files: Readonly<Record<string, string>>): string {
  return traceProgram({}, { root: writeApp(files)('') });
}

describe('specifiers that are no paths', () => {
  test('paths of tsconfig.json', () => {
    expect(
      traceOnDisk({
        'tsconfig.json': '{ "compilerOptions": { "paths": { "#money/*": ["./lib/money/*"] } } }',
        'app.ts': handler('#money/settle'),
        'lib/money/settle.ts': settle,
      }),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @2 via settle
      end returned 200
      end threw 500
    `);
  });

  test('paths of a tsconfig that this one extends, with a base URL', () => {
    expect(
      traceOnDisk({
        'tsconfig.base.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "money": ["lib/money/index.ts"] } } }',
        'tsconfig.json': '{ "extends": "./tsconfig.base.json" }',
        'app.ts': handler('money'),
        'lib/money/index.ts': settle,
      }),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @2 via settle
      end returned 200
      end threw 500
    `);
  });

  test('a comment in tsconfig.json does no harm', () => {
    expect(
      traceOnDisk({
        'tsconfig.json': '{ // where our code is\n "compilerOptions": { "paths": { "@/*": ["./src/*"], }, } }',
        'app.ts': handler('@/settle'),
        'src/settle.ts': settle,
      }),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @2 via settle
      end returned 200
      end threw 500
    `);
  });

  test('an alias that no tsconfig spells out', () => {
    expect(traceOnDisk({ 'app.ts': handler('@/money'), 'src/money.ts': settle })).toMatchInlineSnapshot(`
      0 effect money (pays) @2 via settle
      end returned 200
      end threw 500
    `);
    expect(traceOnDisk({ 'app.ts': handler('~/money'), 'app/money.ts': settle })).toMatchInlineSnapshot(`
      0 effect money (pays) @2 via settle
      end returned 200
      end threw 500
    `);
  });

  test('a package of the workspace, by its name and with nothing installed', () => {
    expect(
      traceOnDisk({
        'package.json': '{ "name": "root", "workspaces": ["packages/*"] }',
        'app.ts': handler('@shop/money'),
        'packages/money/package.json': '{ "name": "@shop/money", "exports": { ".": "./src/main.ts" } }',
        'packages/money/src/main.ts': settle,
      }),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @2 via settle
      end returned 200
      end threw 500
    `);
  });

  test('a package of the workspace that exports what it is built to', () => {
    expect(
      traceOnDisk({
        'app.ts': handler('@shop/money/settle'),
        'packages/money/package.json':
          '{ "name": "@shop/money", "exports": { "./*": { "types": "./dist/*.d.ts", "import": "./dist/*.js" } } }',
        'packages/money/src/settle.ts': settle,
      }),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @2 via settle
      end returned 200
      end threw 500
    `);
  });

  test('subpath imports of package.json', () => {
    expect(
      traceOnDisk({
        'package.json': '{ "name": "app", "type": "module", "imports": { "#settle": "./lib/settle.ts" } }',
        'app.ts': handler('#settle'),
        'lib/settle.ts': settle,
      }),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @2 via settle
      end returned 200
      end threw 500
    `);
  });

  test('a package that is not known is unknown', () => {
    expect(traceOnDisk({ 'app.ts': handler('some-bank') })).toMatchInlineSnapshot(`
      end returned 200
      end threw 500
    `);
  });
});
