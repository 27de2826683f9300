import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// What is published is dist/: `npm test` builds before it tests.
const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/src/cli/main.js');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'webhook-once-package-'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['eslint', '@eslint', '@types', 'typescript', '@typescript-eslint', 'json-schema-traverse']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  symlinkSync(root, join(folder, 'node_modules/eslint-plugin-webhook-once'));
  symlinkSync(join(root, 'runtime'), join(folder, 'node_modules/webhook-once'));
  write('package.json', '{ "type": "module" }');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function node(script: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, encoding: 'utf8' });
}

describe('the package', () => {
  it('exports the plugin, the engine and the parser', () => {
    const script = `
      const modules = ['eslint-plugin-webhook-once', 'eslint-plugin-webhook-once/analyze', 'eslint-plugin-webhook-once/parser', 'webhook-once'];
      for (const name of modules.slice(0, 3)) console.log(name, Object.keys(await import(name)).sort().join(' '));
      console.log('webhook-once', Object.keys(await import('webhook-once')).includes('idempotencyKey'));
      const { default: plugin } = await import(modules[0]);
      console.log(Object.keys(plugin).sort().join(' '), Object.keys(plugin.configs).sort().join(' '));
    `;
    expect(node(script)).toBe(`eslint-plugin-webhook-once default
eslint-plugin-webhook-once/analyze UnknownRuleError UnreadablePathError analyze
eslint-plugin-webhook-once/parser meta parse parseForESLint
webhook-once true
configs languages meta rules recommended sql strict
`);
  });

  it('loads neither TypeScript nor ESLint with the plugin or the engine', () => {
    const script = `
      import { createRequire } from 'node:module';
      await import('eslint-plugin-webhook-once');
      await import('eslint-plugin-webhook-once/analyze');
      const loaded = Object.keys(createRequire(import.meta.url).cache);
      console.log(loaded.filter((file) => /node_modules.(typescript|eslint|@typescript-eslint)[^a-z-]/.test(file)).length);
    `;
    expect(node(script)).toBe('0\n');
  });

  it('has types that fit an ESLint configuration, and the documented calls', () => {
    write(
      'config.ts',
      `import { defineConfig } from 'eslint/config';
import webhookOnce from 'eslint-plugin-webhook-once';
import * as parser from 'eslint-plugin-webhook-once/parser';
import { analyze, type Finding } from 'eslint-plugin-webhook-once/analyze';
import { idempotencyKey } from 'webhook-once';

export default defineConfig(
  { files: ['**/*.ts'], languageOptions: { parser } },
  webhookOnce.configs.recommended,
  { extends: [webhookOnce.configs.strict, webhookOnce.configs.sql] },
  { plugins: { 'webhook-once': webhookOnce }, rules: { 'webhook-once/no-effect-before-claim': 'warn' } },
);
export const findings = async (): Promise<readonly Finding[]> => (await analyze({ paths: ['src'], preset: 'strict' })).findings;
export const key: string = idempotencyKey('transfer', 1);
`,
    );
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
    ];
    const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'config.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(tsc.stdout).toBe('');
  });

  it('holds what runs and nothing else', () => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
    });
    const [{ files }] = JSON.parse(packed) as [{ files: { path: string }[] }];
    const tops = new Set(files.map(({ path }) => path.split('/').slice(0, 2).join('/')));
    expect(
      [...tops].filter((path) => !['package.json', 'README.md', 'LICENSE', 'docs/rules'].includes(path)).sort(),
    ).toEqual(['dist/rules', 'dist/src']);
  });
});

describe('the command line, as installed', () => {
  it('prints its help', () => {
    expect(execFileSync(process.execPath, [cli, '--help'], { encoding: 'utf8' })).toContain(
      'webhook-once check [paths...]',
    );
  });

  it('analyses a folder without any configuration', () => {
    write('empty/a.ts', 'export const a = 1;\n');
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'check', 'empty'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'no handlers: no findings\n', stderr: '' });
  });

  it('is quiet when whoever reads its output leaves', () => {
    const command = `"${process.execPath}" "${cli}" --help | true`;
    const { stderr } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
  });

  it('exits 2 with one line where it cannot do its job', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'check', 'nowhere'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: 'webhook-once: cannot read "nowhere": no such file or folder\n',
    });
  });
});
