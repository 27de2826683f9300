import { describe, expect, test } from 'vitest';
import { readDrizzle } from '../../src/schema/from-drizzle.ts';
import type { MappedTable } from '../../src/schema/mapped-table.ts';
import { columnText, keysOf } from './describe-table.ts';

function read(text: string, others: Record<string, string> = {}, snakeCase = false): readonly MappedTable[] {
  const resolve = (_from: string, specifier: string): { file: string; text: string } | undefined => {
    const found = others[specifier];
    return found === undefined ? undefined : { file: `/app/${specifier}.ts`, text: found };
  };
  return readDrizzle([{ file: '/app/schema.ts', text }], { snakeCase, resolve }).mapped;
}

const pg = "import { pgTable as table, text, serial, uuid, timestamp, integer, primaryKey, unique, uniqueIndex, pgSchema, pgTableCreator, pgEnum } from 'drizzle-orm/pg-core';\nimport { sql, eq, and, isNull } from 'drizzle-orm';\n"; // prettier-ignore

describe('columns', () => {
  test.each<[string, string]>([
    ["text('event_id').notNull()", 'event_id text'],
    ['text()', 'eventId? text'],
    ['serial()', 'eventId= serial serial'],
    ['uuid().defaultRandom().primaryKey()', 'eventId= uuid uuid'],
    ["timestamp('at', { withTimezone: true }).defaultNow().notNull()", 'at= timestamp clock'],
    ['timestamp().default(sql`now()`)', 'eventId?= timestamp clock'],
    ['uuid().default(sql`gen_random_uuid()`)', 'eventId?= uuid uuid'],
    ["text().default('stripe')", 'eventId?= text'],
    ['text().$defaultFn(() => createId())', 'eventId?= text uuid'],
    ['timestamp().$default(() => new Date())', 'eventId?= timestamp clock'],
    ['integer().generatedAlwaysAsIdentity()', 'eventId?= integer identity'],
    ["kind('kind')", 'kind? custom'],
    ['own()', 'eventId text'],
  ])('%s', (definition, expected) => {
    const [found] = read(
      `${pg}const kind = pgEnum('k', ['a']);\nconst own = () => text().notNull();\nexport const t = table('t', { eventId: ${definition} });`,
    );
    expect(found?.table.columns.map(columnText)).toEqual([expected]);
    expect(found?.table.complete).toBe(true);
  });

  test('names of properties, in snake_case where the project says so', () => {
    const text = `${pg}export const events = table('e', { eventId: text(), receivedAt: text('at') });`;
    expect([...(read(text, {}, true)[0]?.columns ?? [])]).toEqual([
      ['eventId', 'event_id'],
      ['receivedAt', 'at'],
    ]);
    expect(read(text)[0]?.columns.get('eventId')).toBe('eventId');
  });
});

describe('keys', () => {
  test.each<[string, string[]]>([
    ['(t) => [primaryKey({ columns: [t.a, t.b] })]', ['primary t_a_b_pk(a, b)']],
    ['(t) => ({ pk: primaryKey(t.a, t.b) })', ['primary t_a_b_pk(a, b)']],
    ["(t) => [unique('once').on(t.a, t.b).nullsNotDistinct()]", ['unique once(a, b) nulls not distinct']],
    ['({ a, b }) => [unique().on(a, b)]', ['unique t_a_b_unique(a, b)']],
    ["(t) => { return [uniqueIndex('once').on(t.a.desc())]; }", ['unique once(a)']],
    ["(t) => [uniqueIndex('once').using('btree', t.a)]", ['unique once(a)']],
    ["(t) => [uniqueIndex('once').on(t.a).where(sql`${t.b} = 'x'`)]", ["unique once(a) where b = 'x'"]],
    [
      "(t) => [uniqueIndex('once').on(t.a).where(and(eq(t.b, 'x'), isNull(t.c)))]",
      ["unique once(a) where b = 'x' and c is null"],
    ],
    ["(t) => [uniqueIndex('once').on(t.a, sql`lower(${t.b})`)]", ['unique once(a, lower("b"))']],
    ["(t) => [index('i').on(t.a)]", []],
  ])('%s', (extras, expected) => {
    const [found] = read(`${pg}export const t = table('t', { a: text(), b: text(), c: text() }, ${extras});`);
    expect(keysOf(found?.table)).toEqual(expected);
  });

  test('of columns', () => {
    const [found] = read(
      `${pg}export const t = table('t', {\n  a: text().primaryKey(),\n  b: text().unique(),\n  c: text().unique('c_once', { nulls: 'not distinct' }),\n});`,
    );
    expect(keysOf(found?.table)).toEqual([
      'primary t_pkey(a)',
      'unique c_once(c) nulls not distinct',
      'unique t_b_unique(b)',
    ]);
    expect(found?.table.uniqueKeys.map((key) => key.source.line)).toEqual([4, 5, 6]);
  });

  test('a predicate is broken down', () => {
    const [found] = read(
      `${pg}export const t = table('t', { a: text(), b: text() }, (t) => [uniqueIndex().on(t.a).where(sql\`\${t.b} is null\`)]);`,
    );
    expect(found?.table.uniqueKeys[0]?.conditions).toEqual([{ column: 'b', operator: 'is null', value: null }]);
  });
});

describe('how a table is made', () => {
  test.each<[string, string]>([
    ["export const t = table('t', { a: text() });", 'null.t'],
    ["export const t = table('t', (c) => ({ a: c.text() }));", 'null.t'],
    ["const s = pgSchema('billing'); export const t = s.table('t', { a: text() });", 'billing.t'],
    ['const make = pgTableCreator((name) => `app_${name}`); export const t = make("t", { a: text() });', 'null.app_t'],
    ["const columns = { a: text() }; const t = table('t', columns).enableRLS(); export { t };", 'null.t'],
    ["const shared = { a: text() }; export const t = table('t', { ...shared });", 'null.t'],
    ["const shared = () => ({ a: text() }); export const t = table('t', { ...shared() });", 'null.t'],
  ])('%s', (text, expected) => {
    const [found] = read(pg + text);
    expect(found?.calledBy).toContain('t');
    expect(`${found?.table.schema}.${found?.table.name}`).toBe(expected);
    expect(found?.table.columns.map((column) => column.name)).toEqual(['a']);
    expect(found?.table.complete).toBe(true);
  });

  test('with pieces of other files', () => {
    const others = {
      './table':
        "import { pgTableCreator } from 'drizzle-orm/pg-core';\nexport const make = pgTableCreator((name) => `app_${name}`);",
      './columns':
        "import { timestamp } from 'drizzle-orm/pg-core';\nexport const times = { createdAt: timestamp('created_at').defaultNow() };",
    };
    const [found] = read(
      `${pg}import { make } from './table';\nimport { times } from './columns';\nexport const t = make('t', { a: text(), ...times });`,
      others,
    );
    expect(found?.table).toMatchObject({ name: 'app_t', complete: true });
    expect(found?.table.columns.map(columnText)).toEqual(['a? text', 'created_at?= timestamp clock']);
  });

  test('a piece that is not found leaves the table not read whole', () => {
    const [found] = read(
      `${pg}import { times } from './nowhere';\nexport const t = table('t', { a: text(), ...times });`,
    );
    expect(found?.table).toMatchObject({ name: 't', complete: false });
  });

  test('another function of that name is none', () => {
    expect(read("import { pgTable, text } from './own';\nexport const t = pgTable('t', { a: text() });")).toEqual([]);
  });

  test.each(['mysql', 'sqlite'])('of %s', (dialect) => {
    const text = `import { ${dialect}Table, text, integer } from 'drizzle-orm/${dialect}-core';\nexport const t = ${dialect}Table('t', { id: integer().primaryKey({ autoIncrement: true }), a: text().unique() });`;
    const [found] = read(text);
    expect(keysOf(found?.table)).toEqual(['primary t_pkey(id)', 'unique t_a_unique(a)']);
    expect(found?.table.columns[0]?.generated).toBe('serial');
  });
});
