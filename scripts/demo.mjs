// `npm run demo`: checks the marketplace in fixtures/, whose webhook pays out twice, and then its corrected twin.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cli = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

/**
 * Standard error goes to the terminal in any case.
 * @param {string} app
 * @param {'inherit' | 'pipe'} stdout
 */
function check(app, stdout) {
  const cwd = fileURLToPath(new URL(`../fixtures/${app}/`, import.meta.url));
  const result = spawnSync(process.execPath, [cli, 'check'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'inherit'],
  });
  if (result.error) throw result.error;
  return { status: result.status, text: result.stdout };
}

// Incremental: a second or two where nothing has changed since.
const built = spawnSync('npm run --silent build', { cwd: root, shell: true, stdio: 'inherit' });
if (built.status !== 0) process.exit(2);

console.log('$ cd fixtures/marketplace && webhook-once check\n');
const demo = check('marketplace', 'inherit');
const twin = check('marketplace-fixed', 'pipe');
console.log(`\nIts corrected twin, fixtures/marketplace-fixed, an inbox and a worker: ${twin.text.trim()}`);

// Findings in the one and none in the other are what the demo is for.
if (demo.status !== 1 || twin.status !== 0) process.exitCode = 2;
