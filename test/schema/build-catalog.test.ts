import { describe, expect, test } from 'vitest';
import { HOLE } from '../../src/parse/parse-sql.ts';
import { buildCatalog } from '../../src/schema/build-catalog.ts';
import type { SchemaCatalog, SchemaModel } from '../../src/schema/build-catalog.ts';
import type { InsertedValue, KeyVerdict } from '../../src/schema/catalog.ts';
import { discoverSchema } from '../../src/schema/discover.ts';
import { filesOf, keysOf } from './describe-table.ts';

function build(texts: Record<string, string>): SchemaModel {
  const files = filesOf(texts);
  return buildCatalog(discoverSchema('/app', files, '/app'), files);
}

function catalogOf(sql: string): SchemaCatalog {
  return build({ '/app/migrations/1.sql': sql }).catalog;
}

/** `yes t_pkey`, `no: it has no unique key`. */
function short(verdict: KeyVerdict): string {
  if (verdict.verdict !== 'yes') return `${verdict.verdict}: ${verdict.reason}`;
  return `yes ${verdict.key.name}${verdict.nullableColumn === null ? '' : `, ${verdict.nullableColumn} may be null`}`;
}

const event: InsertedValue = { role: 'event-key' };
const order: InsertedValue = { role: 'business-key' };
const field: InsertedValue = { role: 'stable' };
const random: InsertedValue = { role: 'varying' };
const unknown: InsertedValue = { role: 'unknown' };
const constant = (value: string | number | boolean | null): InsertedValue => ({ role: 'constant', value });

describe('keyForInsert', () => {
  test.each<[string, Record<string, InsertedValue>, string]>([
    ['id text PRIMARY KEY', { id: event }, 'yes t_pkey'],
    ['id text PRIMARY KEY', { ID: event }, 'yes t_pkey'],
    [
      'provider text, id text, PRIMARY KEY (provider, id)',
      { provider: constant('stripe'), id: event, type: field },
      'yes t_pkey',
    ],
    ["provider text DEFAULT 'stripe', id text, PRIMARY KEY (provider, id)", { id: event }, 'yes t_pkey'],
    ['id text, org text, UNIQUE (id, org)', { id: event, org: field }, 'yes t_id_org_key, id may be null'],
    [
      'id text NOT NULL, UNIQUE NULLS NOT DISTINCT (id, org), org text',
      { id: event, org: constant(null) },
      'yes t_id_org_key',
    ],
    ['order_id text PRIMARY KEY', { order_id: order }, 'yes t_pkey'],
    ['id text', { id: event }, 'no: it has no unique key'],
    [
      'id text, at timestamptz DEFAULT now(), PRIMARY KEY (id, at)',
      { id: event },
      'no: its primary key also holds at, a clock value',
    ],
    [
      'id text, at timestamptz, PRIMARY KEY (id, at)',
      { id: event, at: random },
      'no: its primary key also holds at, different on every delivery',
    ],
    ['n bigserial PRIMARY KEY, id text', { id: event }, 'no: its primary key is on n, a serial number'],
    [
      'n int GENERATED ALWAYS AS IDENTITY, id text, PRIMARY KEY (n, id)',
      { id: event },
      'no: its primary key also holds n, an identity number',
    ],
    [
      'n uuid PRIMARY KEY DEFAULT gen_random_uuid(), id text',
      { id: event },
      'no: its primary key is on n, a random id',
    ],
    ['n uuid DEFAULT gen_random_uuid() PRIMARY KEY', { n: event }, 'yes t_pkey'],
    [
      'id text, org text, UNIQUE (id, org)',
      { id: event },
      'no: its only unique key also holds org, which the insert leaves null',
    ],
    [
      'id text, org text, UNIQUE (id, org)',
      { id: event, org: constant(null) },
      'no: its only unique key also holds org, which the insert leaves null',
    ],
    [
      'kind text PRIMARY KEY, id text',
      { kind: constant('x'), id: event },
      'no: its primary key is on kind, the same for every event',
    ],
    [
      'email text PRIMARY KEY, id text',
      { email: field, id: event },
      'unknown: its primary key is on email, which may not identify the event',
    ],
    ['id text PRIMARY KEY', { id: unknown }, 'unknown: what the insert gives to id is not known'],
    ['id text PRIMARY KEY', { [HOLE]: unknown }, 'unknown: what the insert gives to id is not known'],
    ['id text PRIMARY KEY', {}, 'unknown: the inserted columns are not known'],
    [
      "payload jsonb, id text GENERATED ALWAYS AS (payload->>'id') STORED PRIMARY KEY",
      { payload: field },
      'yes t_pkey',
    ],
  ])('CREATE TABLE t (%s) with %o: %s', (body, values, expected) => {
    const catalog = catalogOf(`CREATE TABLE t (${body});`);
    const inserted = Object.entries(values).map(([column, value]) => ({ column, value }));
    expect(short(catalog.keyForInsert(catalog.findTable('t'), inserted))).toBe(expected);
  });

  test.each<[string, Record<string, InsertedValue>, string]>([
    ["(id) WHERE provider = 'stripe'", { id: event, provider: constant('stripe') }, 'yes i'],
    [
      "(id) WHERE provider = 'stripe'",
      { id: event, provider: constant('github') },
      "no: its only unique key is partial (provider = 'stripe')",
    ],
    [
      "(id) WHERE provider = 'stripe'",
      { id: event, provider: field },
      "unknown: its unique key i is partial (provider = 'stripe')",
    ],
    ['(id) WHERE archived_at IS NULL', { id: event }, 'yes i'],
    [
      '(id) WHERE archived_at IS NULL',
      { id: event, archived_at: random },
      'no: its only unique key is partial (archived_at IS NULL)',
    ],
    [
      '(id) WHERE archived_at IS NOT NULL',
      { id: event },
      'no: its only unique key is partial (archived_at IS NOT NULL)',
    ],
    ['(id) WHERE id IS NOT NULL', { id: event }, 'yes i'],
    ["(id) WHERE provider <> 'test'", { id: event, provider: constant('stripe') }, 'yes i'],
    ['(id) WHERE live', { id: event }, 'yes i'],
    ['(id) WHERE length(id) > 3', { id: event }, 'unknown: its unique key i is partial (length(id) > 3)'],
    ['(lower(id))', { id: event }, 'yes i'],
    ["(provider, (payload->>'id'))", { provider: constant('stripe'), payload: event }, 'yes i'],
  ])('CREATE UNIQUE INDEX i ON t %s with %o: %s', (index, values, expected) => {
    const catalog = catalogOf(
      `CREATE TABLE t (id text NOT NULL, provider text NOT NULL, payload jsonb NOT NULL, live boolean DEFAULT true, archived_at timestamptz);
       CREATE UNIQUE INDEX i ON t ${index};`,
    );
    const inserted = Object.entries(values).map(([column, value]) => ({ column, value }));
    expect(short(catalog.keyForInsert(catalog.findTable('t'), inserted))).toBe(expected);
  });

  test('the reason is that of the key that comes nearest', () => {
    const catalog = catalogOf(
      'CREATE TABLE t (n serial PRIMARY KEY, id text NOT NULL, at timestamptz DEFAULT now(), UNIQUE (id, at));',
    );
    expect(short(catalog.keyForInsert(catalog.findTable('t'), [{ column: 'id', value: event }]))).toBe(
      'no: its unique key t_id_at_key also holds at, a clock value',
    );
  });

  test('a table that is not known, or not in full', () => {
    const catalog = catalogOf('ALTER TABLE t ADD COLUMN id text;');
    expect(short(catalog.keyForInsert(catalog.findTable('nowhere'), []))).toBe('unknown: its definition was not found');
    expect(short(catalog.keyForInsert(catalog.findTable('t'), [{ column: 'id', value: event }]))).toBe(
      'unknown: its definition was not read whole',
    );
  });
});

describe('keyForLookup', () => {
  test.each<[string, string[], string]>([
    ['id text PRIMARY KEY', ['id', 'status'], 'yes t_pkey'],
    ['id bigserial PRIMARY KEY', ['id'], 'yes t_pkey'],
    ['a text, b text, UNIQUE (a, b)', ['a', 'b'], 'yes t_a_b_key, a may be null'],
    ['a text, b text, UNIQUE (a, b)', ['a'], 'no: its only unique key also holds b'],
    ['id serial PRIMARY KEY, event_id text', ['event_id'], 'no: its primary key is on id'],
    ['id text', ['id'], 'no: it has no unique key'],
  ])('CREATE TABLE t (%s) by %j: %s', (body, columns, expected) => {
    const catalog = catalogOf(`CREATE TABLE t (${body});`);
    expect(short(catalog.keyForLookup(catalog.findTable('t'), columns))).toBe(expected);
  });
});

describe('keyForTarget', () => {
  test.each<[string, string[], string]>([
    ['CREATE TABLE t (a text, b text, PRIMARY KEY (a, b));', ['b', 'a'], 'yes t_pkey'],
    ['CREATE TABLE t (a text, b text, PRIMARY KEY (a, b));', ['a'], 'no: its primary key is on (a, b)'],
    [
      'CREATE TABLE t (a text); CREATE UNIQUE INDEX i ON t (lower(a));',
      ['a'],
      'no: its only unique key is over an expression (lower(a))',
    ],
    [
      'CREATE TABLE t (a text); CREATE UNIQUE INDEX i ON t (a) WHERE b IS NULL;',
      ['a'],
      'unknown: its unique key i is partial (b IS NULL)',
    ],
  ])('%s by %j: %s', (sql, columns, expected) => {
    const catalog = catalogOf(sql);
    expect(short(catalog.keyForTarget(catalog.findTable('t'), columns))).toBe(expected);
  });

  test.each<[object[], string]>([
    [[], 'no: its only unique key is partial (b IS NULL)'],
    [[{ column: 'b', table: null, operator: 'is null', values: [] }], 'yes i'],
    [[{ column: 'c', table: null, operator: 'is null', values: [] }], 'no: its only unique key is partial (b IS NULL)'],
  ])('of a partial index with WHERE %j: %s', (where, expected) => {
    const catalog = catalogOf('CREATE TABLE t (a text NOT NULL); CREATE UNIQUE INDEX i ON t (a) WHERE b IS NULL;');
    expect(short(catalog.keyForTarget(catalog.findTable('t'), ['a'], where as never))).toBe(expected);
  });
});

describe('findTable', () => {
  const catalog = catalogOf(
    'CREATE TABLE events (a int); CREATE TABLE "Orders" (a int); CREATE TABLE billing.invoices (a int);',
  );
  test.each<[string, string | null | undefined, string | undefined]>([
    ['events', undefined, 'events'],
    ['events', 'public', 'events'],
    ['orders', null, 'Orders'],
    ['invoices', 'billing', 'invoices'],
    ['invoices', null, 'invoices'],
    ['events', 'billing', undefined],
  ])('%s in %s', (name, schema, expected) => {
    expect(catalog.findTable(name, schema)?.name).toBe(expected);
  });
});

describe('two descriptions of one table', () => {
  const model = 'model Event {\n  id String @id\n  eventId String @unique @map("event_id")\n  @@map("events")\n}';
  const keysWith = (sql: string): string[] => {
    const { catalog, mapped } = build({
      '/app/prisma/schema.prisma': model,
      '/app/prisma/migrations/1/migration.sql': sql,
    });
    expect(mapped[0]?.table).toBe(catalog.findTable('events'));
    return keysOf(catalog.findTable('events'));
  };

  test.each<[string, string, string[]]>([
    [
      'migrations that were read whole are believed',
      'CREATE TABLE events (id text PRIMARY KEY, event_id text)',
      ['primary events_pkey(id)'],
    ],
    [
      'migrations of an older state are not',
      'CREATE TABLE events (id text PRIMARY KEY)',
      ['primary events_pkey(id)', 'unique events_event_id_key(event_id)'],
    ],
    [
      'a part of a history adds what it tells',
      'ALTER TABLE events ADD CONSTRAINT u UNIQUE (kind)',
      ['primary events_pkey(id)', 'unique events_event_id_key(event_id)', 'unique u(kind)'],
    ],
  ])('%s', (_, sql, expected) => {
    expect(keysWith(`${sql};`)).toEqual(expected);
  });
});

test('files that cannot be read at all', () => {
  const { catalog } = build({
    '/app/migrations/1.sql': 'CREATE TABLE (((',
    '/app/a.prisma': 'model {{{',
    '/app/migrations/2.sql': '\0\0',
  });
  expect(catalog.tables).toEqual([]);
  expect(catalog.unknown.map((entry) => entry.file)).toEqual(['/app/migrations/1.sql', '/app/a.prisma']);
});
