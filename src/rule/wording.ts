import { basename } from 'node:path';
import type { HandlerModel, OnceStep } from '../project/model.ts';
import type { Step } from '../interpret/trace.ts';
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

/** The call as it is written, up to its arguments. */
function callName(text: string): string {
  const flat = text.replace(/^await /, '');
  const open = flat.search(/[(`]/);
  const name = (open > 0 ? flat.slice(0, open) : flat).replace(/\s+/g, '').replace(/\?\./g, '.');
  return name.length > 60 ? `…${name.slice(-57)}` : name;
}

/** `` `stripe.transfers.create` (line 41)``, with the file where it is another one than the handler's. */
export function namedLine(model: HandlerModel, step: Step): string {
  const line = model.line(step.place);
  const where = step.place.file === model.file ? `line ${line}` : `${basename(step.place.file)}:${line}`;
  return `\`${callName(step.text)}\` (${where})`;
}

export function sourceOf(table: Table): string {
  return `${basename(table.source.file)}:${table.source.line}`;
}
