import { describe, expect, it } from 'vitest';
import { rules } from '../../rules/index.ts';
import { renderPage } from '../../src/cli/render-page.ts';
import { run } from '../../src/cli/run.ts';

async function call(argv: string[], isTTY = false, env: Record<string, string> = {}) {
  const output = { status: -1, stdout: '', stderr: '' };
  output.status = await run(argv, {
    cwd: process.cwd(),
    env,
    stdout: { isTTY, write: (text: string) => (output.stdout += text) },
    stderr: { isTTY: false, write: (text: string) => (output.stderr += text) },
  });
  return output;
}

describe('explain', () => {
  it.each(Object.keys(rules))('prints the page of %s', async (name) => {
    const { status, stdout, stderr } = await call(['explain', name]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toBe(`webhook-once/${name}`);
    expect(stdout).toContain('\nIncorrect\n');
    expect(stdout).not.toMatch(/^#|```|\]\(/mu);
    expect(stdout).not.toContain('\u001B');
  });

  it.each([
    [['explain', 'webhook-once/no-check-then-act']],
    [['--explain', 'no-check-then-act']],
    [['check', '--explain', 'no-check-then-act']],
    [['check', 'src', '--explain=no-check-then-act']],
  ])('%j prints the same', async (argv) => {
    const { stdout } = await call(['explain', 'no-check-then-act']);
    expect(await call(argv)).toEqual({ status: 0, stdout, stderr: '' });
  });

  it('is coloured on a terminal only', async () => {
    const bold = '\u001B[1mwebhook-once/no-check-then-act\u001B[22m';
    expect((await call(['explain', 'no-check-then-act'], true)).stdout).toContain(bold);
    expect((await call(['explain', 'no-check-then-act'], true, { NO_COLOR: '1' })).stdout).not.toContain('\u001B');
    expect((await call(['explain', 'no-check-then-act', '--no-color'], true)).stdout).not.toContain('\u001B');
    expect((await call(['explain', 'no-check-then-act', '--color'])).stdout).toContain(bold);
  });

  it.each([
    ['no-check-than-act', 'did you mean no-check-then-act?'],
    ['check-then', 'did you mean no-check-then-act?'],
    ['idempotency-key', 'did you mean require-idempotency-key or require-stable-idempotency-key?'],
    ['xyz', 'there are no-check-then-act, '],
  ])('names what comes near to %s', async (name, hint) => {
    const { status, stdout, stderr } = await call(['explain', name]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(`webhook-once: no rule is called "${name}"; ${hint}`);
  });

  it.each([
    [['explain'], '"explain" takes the name of one rule, such as no-check-then-act'],
    [['explain', 'a', 'b'], '"explain" takes the name of one rule, such as no-check-then-act'],
    [['schema', '--explain', 'a'], '"schema" takes no --explain'],
  ])('%j is a wrong use', async (argv, message) => {
    expect(await call(argv)).toEqual({ status: 2, stdout: '', stderr: `webhook-once: ${message}\n` });
  });
});

it('a page keeps its code and its lists, and loses its marks', () => {
  const page =
    '# name\n\nA `word` and **weight**, [a page](other.md), [a site](https://e.org).\n\n- one\n- two\n\n```ts\n# no heading\n- no list\n\nconst a = `b`;\n```\n';
  expect(renderPage(page, false)).toBe(
    'name\n\nA `word` and weight, a page, a site (https://e.org).\n\n- one\n- two\n\n    # no heading\n    - no list\n\n    const a = `b`;\n',
  );
});
