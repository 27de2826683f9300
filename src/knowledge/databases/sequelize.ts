// Checked: https://sequelize.org/api/v6/class/src/model.js~model, types of sequelize 6.37.
import { operation } from '../../interpret/operation.ts';
import type { DatabaseOperation, WrittenColumn } from '../../interpret/operation.ts';
import type { ResultShape, Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf, RowCall, RowMeaningOf, ValueReader } from '../types.ts';
import { accumulating, columnsOf, plainColumn, rowColumns } from './support/columns.ts';
import type { Columns } from './support/columns.ts';
import { anySqlConflict } from './support/conflict-codes.ts';
import { entityName } from './support/entities.ts';
import { isolation } from './support/isolation.ts';
import { assignsFields, changedColumns, rowOperation, sameRow } from './support/loaded-rows.ts';
import { always, count, noResult, nothing, row, rowOrThrow, rows, tuple } from './support/shapes.ts';
import { fragmentValue, partsOf } from './support/templates.ts';
import { constant, itemsOrSelf } from './support/values.ts';
import { compare, everything, whereObject } from './support/where.ts';
import type { Where, WhereDialect } from './support/where.ts';

/** Operators as symbols (`[Op.ne]`) come by their names, as older code also spells them. */
const OPERATORS = {
  eq: '=',
  ne: '<>',
  is: '=',
  not: '<>',
  in: 'in',
  notIn: 'not in',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  iLike: 'like',
};
const DIALECT: WhereDialect = {
  operators: {
    ...OPERATORS,
    ...Object.fromEntries(Object.entries(OPERATORS).map(([name, sql]) => [`Op.${name}`, sql])),
  },
  and: ['and', 'Op.and'],
  or: ['or', 'Op.or'],
  not: ['Op.not'],
  // What is left of an object here are operators that could not be read.
  special: (name, value) =>
    value.kind === 'object' ? { where: [compare(name, 'other', value)], whereKnown: true } : undefined,
};

function where(read: ValueReader, options: Value | undefined): Where {
  const written = read.get(options, 'where');
  return written === undefined ? everything : whereObject(read, written, DIALECT);
}

/** `literal('balance + 10')` and `fn('now')` in the place of a value. */
function column(read: ValueReader) {
  return (name: string, value: Value): WrittenColumn => {
    const last = read.external(value)?.chain.at(-1);
    const text =
      last?.name === 'literal' || read.external(value)?.root === 'Literal'
        ? (read.external(value)?.data?.text ?? last?.args?.[0])
        : undefined;
    const parts = partsOf(text);
    return parts === undefined ? plainColumn(name, value) : { column: name, ...fragmentValue(read, parts, name) };
  };
}

type Said = Omit<Partial<DatabaseOperation>, 'action' | 'table' | 'names'>;

function modelOperation(
  action: DatabaseOperation['action'],
  result: ResultShape,
  said: (read: ValueReader, args: readonly Value[]) => Said,
): MeaningOf {
  return (call) => {
    const { args, read } = call;
    const options = args.filter((arg) => arg.kind === 'object').map((arg) => read.get(arg, 'transaction'));
    const transaction = options.find((one) => one !== undefined) ?? null;
    const parts = said(read, args);
    return { is: 'operation', operations: [operation({ action, ...named(call), transaction, ...parts })], result };
  };
}

function named({ read, receiver }: Call): Pick<DatabaseOperation, 'table' | 'names'> {
  return { table: entityName(read, receiver.data?.name ?? receiver.data?.of), names: 'entity' };
}

function reads(result: ResultShape): MeaningOf {
  return modelOperation('read', result, (read, [options]) => ({ ...where(read, options), ...lock(read, options) }));
}

/** `lock: true`, `lock: t.LOCK.UPDATE`, `skipLocked: true`. */
function lock(read: ValueReader, options: Value | undefined): Said {
  const given = read.get(options, 'lock');
  if (given === undefined || read.boolean(given) === false) return {};
  const level = read.string(given) ?? read.external(given)?.chain.at(-1)?.name ?? 'UPDATE';
  const takesRow = read.boolean(read.get(options, 'skipLocked')) === true;
  return { lock: /share/i.test(level) ? 'share' : 'update', takesRow };
}

/** `increment('balance', { by: 5, where })`, `increment({ balance: 5 }, { where })`. */
function adds(read: ValueReader, [fields, options]: readonly Value[]): Said {
  const by = read.get(options, 'by') ?? constant(1);
  const names = fields === undefined ? [] : itemsOrSelf(read, fields).flatMap((field) => read.string(field) ?? []);
  const columns: Columns =
    names.length > 0
      ? { columns: names.map((name) => accumulating(name, by)), columnsKnown: true }
      : columnsOf(read, fields, accumulating);
  return { ...columns, ...where(read, options) };
}

/** `findOrCreate({ where, defaults })` answers the row and whether it made it. */
const findOrCreate = modelOperation('insert', tuple(rowOrThrow, { kind: 'boolean' }), (read, [options]) => {
  const keys = columnsOf(read, read.get(options, 'where'));
  const defaults = columnsOf(read, read.get(options, 'defaults'), column(read));
  return {
    columns: [...keys.columns, ...defaults.columns],
    columnsKnown: keys.columnsKnown && (defaults.columnsKnown || read.get(options, 'defaults') === undefined),
    conflict: { action: 'ignore', target: keys.columns.map((one) => one.column), set: [], conditions: [] },
  };
});

const bulkCreate = modelOperation('insert', rows, (read, [values, options]) => {
  const written = rowColumns(read, values, column(read));
  const updated = read.items(read.get(options, 'updateOnDuplicate'))?.flatMap((item) => read.string(item) ?? []);
  const ignores = read.boolean(read.get(options, 'ignoreDuplicates')) === true;
  const set = written.columns.filter((one) => updated?.includes(one.column));
  if (!ignores && updated === undefined) return written;
  return {
    ...written,
    conflict: { action: ignores ? 'ignore' : 'update', target: null, set: ignores ? [] : set, conditions: [] },
  };
});

const upsert = modelOperation('insert', tuple(rowOrThrow, { kind: 'nothing' }), (read, [values]) => {
  const written = columnsOf(read, values, column(read));
  return { ...written, conflict: { action: 'update', target: null, set: written.columns, conditions: [] } };
});

/** `transaction(callback)`, `transaction(options, callback)`, or `await transaction(options)` for one run by hand. */
function transaction({ args, read }: Call): Meaning {
  const callback = args.find((arg) => read.isFunction(arg));
  const level = isolation(read, read.get(args[0], 'isolationLevel'));
  if (callback === undefined) return { is: 'begin', client: 'Transaction' };
  return { is: 'transaction', callback, client: 'Transaction', isolation: level };
}

/** `query(text, { replacements, bind, type })`: `bind` goes to the server, `replacements` are put into the text. */
function query({ args: [text, options], read }: Call): Meaning {
  const bind = read.get(options, 'bind');
  const values = bind ?? read.get(options, 'replacements');
  const placeholders = bind !== undefined ? 'dollar' : values?.kind === 'object' ? 'named' : 'question';
  const isSelect = read.external(read.get(options, 'type'))?.chain.at(-1)?.name === 'SELECT';
  return {
    is: 'sql',
    text,
    values,
    placeholders,
    rows: isSelect ? rows : tuple(rows, noResult),
    writes: tuple(rows, count),
  };
}

function define({ args: [name] }: Call): Meaning | undefined {
  return name && { is: 'instance', type: 'Model', data: { name } };
}

function literal({ args: [text] }: Call): Meaning | undefined {
  return text && { is: 'instance', type: 'Literal', data: { text } };
}

const methods: Readonly<Record<string, MeaningOf>> = {
  findOne: reads(row),
  findAll: reads(rows),
  findAndCountAll: reads({ kind: 'object', properties: { rows, count } }),
  count: reads(count),
  findByPk: modelOperation('read', row, (read, [id, options]) => ({
    where: id === undefined ? [] : [compare('id', '=', id)],
    ...lock(read, options),
  })),
  findOrCreate,
  findCreateFind: findOrCreate,
  create: modelOperation('insert', rowOrThrow, (read, [values]) => columnsOf(read, values, column(read))),
  bulkCreate,
  upsert,
  update: modelOperation('update', tuple(count, rows), (read, [values, options]) => ({
    ...columnsOf(read, values, column(read)),
    ...where(read, options),
    many: true,
  })),
  destroy: modelOperation('delete', count, (read, [options]) => ({ ...where(read, options), many: true })),
  increment: modelOperation('update', noResult, adds),
  decrement: modelOperation('update', noResult, adds),
};

/** A method of a loaded row: it writes that row, in the transaction that its options name. */
function rowMethod(
  action: 'update' | 'delete' | 'read',
  said: (call: RowCall) => Partial<DatabaseOperation> = () => ({}),
): RowMeaningOf {
  return (call) => {
    const transactions = call.args.map((arg) =>
      arg.kind === 'object' ? call.read.get(arg, 'transaction') : undefined,
    );
    const transaction = transactions.find((one) => one !== undefined) ?? null;
    const operations = [rowOperation(call, action, { transaction, ...said(call) })];
    return { is: 'operation', operations, result: action === 'delete' ? noResult : rowOrThrow };
  };
}

const addsToRow = rowMethod('update', ({ read, args }) => {
  const { columns = [], columnsKnown = false } = adds(read, args);
  return { columns, columnsKnown };
});

/** `Order.build({ … })` is not stored yet. */
function builds({ args: [values], receiver }: Call): Meaning {
  return { is: 'instance', type: 'NewRow', data: { ...receiver.data, ...(values && { values }) } };
}

const savesNew: MeaningOf = (call) => {
  const values = call.receiver.data?.values;
  const given = call.read.get(call.args[0], 'transaction') ?? null;
  const said = { ...named(call), ...columnsOf(call.read, values, column(call.read)), transaction: given };
  return { is: 'operation', operations: [operation({ action: 'insert', ...said })], result: rowOrThrow };
};

export const sequelize = defineLibrary({
  name: 'sequelize',
  packages: ['sequelize', 'sequelize-typescript', '@sequelize/core'],
  source: 'https://sequelize.org/docs/v6/core-concepts/model-querying-basics/',
  types: { Sequelize: ['Sequelize.new', 'default.new'], Model: [], NewRow: [], Transaction: [], Literal: [] },
  typeAliases: { ModelStatic: 'Model', ModelCtor: 'Model' },
  connections: ['Sequelize', 'Transaction'],
  calls: {
    ...Object.fromEntries(Object.entries(methods).map(([name, meaning]) => [`Model.${name}`, meaning])),
    'Model.build': builds,
    'NewRow.save, Model.new.save': savesNew,
    'Sequelize.define, Sequelize.model': define,
    'Sequelize.transaction': transaction,
    'Sequelize.query': query,
    'Transaction.commit': { is: 'commit' },
    'Transaction.rollback': { is: 'rollback' },
    'literal, Sequelize.literal': literal,
    ...always('Sequelize', ['authenticate', 'sync', 'close'], nothing),
    ...always('Model', ['init', 'hasMany', 'belongsTo', 'hasOne', 'belongsToMany', 'sync'], nothing),
  },
  rowMethods: {
    save: rowMethod('update', ({ read, row: loaded }) => changedColumns(loaded, column(read))),
    update: rowMethod('update', ({ args: [values], read }) => columnsOf(read, values, column(read))),
    destroy: rowMethod('delete'),
    increment: addsToRow,
    decrement: addsToRow,
    reload: sameRow,
    set: assignsFields,
    setDataValue: assignsFields,
    get: sameRow,
    getDataValue: sameRow,
    toJSON: sameRow,
  },
  conflictErrors: {
    codes: [...anySqlConflict, 'SequelizeUniqueConstraintError'],
    classes: ['UniqueConstraintError'],
  },
  missingRowErrors: { codes: ['SequelizeEmptyResultError'], classes: ['EmptyResultError'] },
});
