// Checked: @prisma/client 7.10.0 types, generated client and runtime.
import { operation } from '../../interpret/operation.ts';
import type { DatabaseOperation } from '../../interpret/operation.ts';
import type { ResultShape, Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf, ValueReader } from '../types.ts';
import { isolation } from './support/isolation.ts';
import {
  ignoreConflict,
  nestedWrites,
  prismaColumns,
  prismaRows,
  prismaUniqueWhere,
  prismaWhere,
  upsertParts,
} from './support/prisma-data.ts';
import { always, count, nothing, object, row, rowOrThrow, rows } from './support/shapes.ts';
import { expandParts, partsOf, placeholdersIn, sqlOfParts } from './support/templates.ts';
import type { Parts } from './support/templates.ts';
import { constant, list } from './support/values.ts';

const counted = object({ count });

/** The delegate that the method is called on: `order` of `prisma.order.update`. */
function delegate({ chain }: Call): string | null {
  const name = chain.at(-2)?.name;
  return name === undefined || name === '*' ? null : name;
}

/** What is said of the operation beyond its action and table. */
type Said = Omit<Partial<DatabaseOperation>, 'table' | 'names' | 'action'>;

function modelOperation(
  action: DatabaseOperation['action'],
  result: ResultShape,
  parts: (read: ValueReader, args: Value | undefined) => Said,
): MeaningOf {
  return (call) => {
    const table = delegate(call);
    const [args] = call.args;
    const written = ['data', 'create', 'update'].map((name) => call.read.get(args, name));
    return {
      is: 'operation',
      operations: [
        operation({ action, table, names: 'prisma', ...parts(call.read, args) }),
        ...written.flatMap((data) => (table === null ? [] : nestedWrites(call.read, table, data))),
      ],
      result,
    };
  };
}

type ReadWhere = typeof prismaWhere;

function reads(result: ResultShape, where: ReadWhere = prismaWhere): MeaningOf {
  return modelOperation('read', result, (read, args) => where(read, read.get(args, 'where')));
}

function updates(result: ResultShape, where: ReadWhere): MeaningOf {
  return modelOperation('update', result, (read, args) => ({
    ...where(read, read.get(args, 'where')),
    ...prismaColumns(read, read.get(args, 'data')),
    many: where === prismaWhere,
  }));
}

function deletes(result: ResultShape, where: ReadWhere): MeaningOf {
  return modelOperation('delete', result, (read, args) => ({
    ...where(read, read.get(args, 'where')),
    many: where === prismaWhere,
  }));
}

function createsMany(result: ResultShape): MeaningOf {
  return modelOperation('insert', result, (read, args) => ({
    ...prismaRows(read, read.get(args, 'data')),
    conflict: read.boolean(read.get(args, 'skipDuplicates')) === true ? ignoreConflict : null,
  }));
}

/** `$transaction(callback, options)` and `$transaction([promises], options)`. */
function transaction({ args, read }: Call): Meaning {
  const [work, options] = args;
  const level = isolation(read, read.get(options, 'isolationLevel'));
  if (read.items(work) !== undefined) return { is: 'transaction', batch: work, isolation: level };
  return { is: 'transaction', callback: work, client: 'PrismaClient', isolation: level };
}

/** `` $queryRaw`…` `` and `$queryRaw(Prisma.sql`…`)`, with `Prisma.join`, `Prisma.raw` and nested `Prisma.sql` in the holes. */
function raw(result: ResultShape): MeaningOf {
  return ({ args, chain, read }) => {
    const parts = chain.at(-1)?.tagged === true ? partsOf(args[0]) : fragmentParts(read, args[0]);
    return parts === undefined ? undefined : sqlOfParts(expandFragments(read, parts), result, result);
  };
}

function rawUnsafe(result: ResultShape): MeaningOf {
  return ({ args, read }) => ({
    is: 'sql',
    text: args[0],
    values: list(args.slice(1)),
    placeholders: placeholdersIn(read, args[0]),
    rows: result,
    writes: result,
  });
}

function expandFragments(read: ValueReader, parts: Parts): Parts {
  return expandParts(parts, (hole) => {
    const nested = fragmentParts(read, hole);
    return nested === undefined ? undefined : expandFragments(read, nested);
  });
}

function fragmentParts(read: ValueReader, value: Value | undefined): Parts | undefined {
  const external = read.external(value);
  const data = external?.data;
  if (external?.root !== 'Sql' || data == null) return undefined;
  if (data.list === undefined) return partsOf(data.text);
  const items = read.items(data.list) ?? [data.list];
  const [separator, prefix, suffix] = [data.separator, data.prefix, data.suffix].map((one) => read.string(one));
  return [
    prefix ?? '',
    ...items.flatMap((item, index) => (index > 0 ? [separator ?? ',', item] : [item])),
    suffix ?? '',
  ];
}

function fragment({ args }: Call): Meaning | undefined {
  return args[0] === undefined ? undefined : { is: 'instance', type: 'Sql', data: { text: args[0] } };
}

/** `Prisma.join(values, separator, prefix, suffix)`. */
function joinedFragment({ args: [list, separator, prefix, suffix] }: Call): Meaning | undefined {
  if (list === undefined) return undefined;
  const around = { ...(separator && { separator }), ...(prefix && { prefix }), ...(suffix && { suffix }) };
  return { is: 'instance', type: 'Sql', data: { list, ...around } };
}

/** `count({ select: { _all: true } })` answers an object with a number for each selected field. */
const counts: MeaningOf = (call) => {
  const counted = fieldCounts(call.read, call.read.get(call.args[0], 'select'));
  return reads(counted)(call);
};

/** `aggregate({ _count: true })` answers the number, `aggregate({ _count: { _all: true } })` an object of them. */
const aggregates: MeaningOf = (call) => {
  const counted = fieldCounts(call.read, call.read.get(call.args[0], '_count'));
  return reads(object({ _count: counted }))(call);
};

function fieldCounts(read: ValueReader, selected: Value | undefined): ResultShape {
  const fields = read.entries(selected).map(([field]) => [field, count] as const);
  return fields.length === 0 ? count : object(Object.fromEntries(fields));
}

const models: Readonly<Record<string, MeaningOf>> = {
  findUnique: reads(row, prismaUniqueWhere),
  findFirst: reads(row),
  findUniqueOrThrow: reads(rowOrThrow, prismaUniqueWhere),
  findFirstOrThrow: reads(rowOrThrow),
  findMany: reads(rows),
  count: counts,
  aggregate: aggregates,
  groupBy: reads(rows),
  create: modelOperation('insert', rowOrThrow, (read, args) => prismaColumns(read, read.get(args, 'data'))),
  createMany: createsMany(counted),
  createManyAndReturn: createsMany(rows),
  update: updates(rowOrThrow, prismaUniqueWhere),
  updateMany: updates(counted, prismaWhere),
  updateManyAndReturn: updates(rows, prismaWhere),
  upsert: modelOperation('insert', rowOrThrow, upsertParts),
  delete: deletes(rowOrThrow, prismaUniqueWhere),
  deleteMany: deletes(counted, prismaWhere),
};

export const prisma = defineLibrary({
  name: '@prisma/client',
  packages: [
    '@prisma/client',
    '@prisma/client/edge',
    '@prisma/client/wasm',
    '@prisma/client/extension',
    '.prisma/client',
  ],
  source: 'https://www.prisma.io/docs/orm/reference/prisma-client-reference',
  generates:
    /(?:^|\/)(?:generated\/(?:prisma|client|prisma-client)|prisma\/generated|\.prisma\/client|prisma[-_]?client)(?:\/(?:client|index|edge|default))?(?:\.[cm]?[jt]s)?$/,
  types: { PrismaClient: ['PrismaClient.new', 'default.PrismaClient.new', 'PrismaClient.$extends()'] },
  typeAliases: { 'Prisma.TransactionClient': 'PrismaClient', 'Prisma.DefaultPrismaClient': 'PrismaClient' },
  connections: ['PrismaClient'],
  members: { 'Prisma.empty': { is: 'instance', type: 'Sql', data: { text: constant('') } } },
  calls: {
    ...Object.fromEntries(Object.entries(models).map(([method, meaning]) => [`PrismaClient.*.${method}`, meaning])),
    'PrismaClient.$transaction': transaction,
    'PrismaClient.$queryRaw': raw(rows),
    'PrismaClient.$executeRaw': raw(count),
    'PrismaClient.$queryRawUnsafe': rawUnsafe(rows),
    'PrismaClient.$executeRawUnsafe': rawUnsafe(count),
    'Prisma.sql': fragment,
    'Prisma.raw': fragment,
    'Prisma.join': joinedFragment,
    ...always('PrismaClient', ['$connect', '$disconnect', '$on', '$use'], nothing),
  },
  conflictErrors: { codes: ['P2002'] },
  missingRowErrors: { codes: ['P2025'], classes: ['NotFoundError'] },
});
