// What the tool costs, as ratios of one run on one machine.
//   npm run bench [-- --repo PATH] [-- --files 2000] [-- --rounds 7] [-- --lint-rounds 3]
// Without --repo a repository of --files files is generated. The two sides of a ratio run in turn, so that a machine
// that gets slower in between slows both.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ESLint } from 'eslint';
import { generateRepo } from './generate-repo.mjs';
import { lintConfig } from './lint-config.mjs';

const { values } = parseArgs({
  options: {
    repo: { type: 'string' },
    files: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '7' },
    'lint-rounds': { type: 'string', default: '3' },
  },
});

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = join(here, '../dist/src/cli/main.js');
if (!existsSync(cli)) {
  console.error('bench: dist/ is missing; run `npm run build` first');
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'webhook-once-bench-'));
try {
  let root = values.repo && resolve(values.repo);
  if (!root) {
    root = join(scratch, 'repo');
    generateRepo(root, Number(values.files));
  }
  const sources = sourcesBelow(root);
  const list = join(scratch, 'files.txt');
  writeFileSync(list, sources.join('\n'));
  const bytes = sources.reduce((sum, file) => sum + readFileSync(file).length, 0);
  console.log(`${values.repo ?? 'generated repository'}: ${sources.length} files, ${(bytes / 1e6).toFixed(1)} MB\n`);

  const checked = JSON.parse(runNode([cli, 'check', '.', '--format', 'json'], root).stdout);
  console.log(`check: ${checked.handlers.length} handlers, ${checked.findings.length} findings`);
  const checkRatios = compare(Number(values.rounds), {
    check: () => runNode([cli, 'check', '.', '--format', 'json'], root).milliseconds,
    'parse all': () => runNode([join(here, 'parse-all.mjs'), list], root).milliseconds,
  });
  console.log(`check / parse all: ${describeRatio(checkRatios)}   (aim: at most 0.30)\n`);

  const lintRatios = compare(Number(values['lint-rounds']), {
    'eslint with the plugin': () => runNode([join(here, 'lint-all.mjs'), root, 'with'], here).milliseconds,
    'eslint without it': () => runNode([join(here, 'lint-all.mjs'), root, 'without'], here).milliseconds,
  });
  console.log(`eslint with / without: ${describeRatio(lintRatios)}   (aim: at most 1.05)\n`);

  const [handler] = checked.handlers;
  if (handler === undefined) console.log('re-lint: no handler to edit');
  else await measureRelint(root, join(root, handler.file));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * One open handler is linted again after each of many edits.
 * @param {string} root
 * @param {string} file
 */
async function measureRelint(root, file) {
  const text = readFileSync(file, 'utf8');
  /** @type {Record<string, number[]>} */
  const times = {};
  for (const [name, plugin] of /** @type {const} */ ([
    ['with the plugin', true],
    ['without it', false],
  ])) {
    const eslint = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: await lintConfig(plugin) });
    const taken = [];
    for (let edit = 0; edit < 45; edit += 1) {
      const edited = `${text}\nexport const edit${edit} = ${edit};\n`;
      const start = performance.now();
      await eslint.lintText(edited, { filePath: file });
      taken.push(performance.now() - start);
    }
    times[name] = taken.slice(5);
  }
  for (const [name, taken] of Object.entries(times)) console.log(`re-lint ${name}: ${describe(taken)}`);
  console.log(`re-lint after an edit: ${median(times['with the plugin'] ?? []).toFixed(1)} ms   (aim: at most 30 ms)`);
}

/**
 * Runs both sides in turn, once unmeasured; gives the ratio of each round, first side over second.
 * @param {number} rounds
 * @param {Record<string, () => number>} sides
 */
function compare(rounds, sides) {
  const [[firstName, first], [secondName, second]] = /** @type {[[string, () => number], [string, () => number]]} */ (
    Object.entries(sides)
  );
  /** @type {number[]} */
  const firstTimes = [];
  /** @type {number[]} */
  const secondTimes = [];
  first();
  second();
  for (let round = 0; round < rounds; round += 1) {
    firstTimes.push(first());
    secondTimes.push(second());
  }
  console.log(`${firstName}: ${describe(firstTimes)}\n${secondName}: ${describe(secondTimes)}`);
  return firstTimes.map((time, round) => time / (secondTimes[round] ?? NaN));
}

/** @param {readonly string[]} args @param {string} cwd */
function runNode(args, cwd) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  const milliseconds = performance.now() - start;
  if (status !== 0 && status !== 1) throw new Error(`${args.join(' ')} exited ${status}: ${stderr}`);
  return { milliseconds, stdout };
}

/** @param {string} folder @returns {string[]} */
function sourcesBelow(folder) {
  const skipped = new Set(['node_modules', '.git', 'dist', 'build', '.next', 'coverage', 'vendor']);
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesBelow(path);
    return entry.isFile() && /\.[cm]?[jt]sx?$/u.test(entry.name) ? [path] : [];
  });
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** @param {readonly number[]} times */
function describe(times) {
  return `median ${median(times).toFixed(0)} ms, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms in ${times.length} runs`;
}

/** @param {readonly number[]} ratios */
function describeRatio(ratios) {
  return `${median(ratios).toFixed(2)}, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
}
