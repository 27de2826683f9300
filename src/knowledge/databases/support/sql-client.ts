import type { ResultShape, Value } from '../../../interpret/value.ts';
import type { PlaceholderStyle } from '../../../parse/sql-statement.ts';
import { noResult } from './shapes.ts';
import { partsOf } from './templates.ts';
import { list } from './values.ts';
import type { Builder, Call, MeaningOf, ValueReader } from '../../types.ts';

/** `query(text, values)`, and `query({ sql, values })` where `textKey` and `valuesKey` say how the object is spelled. */
export function textQuery(
  rows: ResultShape,
  writes: ResultShape,
  placeholders: PlaceholderStyle,
  [textKey, valuesKey]: readonly [string, string] = ['sql', 'values'],
): MeaningOf {
  return ({ args, read }) => {
    const [first, second] = args;
    const isText = partsOf(first) !== undefined;
    const text = isText ? first : (read.get(first, textKey) ?? first);
    const given = read.isFunction(second) ? undefined : second;
    const values = isText ? given : (read.get(first, valuesKey) ?? given);
    return {
      is: 'sql',
      text,
      values,
      placeholders: styleOf(read, values, placeholders),
      rows,
      writes,
      handedTo: callbackOf({ args, read }),
    };
  };
}

/** The function that callback style hands as the last argument. */
export function callbackOf({ args, read }: Pick<Call, 'args' | 'read'>): Value | undefined {
  const last = args.at(-1);
  return read.isFunction(last) ? last : undefined;
}

/** The same meaning of a client that answers at once. */
export function synchronous(meaningOf: MeaningOf): MeaningOf {
  return (call) => {
    const meaning = meaningOf(call);
    return meaning && (meaning.is === 'sql' || meaning.is === 'operation' || meaning.is === 'transaction')
      ? { ...meaning, sync: true }
      : meaning;
  };
}

/** An object of values means named placeholders, whatever the client's usual style. */
function styleOf(read: ValueReader, values: Value | undefined, usual: PlaceholderStyle): PlaceholderStyle {
  return values?.kind === 'object' && read.items(values) === undefined ? 'named' : usual;
}

/** `prepare(text)`, then `run(values)`, `get(values)` or `all(values)`, and `bind(values)` in between where there is one. */
export function preparedStatement(
  starts: readonly string[],
  results: Readonly<Record<string, ResultShape>>,
  { sync = false }: { readonly sync?: boolean } = {},
): Builder {
  return {
    starts,
    // Not awaited itself, but a batch runs what it is given.
    thenable: true,
    terminals: Object.keys(results),
    read: ({ chain, read }) => {
      const terminal = chain.at(-1);
      if (terminal === undefined) return undefined;
      const shape = results[terminal.name] ?? noResult;
      const bound =
        chain.find((one) => one.name === 'bind')?.args ?? (terminal.name in results ? (terminal.args ?? []) : []);
      const [only] = bound;
      const values = bound.length === 1 && (only?.kind === 'array' || only?.kind === 'object') ? only : list(bound);
      const [text] = chain.find((one) => one.name === 'prepare' || one.name === 'query')?.args ?? [];
      const placeholders = styleOf(read, only, 'question');
      return { is: 'sql', text, values, placeholders, rows: shape, writes: shape, sync };
    },
  };
}

/** A function that a client wraps into a transaction (`db.transaction(fn)`) and that is called later. */
export const wrappedTransaction: MeaningOf = ({ args: [fn] }) =>
  fn && { is: 'instance', type: 'TransactionFunction', data: { fn } };
export const runWrapped: MeaningOf = ({ args, receiver }) => ({
  is: 'transaction',
  callback: receiver.data?.fn,
  args,
  // The connection is the database itself: what runs on it inside is in the transaction.
  nested: true,
  sync: true,
});
