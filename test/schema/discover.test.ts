import { describe, expect, test } from 'vitest';
import { discoverSchema, workspaceRoot } from '../../src/schema/discover.ts';
import { compareNatural } from '../../src/schema/natural-order.ts';
import { filesOf } from './describe-table.ts';

function discover(start: string, paths: readonly string[], texts: Record<string, string> = {}): string[] {
  const files = filesOf({ '/repo/.git/HEAD': '', ...Object.fromEntries(paths.map((path) => [path, ''])), ...texts });
  const { sql, prisma, drizzle } = discoverSchema(start, files);
  return [...sql.flatMap((source) => source.files), ...prisma, ...drizzle];
}

describe('what counts', () => {
  test.each<[string, boolean]>([
    ['/repo/migrations/001_a.sql', true],
    ['/repo/db/migrate/001_a.sql', true],
    ['/repo/src/sql/a.sql', true],
    ['/repo/supabase/migrations/2024_a.sql', true],
    ['/repo/prisma/migrations/2024_a/migration.sql', true],
    ['/repo/drizzle/0000_a.sql', true],
    ['/repo/structure.sql', true],
    ['/repo/src/schema.sql', true],
    ['/repo/app.prisma', true],
    ['/repo/src/reports/monthly.sql', false],
    ['/repo/migrations/001_a.down.sql', false],
    ['/repo/migrations/001/down.sql', false],
    ['/repo/migrations/U1__a.sql', false],
    ['/repo/node_modules/x/migrations/1.sql', false],
    ['/repo/dist/migrations/1.sql', false],
    ['/repo/test/fixtures/migrations/1.sql', false],
  ])('%s', (path, counts) => {
    expect(discover('/repo', [path])).toEqual(counts ? [path] : []);
  });

  test('source files that declare tables', () => {
    const text = "import { pgTable } from 'drizzle-orm/pg-core';\nexport const t = pgTable('t', {});";
    const user = "import { eq } from 'drizzle-orm';\nimport { t } from './schema';";
    expect(discover('/repo', [], { '/repo/src/tables.ts': text, '/repo/src/handler.ts': user })).toEqual([
      '/repo/src/tables.ts',
    ]);
  });

  test('the schema that package.json names', () => {
    const texts = {
      '/repo/package.json': '{ "prisma": { "schema": "./generated/db/schema.prisma" } }',
      '/repo/generated/db/schema.prisma': '',
    };
    expect(discover('/repo', [], texts)).toEqual(['/repo/generated/db/schema.prisma']);
  });

  test('casing of the columns', () => {
    const files = filesOf({
      '/repo/drizzle.config.ts':
        "import { defineConfig } from 'drizzle-kit';\nexport default defineConfig({ casing: 'snake_case' });",
    });
    expect(discoverSchema('/repo', files, '/repo').snakeCase).toBe(true);
  });
});

describe('where it looks', () => {
  const shared = ['/repo/packages/db/prisma/schema.prisma', '/repo/migrations/1.sql'];
  test('in the own package and in the folders above it', () => {
    expect(discover('/repo/apps/api', ['/repo/apps/api/sql/1.sql', ...shared])).toEqual([
      '/repo/apps/api/sql/1.sql',
      '/repo/migrations/1.sql',
    ]);
  });

  test('in sibling packages where there is nothing else', () => {
    expect(discover('/repo/apps/api', ['/repo/apps/api/a.ts', '/repo/packages/db/prisma/schema.prisma'])).toEqual([
      '/repo/packages/db/prisma/schema.prisma',
    ]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['a repository', { '/w/.git/HEAD': '' }, '/w'],
    ['a pnpm workspace', { '/w/x/pnpm-workspace.yaml': '' }, '/w/x'],
    ['an npm workspace', { '/w/package.json': '{"workspaces": ["*"]}', '/w/x/y/package.json': '{}' }, '/w'],
    ['nothing', {}, '/w/x/y'],
  ])('up to %s', (_, texts, expected) => {
    expect(workspaceRoot('/w/x/y', filesOf(texts))).toBe(expected);
  });
});

test('order of migrations', () => {
  const files = [
    '10_c.sql',
    '2_b.sql',
    '002_bb.sql',
    'V1__a.sql',
    'R__z.sql',
    'V10__c.sql',
    'V2__b.sql',
    '20240101_x/migration.sql',
    '1_a.sql',
  ];
  expect([...files].sort(compareNatural)).toEqual([
    '1_a.sql',
    '2_b.sql',
    '002_bb.sql',
    '10_c.sql',
    '20240101_x/migration.sql',
    'V1__a.sql',
    'V2__b.sql',
    'V10__c.sql',
    'R__z.sql',
  ]);
});
