import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';

vi.mock('../../src/project/project.ts', async () => import('../support/fake-project.ts'));
vi.mock('../../rules/index.ts', async () => import('../support/fake-rules.ts'));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'webhook-once-cli-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const handler = `export function stripeWebhook(event) {
  pay(event);
  mail(event);
}
`;

interface Output {
  status: number;
  stdout: string;
  stderr: string;
}

async function call(argv: string[], env: Record<string, string> = {}, isTTY = false): Promise<Output> {
  const output: Output = { status: -1, stdout: '', stderr: '' };
  output.status = await run(argv, {
    cwd: root,
    env,
    stdout: { isTTY, write: (text: string) => (output.stdout += text) },
    stderr: { isTTY: false, write: (text: string) => (output.stderr += text) },
  });
  return output;
}

const rulesIn = ({ stdout }: Output) =>
  (JSON.parse(stdout) as { findings: { rule: string; line: number }[] }).findings.map(
    ({ rule, line }) => `${rule}:${line}`,
  );

describe('check', () => {
  it('needs no configuration and exits 1 on an error', async () => {
    write('src/hook.ts', handler);
    const { status, stdout, stderr } = await call(['check']);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toContain('money  no-pay  src/hook.ts:2:3  (certain)\n  A retry runs `pay(event)` twice.\n');
    expect(stdout.endsWith('\n1 handler in 1 file: 2 findings (1 money, 1 message), 1 error, 1 warning\n')).toBe(true);
  });

  it('prints one JSON object and nothing else', async () => {
    write('src/hook.ts', handler);
    const output = await call(['check', 'src', '--format', 'json']);
    expect(output).toMatchObject({ status: 1, stderr: '' });
    expect(JSON.parse(output.stdout)).toMatchObject({
      version: 1,
      root,
      handlers: [{ file: 'src/hook.ts', line: 1, name: 'stripeWebhook', provider: 'stripe', framework: null }],
      findings: [
        { rule: 'no-pay', file: 'src/hook.ts', line: 2, column: 3, endLine: 2, endColumn: 13 },
        { rule: 'no-mail' },
      ],
    });
  });

  it('exits 0 where nothing is at error level', async () => {
    write('src/hook.ts', handler);
    const output = await call(['check', '--rule', 'no-pay:off', '--format', 'json']);
    expect([output.status, rulesIn(output)]).toEqual([0, ['no-mail:3']]);
    expect(await call(['check', '--rule', 'webhook-once/no-pay:warn'])).toMatchObject({ status: 0 });
    expect(await call(['check', '--rule', 'no-mail:error', '--rule', 'no-pay:off'])).toMatchObject({ status: 1 });
  });

  it('runs the rules of the strict preset when asked', async () => {
    write('hook.ts', 'function aWebhook() { log(1) }');
    expect(await call(['check'])).toMatchObject({ status: 0, stdout: '1 handler in 1 file: no findings\n' });
    expect(rulesIn(await call(['check', '--preset', 'strict', '--format', 'json']))).toEqual(['no-log:1']);
  });

  it('hears the comments that ESLint hears', async () => {
    write(
      'hook.ts',
      `/* eslint webhook-once/no-mail: "error" */
function aWebhook(event: unknown) {
  pay(event); // eslint-disable-line webhook-once/no-pay -- settled by hand
  pay(event, 2);
  mail(event);
}
`,
    );
    const output = await call(['check', '--format', 'json', '--rule', 'no-pay:warn']);
    expect([output.status, rulesIn(output)]).toEqual([1, ['no-pay:4', 'no-mail:5']]);
  });

  it('lets a comment switch a rule on that the preset leaves off', async () => {
    write('hook.ts', '/* eslint webhook-once/no-log: 2 */\nfunction aWebhook() { log(1) }');
    expect(rulesIn(await call(['check', '--format', 'json']))).toEqual(['no-log:2']);
  });

  it('warns once of a file that does not parse and goes on', async () => {
    write('a.ts', '@@ Webhook');
    write('b.ts', handler);
    const output = await call(['check', '--format', 'json']);
    expect(output.stderr).toBe('webhook-once: warning: a.ts:1: does not parse\n');
    expect(rulesIn(output)).toEqual(['no-pay:2', 'no-mail:3']);
  });

  it('colours on a terminal, unless told otherwise', async () => {
    write('hook.ts', handler);
    const colored = async (argv: string[], env = {}, isTTY = false) =>
      (await call(['check', ...argv], env, isTTY)).stdout.includes('\u001B[');
    expect(await colored([], {}, true)).toBe(true);
    expect(await colored([], {}, false)).toBe(false);
    expect(await colored([], { NO_COLOR: '1' }, true)).toBe(false);
    expect(await colored(['--no-color'], {}, true)).toBe(false);
    expect(await colored(['--color'], { NO_COLOR: '1' }, false)).toBe(true);
  });

  it('takes settings, preset and rules from a file, and flags over it', async () => {
    write('hook.ts', handler);
    write('webhook-once.config.json', '{ "preset": "strict", "rules": { "no-pay": "off" } }');
    expect(rulesIn(await call(['check', '--format', 'json']))).toEqual(['no-mail:3']);
    expect(rulesIn(await call(['check', '--format', 'json', '--rule', 'no-pay:warn']))).toHaveLength(2);
  });
});

describe('schema', () => {
  beforeEach(() => {
    write('shop/a.ts', '');
    write('mail/b.ts', '');
  });

  it('prints the tables with their keys and where they come from', async () => {
    expect(await call(['schema', 'shop'])).toEqual({
      status: 0,
      stdout: 'shop  (0 columns)  shop/schema.sql:3\n  primary key (id)  shop/schema.sql:3\n',
      stderr: '',
    });
  });

  it('prints one JSON object for several paths', async () => {
    const { stdout } = await call(['schema', 'shop', 'mail', '--format', 'json']);
    expect((JSON.parse(stdout) as { tables: { name: string }[] }).tables.map(({ name }) => name)).toEqual([
      'mail',
      'shop',
    ]);
  });

  it('exits 2 on a path that is not there', async () => {
    expect(await call(['schema', 'nowhere'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'webhook-once: cannot read "nowhere": no such file or folder\n',
    });
  });
});

describe('what cannot be done exits 2 with one line', () => {
  beforeEach(() => {
    write('hook.ts', handler);
  });

  it.each([
    [[], 'no command given; there are "check", "schema", "map" and "explain" (see --help)'],
    [['chekc'], 'no command is called "chekc"; there are "check", "schema", "map" and "explain"'],
    [['check', '--frobnicate'], "unknown option '--frobnicate' (see --help)"],
    [['check', '--format', 'xml'], '--format is "xml", but must be text or json'],
    [['check', '--format'], "option '--format <value>' argument missing (see --help)"],
    [['check', '--preset', 'all'], '--preset is "all", but must be recommended or strict'],
    [
      ['check', '--rule', 'no-pay'],
      '--rule is "no-pay", but must be a rule and a level, such as no-check-then-act:warn',
    ],
    [['check', '--rule', 'no-pay:loud'], 'the level in --rule no-pay:loud is "loud", but must be off or warn or error'],
    [['check', '--rule', 'no-play:off'], 'no rule is called "no-play"; there are no-pay, no-mail, no-log'],
    [['check', 'nowhere'], 'cannot read "nowhere": no such file or folder'],
    [['check', '--config', 'nowhere.json'], 'cannot read the configuration "nowhere.json": no such file'],
    [['schema', '--preset', 'strict'], '"schema" takes no --preset'],
  ])('%j', async (argv, line) => {
    expect(await call(argv)).toEqual({ status: 2, stdout: '', stderr: `webhook-once: ${line}\n` });
  });

  it.each([
    ['{ "rules": ', /^webhook-once: webhook-once\.config\.json is not JSON: .+\n$/u],
    [
      '{ "rulez": {} }',
      'webhook-once: webhook-once.config.json has a field "rulez"; there are preset, rules and settings\n',
    ],
    ['[]', 'webhook-once: webhook-once.config.json: the configuration must be an object\n'],
    [
      '{ "rules": { "no-pay": 3 } }',
      'webhook-once: the level of no-pay in webhook-once.config.json is 3, but must be off or warn or error\n',
    ],
    ['{ "settings": { "broken": true } }', 'webhook-once: settings: broken is not a setting\n'],
  ])('a configuration of %s', async (config, line) => {
    write('webhook-once.config.json', config);
    const { status, stdout, stderr } = await call(['check']);
    expect([status, stdout]).toEqual([2, '']);
    if (typeof line === 'string') expect(stderr).toBe(line);
    else expect(stderr).toMatch(line);
  });
});

describe('help and version', () => {
  it('print to standard output and exit 0', async () => {
    expect(await call(['--help'])).toMatchObject({ status: 0, stderr: '' });
    expect((await call(['check', '--help'])).stdout).toContain('webhook-once check [paths...]');
    expect((await call(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });
});
