import { migrationSql } from './migrations.ts';
import type { TableOptions } from '../database.ts';

const PREFIX = 'webhook_once_';

type ColumnType = 'text' | 'integer' | 'smallint' | 'time' | 'identity';

interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable?: true;
  /** `now` is the time of the insert, other texts stand for themselves. */
  readonly default?: number | string;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
  readonly unique?: readonly string[];
}

const text = (name: string): Column => ({ name, type: 'text' });
const maybe = (name: string, type: ColumnType = 'text'): Column => ({ name, type, nullable: true });
const count = (name: string, value: number): Column => ({ name, type: 'integer', default: value });
const time = (name: string): Column => ({ name, type: 'time', default: 'now' });
const format: Column = { name: 'format', type: 'smallint', default: 1 };

/** The tables for mappers that want to know them. The indexes that the inbox lives by only SQL can say. */
const tables: readonly Table[] = [
  {
    name: 'claim',
    key: ['source', 'event_id'],
    columns: [
      ...['source', 'event_id', 'state', 'token', 'owner'].map(text),
      time('claimed_at'),
      maybe('lease_until', 'time'),
      count('started', 1),
      count('finished', 0),
      maybe('result'),
      maybe('error'),
      maybe('completed_at', 'time'),
      format,
    ],
  },
  {
    name: 'inbox',
    key: ['id'],
    unique: ['source', 'event_id'],
    columns: [
      { name: 'id', type: 'identity' },
      ...['source', 'event_id'].map(text),
      maybe('event_type'),
      text('payload'),
      maybe('turn'),
      { ...text('state'), default: 'pending' },
      time('received_at'),
      time('due_at'),
      maybe('token'),
      maybe('owner'),
      count('started', 0),
      count('finished', 0),
      maybe('error'),
      maybe('completed_at', 'time'),
      format,
    ],
  },
  { name: 'migration', key: ['version'], columns: [{ name: 'version', type: 'integer' }, time('applied_at')] },
];

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(`_${name}`);

const prismaTypes: Record<ColumnType, string> = {
  text: 'String',
  integer: 'Int',
  smallint: 'Int',
  time: 'DateTime',
  identity: 'BigInt',
};

/** Models for `schema.prisma`, so that Prisma does not drop the tables; `migrationSql` makes them. */
export function prismaModels({ schema, prefix = PREFIX }: TableOptions = {}): string {
  return tables
    .map(({ name, columns, key, unique }) => {
      const fields = columns.map((column) => {
        const type = `${prismaTypes[column.type]}${column.nullable === true ? '?' : ''}`;
        const native = { time: ' @db.Timestamptz', smallint: ' @db.SmallInt', text: '', integer: '', identity: '' }[
          column.type
        ];
        const value = column.default === 'now' ? 'now()' : JSON.stringify(column.default);
        const initial =
          column.type === 'identity'
            ? ' @default(autoincrement())'
            : column.default === undefined
              ? ''
              : ` @default(${value})`;
        return `  ${camel(column.name)} ${type}${initial} @map("${column.name}")${native}`;
      });
      const list = (names: readonly string[]): string => names.map(camel).join(', ');
      const blocks = [
        `  @@id([${list(key)}])`,
        ...(unique === undefined ? [] : [`  @@unique([${list(unique)}], map: "${prefix}${name}_event")`]),
        `  @@map("${prefix}${name}")`,
        ...(schema === undefined ? [] : [`  @@schema("${schema}")`]),
      ];
      return `model WebhookOnce${pascal(name)} {\n${[...fields, '', ...blocks].join('\n')}\n}\n`;
    })
    .join('\n');
}

const drizzleTypes: Record<ColumnType, (name: string) => string> = {
  text: (name) => `text('${name}')`,
  integer: (name) => `integer('${name}')`,
  smallint: (name) => `smallint('${name}')`,
  time: (name) => `timestamp('${name}', { withTimezone: true })`,
  identity: (name) => `bigint('${name}', { mode: 'bigint' }).generatedAlwaysAsIdentity()`,
};

/** Tables for a schema of Drizzle on Postgres; `migrationSql` makes them. */
export function drizzleSchema({ schema, prefix = PREFIX }: TableOptions = {}): string {
  const make = schema === undefined ? 'pgTable' : 'inSchema.table';
  const definitions = tables.map(({ name, columns, key, unique }) => {
    const fields = columns.map((column) => {
      const required = column.nullable === true ? '' : '.notNull()';
      const initial =
        column.default === undefined
          ? ''
          : column.default === 'now'
            ? '.defaultNow()'
            : `.default(${typeof column.default === 'string' ? `'${column.default}'` : column.default})`;
      return `    ${camel(column.name)}: ${drizzleTypes[column.type](column.name)}${required}${initial},`;
    });
    const list = (names: readonly string[]): string => names.map((each) => `table.${camel(each)}`).join(', ');
    const constraints = [
      `primaryKey({ columns: [${list(key)}] })`,
      ...(unique === undefined ? [] : [`unique('${prefix}${name}_event').on(${list(unique)})`]),
    ];
    return `export const webhookOnce${pascal(name)} = ${make}(
  '${prefix}${name}',
  {
${fields.join('\n')}
  },
  (table) => [${constraints.join(', ')}],
);
`;
  });
  const imports = [
    'bigint',
    'integer',
    schema === undefined ? 'pgTable' : 'pgSchema',
    'primaryKey',
    'smallint',
    'text',
    'timestamp',
    'unique',
  ];
  return [
    `import { ${imports.join(', ')} } from 'drizzle-orm/pg-core';\n`,
    ...(schema === undefined ? [] : [`const inSchema = pgSchema('${schema}');\n`]),
    ...definitions,
  ].join('\n');
}

/** A migration of Knex on Postgres. */
export function knexMigration(options: TableOptions = {}): string {
  const { prefix = PREFIX } = options;
  const nameOf = (name: string): string =>
    options.schema === undefined ? `"${prefix}${name}"` : `"${options.schema}"."${prefix}${name}"`;
  const escape = (sql: string): string => sql.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  return `export async function up(knex) {
  await knex.raw(\`
${escape(migrationSql('postgres', options))}\`);
}

export async function down(knex) {
  await knex.raw(\`DROP TABLE ${escape(tables.map(({ name }) => nameOf(name)).join(', '))}\`);
}
`;
}
