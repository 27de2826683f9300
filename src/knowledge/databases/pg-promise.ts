// Checked: https://vitaly-t.github.io/pg-promise/Database.html, types of pg-promise 12.
import type { ResultShape } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { postgresConflict } from './support/conflict-codes.ts';
import { isolation } from './support/isolation.ts';
import { partsOf } from './support/templates.ts';
import { list } from './support/values.ts';
import { count, noResult, object, row, rowOrThrow, rows } from './support/shapes.ts';

const METHODS: Readonly<Record<string, ResultShape>> = {
  none: noResult,
  one: rowOrThrow,
  oneOrNone: row,
  many: rows,
  manyOrNone: rows,
  any: rows,
  query: rows,
  result: object({ rowCount: count, rows }),
};

/** `db.one('… $1 …', [id])`, `db.one('… ${id} …', { id })`, `db.one({ text, values })`. */
function query(shape: ResultShape): MeaningOf {
  return ({ args: [first, second], read }) => {
    const isText = partsOf(first) !== undefined;
    const text = isText ? first : (read.get(first, 'text') ?? first);
    const values = isText ? second : (read.get(first, 'values') ?? second);
    const isNamed = values?.kind === 'object' || /\$[{(/[]/.test(read.text(text) ?? '');
    // A single value may stand without its array.
    const listed = isNamed || values === undefined || read.items(values) !== undefined || values.kind === 'unknown';
    return {
      is: 'sql',
      text,
      values: listed ? values : list([values]),
      placeholders: isNamed ? 'dollar-name' : 'dollar',
      rows: shape,
      writes: shape,
    };
  };
}

/** `db.func('claim', [id])` answers rows, `db.proc('claim', [id])` one row or none. */
function routine(answers: ResultShape): MeaningOf {
  return ({ args: [name, values], read }) => ({
    is: 'routine',
    name: read.string(name),
    schema: null,
    args: values === undefined || read.items(values) !== undefined ? values : [values],
    rows: answers,
    value: answers,
    isBare: false,
  });
}

/** `db.tx(callback)`, `db.tx({ mode }, callback)`, `db.tx('tag', callback)`. */
function transaction({ args, read }: Call): Meaning {
  const level = isolation(read, read.get(args[0], 'mode', 'tiLevel') ?? read.get(args[0], 'mode'));
  return { is: 'transaction', callback: args.at(-1), client: 'Task', isolation: level };
}

/** `db.task(callback)`: one connection, no transaction. */
function task({ args, read }: Call): Meaning {
  const callbacks = [{ fn: args.at(-1), args: [read.make('pg-promise', 'Task')] }];
  return { is: 'invocation', callbacks, when: 'now', returns: 'answer' };
}

export const pgPromise = defineLibrary({
  name: 'pg-promise',
  packages: ['pg-promise'],
  source: 'https://vitaly-t.github.io/pg-promise/Database.html',
  types: { Main: ['default()', 'pgPromise()'], Database: ['Main()'], Task: [] },
  typeAliases: { IDatabase: 'Database', ITask: 'Task', IBaseProtocol: 'Task', IMain: 'Main' },
  connections: ['Database', 'Task'],
  calls: {
    ...Object.fromEntries(
      ['Database', 'Task'].flatMap((type) =>
        Object.entries(METHODS).map(([name, shape]) => [`${type}.${name}`, query(shape)]),
      ),
    ),
    'Database.func, Task.func': routine(rows),
    'Database.proc, Task.proc': routine(row),
    'Database.tx, Task.tx': transaction,
    'Database.txIf, Task.txIf': transaction,
    'Database.task, Task.task': task,
  },
  conflictErrors: { codes: postgresConflict },
});
