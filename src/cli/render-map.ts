import type { MappedHandler, MappedStep } from '../project/handler-map.ts';
import type { UnknownCallGroup } from '../project/unknown-calls.ts';
import type { BlastRadius } from '../report/finding.ts';
import type { Paint, Style } from '../report/paint.ts';
import { painter, withoutControls } from '../report/paint.ts';
import { relativePath } from '../report/relative-path.ts';

const radiusStyles: Readonly<Record<BlastRadius, Style>> = {
  money: 'red',
  shipment: 'magenta',
  message: 'yellow',
  state: 'cyan',
  other: 'blue',
};

/** For a person: a block a handler, a line a step. */
export function renderMapText(handlers: readonly MappedHandler[], root: string, color: boolean): string {
  const paint = painter(color);
  const files = new Set(handlers.map(({ file }) => file)).size;
  const total =
    handlers.length === 0 ? 'no handlers' : `${count(handlers.length, 'handler')} in ${count(files, 'file')}`;
  return [...handlers.map((handler) => block(handler, root, paint)), paint('bold', total)]
    .map((part) => `${part}\n`)
    .join('\n');
}

function block(handler: MappedHandler, root: string, paint: Paint): string {
  const { file, line, name, framework, kind, route, provider } = handler;
  const path = relativePath(root, file);
  const about = [
    framework ?? 'no framework',
    route !== null && route !== path ? route : null,
    kind === 'http' ? (provider ?? 'provider unknown') : provider,
    kind === 'http' ? null : kind,
  ].filter((part) => part !== null);
  const header = `${paint('bold', name)}  ${path}:${line}  ${paint('dim', `(${about.join(', ')})`)}`;
  const rows = [
    ...handler.steps.map((step) => stepRow(step, file, root, paint)),
    ...ending(handler),
    ...handler.unknown.map(({ file: at, line: where, what, why }) => ({
      at: place(at, where, file, root),
      kind: 'unknown',
      text: `${what}: ${why}`,
    })),
  ];
  const atWidth = Math.max(0, ...rows.map(({ at }) => at.length));
  const kindWidth = Math.max(0, ...rows.map(({ kind: word }) => word.length));
  return [
    withoutControls(header),
    ...rows.map(({ at, kind: word, text }) =>
      `  ${at.padStart(atWidth)}  ${word.padEnd(kindWidth)}  ${withoutControls(text)}`.trimEnd(),
    ),
  ].join('\n');
}

interface Row {
  readonly at: string;
  readonly kind: string;
  readonly text: string;
}

function stepRow(step: MappedStep, file: string, root: string, paint: Paint): Row {
  const { kind, text, radius, key, via, inTransaction } = step;
  const notes = [
    key === 'missing' ? 'no idempotency key' : key === 'present' ? 'with an idempotency key' : null,
    key === 'unknown' ? 'idempotency key not known' : null,
    inTransaction && kind !== 'commit' && kind !== 'rollback' ? 'in the transaction' : null,
    via.length > 0 ? `through ${via.map((name) => `\`${name}\``).join(' > ')}` : null,
  ].filter((note) => note !== null);
  const shown = radius === null ? text : `${paint(radiusStyles[radius], radius)}: ${text}`;
  return {
    at: place(step.file, step.line, file, root),
    kind,
    text: notes.length === 0 ? shown : `${shown} ${paint('dim', `(${notes.join('; ')})`)}`,
  };
}

function ending({ answers, throws }: MappedHandler): Row[] {
  const statuses = answers.map((status) => (status === null ? 'a status that is not known' : String(status)));
  const parts = [
    ...(statuses.length > 0 ? [`answers ${statuses.join(', ')}`] : []),
    ...(throws ? ['may throw, so that it is delivered again'] : []),
  ];
  return parts.length === 0 ? [] : [{ at: '', kind: 'ends', text: parts.join('; ') }];
}

function place(file: string, line: number, handlerFile: string, root: string): string {
  return file === handlerFile ? String(line) : `${relativePath(root, file)}:${line}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** One object for other programs. `version` rises when a field changes its meaning or goes. */
export function renderMapJson(handlers: readonly MappedHandler[], root: string): string {
  const at = <T extends { readonly file: string }>(part: T): T => ({ ...part, file: relativePath(root, part.file) });
  const object = {
    version: 1,
    root,
    handlers: handlers.map((handler) => ({
      ...at(handler),
      steps: handler.steps.map(at),
      unknown: handler.unknown.map(at),
    })),
  };
  return `${JSON.stringify(object, null, 2)}\n`;
}

/** Each call with the lines of which one, in its list of the settings, would declare it. */
export function renderUnknownText(groups: readonly UnknownCallGroup[], root: string, color: boolean): string {
  const paint = painter(color);
  const blocks = groups.map(({ name, why, places, example, declarations }) => {
    const at = `${relativePath(root, example.file)}:${example.line}`;
    const head = `${count(places, 'place')}  ${paint('bold', `\`${name}\``)}  ${at}  ${paint('dim', `(${why})`)}`;
    const lines = declarations.map(({ list, entry }) => `  ${list.padEnd(12)}  ${inline(entry)}`);
    return [head, ...(lines.length > 0 ? lines : ['  the settings cannot name it'])].map(withoutControls).join('\n');
  });
  const total = groups.reduce((sum, group) => sum + group.places, 0);
  const last =
    groups.length === 0 ? 'no unknown calls' : `${count(groups.length, 'unknown call')} in ${count(total, 'place')}`;
  return [...blocks, paint('bold', last)].map((part) => `${part}\n`).join('\n');
}

function inline(entry: Readonly<Record<string, string | number>>): string {
  return `{ ${Object.entries(entry)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(', ')} }`;
}

export function renderUnknownJson(groups: readonly UnknownCallGroup[], root: string): string {
  const object = {
    version: 1,
    root,
    unknown: groups.map(({ example, ...group }) => ({
      ...group,
      example: { ...example, file: relativePath(root, example.file) },
    })),
  };
  return `${JSON.stringify(object, null, 2)}\n`;
}
