import type { ChainStep, ExternalValue } from './value.ts';

const paths = new WeakMap<ExternalValue, string>();

/** The path of a library value in the notation of the knowledge tables. */
export function pathOf(value: ExternalValue): string {
  const known = paths.get(value);
  if (known !== undefined) return known;
  let path = value.root;
  for (const step of value.chain) path += stepText(step);
  paths.set(value, path);
  return path;
}

function stepText(step: ChainStep): string {
  const name = step.name === '' ? '' : `.${step.name}`;
  if (step.isNew) return `${name}.new`;
  return step.args ? `${name}()` : name;
}
