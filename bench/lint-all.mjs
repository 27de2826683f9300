// Lints a repository with typescript-eslint's recommended rules.
//   node bench/lint-all.mjs ROOT with|without       with or without this plugin's recommended preset
import { ESLint } from 'eslint';
import { lintConfig } from './lint-config.mjs';

const [root, plugin] = process.argv.slice(2);
const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: await lintConfig(plugin === 'with') });
const results = await eslint.lintFiles(['.']);
console.log(results.length);
