// Checks the apps of test/knowledge/fixtures against the types of the libraries they use. Those are many, and nothing else
// needs them: they are installed beside the apps, and only here.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const apps = join(import.meta.dirname, '../test/knowledge/fixtures');
const installed = join(apps, 'node_modules/.package-lock.json');
const lock = join(apps, 'package-lock.json');

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs)
  run('npm', [
    'ci',
    '--prefix',
    apps,
    '--ignore-scripts',
    '--omit=optional',
    '--legacy-peer-deps',
    '--force',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
run(process.execPath, [
  join(import.meta.dirname, '../node_modules/typescript/bin/tsc'),
  '-p',
  join(apps, 'tsconfig.json'),
  '--noEmit',
]);

/** @param {string} command @param {readonly string[]} args */
function run(command, args) {
  try {
    execFileSync(command, args, { stdio: 'inherit' });
  } catch (error) {
    process.exit(error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 1);
  }
}
