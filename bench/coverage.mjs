// How many of the calls inside handlers, and in what they reach, the engine knows or follows. Run after `npm run build`.
//   node bench/coverage.mjs CHECKOUT...             a table in Markdown, as it stands in docs/design/coverage.md
//   node bench/coverage.mjs --calls CHECKOUT...     the unknown calls of all of them, most frequent first
// The folder of a checkout is named `owner+name@commit`; the table shows it as `owner/name`.
import { basename, resolve } from 'node:path';
import { Project } from '../dist/src/project/project.js';

const args = process.argv.slice(2);
const listsCalls = args.includes('--calls');
const roots = args.filter((one) => !one.startsWith('--')).map((one) => resolve(one));
const kinds = /** @type {const} */ (['facts', 'nothing', 'followed', 'unknown']);

/** @type {{ name: string, handlers: number, counts: number[] }[]} */
const rows = [];
/** @type {Map<string, { count: number, repos: Set<string>, example: string }>} */
const unknown = new Map();
/** @type {Map<string, number>} */
const reasons = new Map();
for (const root of roots) {
  const project = new Project({ root, settings: {} });
  const handlers = project.findHandlerFiles([root]).flatMap((file) => project.handlersIn(file));
  const counts = kinds.map((kind) => handlers.reduce((sum, { trace }) => sum + trace.calls[kind], 0));
  for (const { trace } of handlers)
    for (const { name, target, reason, place } of trace.unknownCalls) {
      const key = target?.package
        ? `${target.package} ${target.export}`
        : `${reason} ${(name.split('.').at(-1) ?? name).slice(0, 60)}`;
      const entry = unknown.get(key) ?? { count: 0, repos: new Set(), example: '' };
      entry.count += 1;
      entry.repos.add(root);
      entry.example ||= `${name.slice(0, 60)} ${place.file.slice(root.length + 1)}:${project.lineAt(place.file, place.start)}`;
      unknown.set(key, entry);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  const name = basename(root).replace('+', '/').replace(/@.*$/, '');
  rows.push({ name, handlers: handlers.length, counts });
  process.stderr.write(`${line(rows.at(-1) ?? { name, handlers: 0, counts })}\n`);
}

if (listsCalls) {
  const sorted = [...unknown].sort(([, a], [, b]) => b.count - a.count);
  for (const [key, { count, repos, example }] of sorted) console.log(`${count}\t${repos.size}\t${key}\t${example}`);
} else {
  const used = rows.filter(({ counts }) => counts.some((count) => count > 0));
  const all = {
    name: 'all',
    handlers: used.reduce((sum, { handlers }) => sum + handlers, 0),
    counts: kinds.map((_, index) => used.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0)),
  };
  console.log('| repository | handlers | calls | facts | no effect | followed | unknown | known |');
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: |');
  for (const row of [...used, all]) console.log(line(row));
  console.log(`\n${[...reasons].map(([reason, count]) => `${reason}: ${count}`).join(', ')}`);
}

/** @param {{ name: string, handlers: number, counts: number[] }} row */
function line({ name, handlers, counts }) {
  const calls = counts.reduce((sum, count) => sum + count, 0);
  const share = `${((100 * (calls - (counts.at(-1) ?? 0))) / calls).toFixed(1)} %`;
  return `| ${[name, handlers, calls, ...counts, share].join(' | ')} |`;
}
