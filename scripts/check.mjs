// `npm test`: every check of this repository, the cheap ones first, all of them even when one fails.
//   node scripts/check.mjs [NAME ...]     only these checks
// The last line is `N passed, N failed, N skipped`, as vitest counted its tests; a check that failed makes the exit code 1.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'webhook-once-check-'));
const report = join(scratch, 'vitest.json');

/** @type {{ name: string, command: string, alone?: boolean }[]} */
const checks = [
  { name: 'build', command: 'npm run --silent build', alone: true },
  { name: 'format', command: 'npm run --silent check:format' },
  { name: 'layers', command: 'npm run --silent check:layers' },
  { name: 'unused', command: 'npm run --silent check:unused' },
  { name: 'types', command: 'npm run --silent check:types' },
  { name: 'lint', command: 'npm run --silent check:lint' },
  { name: 'apps', command: 'npm run --silent check:apps' },
  {
    name: 'tests',
    command: `npx --no-install vitest run --reporter=default --reporter=json --outputFile.json=${report}`,
    alone: true,
  },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`no such check: ${unknown.join(', ')} (there are ${checks.map((check) => check.name).join(', ')})`);
  process.exit(2);
}
const chosen = asked.length === 0 ? checks : checks.filter((check) => asked.includes(check.name));

/** @type {string[]} */
const failed = [];

/** @param {{ name: string, command: string }} check */
async function run(check) {
  const start = performance.now();
  const child = spawn(check.command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) failed.push(check.name);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${check.name} (${seconds} s)`);
  if (code !== 0 || check.name === 'tests') process.stdout.write(Buffer.concat(output));
}

/** @param {typeof checks} queue */
async function drain(queue) {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) await run(next);
}

try {
  for (let at = 0; at < chosen.length;) {
    const group = chosen[at]?.alone
      ? chosen.slice(at, at + 1)
      : chosen.slice(at).filter((check, index, rest) => !rest.slice(0, index + 1).some((earlier) => earlier.alone));
    at += group.length;
    const queue = [...group];
    await Promise.all(Array.from({ length: Math.min(availableParallelism(), group.length) }, () => drain(queue)));
  }
  const tests = chosen.some((check) => check.name === 'tests') ? countTests() : null;
  // A server that a test starts may end the runner with a code of its own: what counts is the report.
  if (tests && tests.failed > 0 && !failed.includes('tests')) failed.push('tests');
  if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
  if (tests && tests.skipped > 0) console.log(`${tests.skipped} skipped`);
  if (tests) console.log(`${tests.passed} passed, ${tests.failed} failed`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failed.length > 0 ? 1 : 0;

function countTests() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    // A file that fails before its first test (an import that throws) has no failed test to count.
    const broken = testResults.filter(
      (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
        file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
    return { passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
