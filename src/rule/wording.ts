import { basename } from 'node:path';
import type { HandlerModel, OnceStep } from '../project/model.ts';
import type { OperationSummary, Step } from '../interpret/trace.ts';
import type { ProofStep } from '../report/finding.ts';
import type { Table } from '../schema/catalog.ts';

/** `a`, `a and b`, `a, b and c`; each once. */
export function list(items: readonly string[]): string {
  const once = [...new Set(items)];
  const last = once.at(-1) ?? '';
  return once.length <= 1 ? last : `${once.slice(0, -1).join(', ')} and ${last}`;
}

/** `pays out a second time`. */
export function consequence(once: OnceStep): string {
  return `${once.does} a second time`;
}

/** The base form of a verb phrase in the third person: `pays out` is `pay out`, `sends a mail` is `send a mail`. */
export function baseForm(phrase: string): string {
  return phrase.replace(/^(\w+)/, (verb) => {
    if (/(?:[^aeiou])ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
    if (/(?:sses|shes|ches|xes|zzes|oes)$/.test(verb)) return verb.slice(0, -2);
    return verb.endsWith('s') ? verb.slice(0, -1) : verb;
  });
}

/** `` `stripe.transfers.create` (line 41)``, with the file where it is another one than the handler's. */
export function namedLine(model: HandlerModel, step: Step): string {
  const line = model.line(step.place);
  const through = step.calls.at(-2)?.name.split('.').at(-1);
  const where =
    step.place.file === model.file
      ? `line ${line}`
      : `${basename(step.place.file)}:${line}${through && /^\w+$/.test(through) ? `, called by \`${through}\`` : ''}`;
  if (step.fact.kind === 'operation' && step.fact.operation.table !== null)
    return `${operationName(step.fact.operation)} (${where})`;
  // What a function is for is said by its name, not by the request that it makes.
  const name = step.fact.kind === 'effect' && step.fact.purpose !== null ? step.fact.purpose : shortened(step.name);
  return `\`${name}\` (${where})`;
}

/** `the update of `orders``: what a query does says more than how its builder begins. */
function operationName({ action, table }: OperationSummary): string {
  const name = `\`${table ?? ''}\``;
  if (action === 'insert') return `the insert into ${name}`;
  if (action === 'delete') return `the delete from ${name}`;
  return `the ${action} of ${name}`;
}

function shortened(name: string): string {
  return name.length > 60 ? `…${name.slice(-57)}` : name;
}

/** `line 41`, or `orders.ts:41` in another file than the handler's. */
export function lineOf(model: HandlerModel, step: Step): string {
  const line = model.line(step.place);
  return step.place.file === model.file ? `line ${line}` : `${basename(step.place.file)}:${line}`;
}

export function sourceOf(table: Table): string {
  return `${basename(table.source.file)}:${table.source.line}`;
}

/** What the schema says, as a step of a proof. */
export function tableStep(table: Table, text: string): ProofStep {
  return { file: table.source.file, line: table.source.line, kind: 'schema', text: `\`${table.name}\`: ${text}` };
}

const units: readonly (readonly [string, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** `3 days`, `90 minutes`: in the largest unit of which it is a whole number. */
export function duration(seconds: number): string {
  const [unit, size] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['second', 1];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
