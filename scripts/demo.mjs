// `npm run demo`: checks the marketplace of fixtures/, whose webhook pays out twice, and then its corrected twin.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
for (const app of ['marketplace', 'marketplace-fixed']) {
  const cwd = fileURLToPath(new URL(`../fixtures/${app}/`, import.meta.url));
  console.log(`$ cd fixtures/${app} && webhook-once check\n`);
  const { status, error } = spawnSync(process.execPath, [cli, 'check'], { cwd, stdio: 'inherit' });
  if (error) throw error;
  // Findings are what the demo is for.
  if (status !== 0 && status !== 1) process.exitCode = 2;
  console.log();
}
