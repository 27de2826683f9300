import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPostgres } from '../../src/schema/from-postgres.ts';
import { SqlFold } from '../../src/schema/fold-sql.ts';
import type { Table } from '../../src/schema/catalog.ts';
import { PostgresServer } from '../support/postgres-server.ts';

let server: PostgresServer;
let database: Awaited<ReturnType<PostgresServer['createDatabase']>>;

beforeAll(async () => {
  server = await PostgresServer.start();
  database = await server.createDatabase();
}, 60_000);

afterAll(async () => {
  await database.drop();
  await server.stop();
});

/** An empty database is made faster by emptying one. */
async function empty(): Promise<void> {
  const { rows } = await database.client.query<{ name: string }>(
    "SELECT quote_ident(nspname) AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'",
  );
  await database.client.query(`DROP SCHEMA ${rows.map((row) => row.name).join(', ')} CASCADE; CREATE SCHEMA public`);
  await database.client.query('DISCARD ALL');
}

/** Tables, columns and unique keys as texts that are alike where the database is. */
function picture(tables: readonly Table[]): Record<string, string[]> {
  return Object.fromEntries(
    tables
      .map((table): [string, string[]] => [
        `${table.schema ?? 'public'}.${table.name}`,
        [
          ...table.columns
            .map(({ name, nullable, hasDefault }) => `${name}${nullable ? '?' : ''}${hasDefault ? '=' : ''}`)
            .sort(),
          ...table.uniqueKeys
            .map((key) =>
              [
                `${key.name}${key.primary ? ' primary' : ''} (${key.columns.join(', ')}${key.expression === null ? '' : ' and an expression'})`,
                ...(key.where === null ? [] : ['partial']),
                ...(key.nullsNotDistinct ? ['nulls not distinct'] : []),
              ].join(' '),
            )
            .sort(),
        ],
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Runs a history on the server and in the fold. What the server refuses is not folded. */
async function both(
  files: readonly string[],
): Promise<{ server: Record<string, string[]>; fold: Record<string, string[]> }> {
  await empty();
  const fold = new SqlFold();
  for (const [index, text] of files.entries()) {
    const accepted = await database.client.query(text).then(
      () => true,
      () => false,
    );
    if (accepted) fold.foldFile(`/app/${index}.sql`, text);
    await database.client.query('RESET ALL');
  }
  const live = await readPostgres(async (text) => (await database.client.query<Record<string, unknown>>(text)).rows);
  expect(fold.tables.filter((one) => !one.complete)).toEqual([]);
  return { server: picture(live.tables), fold: picture(fold.tables) };
}

const histories: Record<string, string[]> = {
  'constraints by every spelling': [
    `CREATE TABLE a (id bigserial PRIMARY KEY, b text UNIQUE, c int NOT NULL, d text, UNIQUE (b, c), CONSTRAINT named UNIQUE NULLS NOT DISTINCT (d));
     CREATE TABLE b (x int, y int, PRIMARY KEY (x, y), EXCLUDE USING btree (y WITH =));
     ALTER TABLE a ADD CONSTRAINT late UNIQUE (c) DEFERRABLE INITIALLY DEFERRED;`,
    'CREATE UNIQUE INDEX promoted ON a (c, d) INCLUDE (b)',
    'ALTER TABLE a ADD CONSTRAINT promoted_key UNIQUE USING INDEX promoted; ALTER TABLE a ADD e int UNIQUE DEFAULT 3;',
    'CREATE UNIQUE INDEX CONCURRENTLY alone ON a (d)',
  ],
  'names that the server makes': [
    `CREATE TABLE events (id int, body jsonb, kind text);
     CREATE UNIQUE INDEX ON events (lower(kind)); CREATE UNIQUE INDEX ON events (lower(kind));
     CREATE UNIQUE INDEX ON events ((body->>'id'), kind); CREATE UNIQUE INDEX ON events (coalesce(kind, ''), id);
     ALTER TABLE events ADD UNIQUE (kind); ALTER TABLE events ADD UNIQUE (kind); ALTER TABLE events ADD PRIMARY KEY (id);
     CREATE TABLE a_table_whose_name_is_long_enough_to_be_cut_by_the_server (a_column_of_which_the_same_is_true int UNIQUE);`,
  ],
  'drops and renames': [
    `CREATE TABLE t (a int PRIMARY KEY, b int UNIQUE, c int, d int, UNIQUE (c, d)); CREATE UNIQUE INDEX p ON t (c) WHERE d IS NULL;
     CREATE UNIQUE INDEX x ON t ((b + c)); CREATE INDEX plain ON t (a);`,
    `ALTER TABLE t DROP COLUMN d; ALTER TABLE t RENAME COLUMN c TO renamed; ALTER TABLE t RENAME CONSTRAINT t_b_key TO one_b;
     ALTER INDEX x RENAME TO expression; ALTER TABLE t RENAME TO u; ALTER TABLE u DROP CONSTRAINT t_pkey;`,
    'CREATE UNIQUE INDEX IF NOT EXISTS plain ON u (a); DROP INDEX IF EXISTS nothing; DROP TABLE IF EXISTS nothing;',
  ],
  'schemas and search paths': [
    `CREATE SCHEMA billing; SET search_path TO billing, public; CREATE TABLE orders (id int PRIMARY KEY); CREATE TABLE public.orders (ref text UNIQUE);
     ALTER TABLE orders ADD COLUMN ref text UNIQUE;`,
    `CREATE TABLE later (id int PRIMARY KEY); ALTER TABLE later SET SCHEMA billing; ALTER SCHEMA billing RENAME TO money;`,
    `SELECT pg_catalog.set_config('search_path', 'money', false); CREATE UNIQUE INDEX once ON orders (ref) WHERE ref <> '';`,
  ],
  'partitions, inheritance and copies': [
    `CREATE TABLE m (id int, at date NOT NULL, k text, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
     CREATE TABLE m1 PARTITION OF m FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
     CREATE TABLE m2 (id int NOT NULL, at date NOT NULL, k text); ALTER TABLE m ATTACH PARTITION m2 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
     CREATE UNIQUE INDEX by_k ON m (k, at); ALTER TABLE m ADD COLUMN extra text DEFAULT 'x';`,
    `ALTER TABLE m DETACH PARTITION m2; DROP INDEX by_k; ALTER TABLE m RENAME COLUMN k TO kind;`,
    `CREATE TABLE base (id int PRIMARY KEY, k text UNIQUE); CREATE TABLE child (more int) INHERITS (base); ALTER TABLE base ADD COLUMN late int NOT NULL DEFAULT 0;
     CREATE TABLE copy (LIKE base INCLUDING ALL, own int); CREATE TABLE bare (LIKE base); CREATE TABLE made AS SELECT id, lower(k) FROM base; SELECT * INTO other FROM base;`,
  ],
  'blocks and functions': [
    `CREATE TABLE t (a int, b int);
     DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'once') THEN ALTER TABLE t ADD CONSTRAINT once UNIQUE (a); END IF; END $$;
     DO $$ BEGIN EXECUTE 'CREATE UNIQUE INDEX dynamic ON t (b)'; EXECUTE format('ALTER TABLE %I ADD COLUMN %I text', 't', 'c'); EXCEPTION WHEN duplicate_table THEN NULL; END $$;
     CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN CREATE TEMP TABLE s (a int UNIQUE); RETURN NEW; END $$;`,
    `CREATE TEMP TABLE gone (a int PRIMARY KEY); ALTER TABLE gone ADD COLUMN b int UNIQUE; CREATE VIEW v AS SELECT * FROM t; CREATE MATERIALIZED VIEW mv AS SELECT 1 AS a; CREATE UNIQUE INDEX ON mv (a);`,
  ],
  'types that go and take columns along': [
    `CREATE TYPE kind AS ENUM ('a'); CREATE TABLE t (a int, k kind, UNIQUE (a, k)); DROP TYPE kind CASCADE; CREATE TABLE IF NOT EXISTS t (z int);
     ALTER TABLE t ALTER COLUMN a SET NOT NULL, ALTER COLUMN a SET DEFAULT 1, ADD COLUMN g int GENERATED ALWAYS AS (a * 2) STORED, ADD n int GENERATED ALWAYS AS IDENTITY;`,
    'ALTER TABLE t ALTER COLUMN a DROP NOT NULL, ALTER COLUMN a DROP DEFAULT; ALTER TABLE t ADD COLUMN IF NOT EXISTS a text, ADD UNIQUE (g);',
  ],
};

describe('a history leaves behind what a server says', () => {
  test.each(Object.entries(histories))('%s', async (_, files) => {
    const { server: expected, fold } = await both(files);
    expect(fold).toEqual(expected);
    expect(Object.keys(expected).length).toBeGreaterThan(0);
  });
});

const table = fc.constantFrom('t', 'u', '"V"', 's.w');
const column = fc.constantFrom('a', 'b', 'c', '"D"');
const columns = fc.uniqueArray(column, { minLength: 1, maxLength: 3 }).map((names) => names.join(', '));
const name = fc.constantFrom('n1', 'n2', 'n3', '"N4"');
const type = fc.constantFrom(
  'int',
  'text',
  'bigserial',
  'timestamptz DEFAULT now()',
  'text NOT NULL',
  "text DEFAULT 'x' UNIQUE",
  'int PRIMARY KEY',
);
const indexed = fc.oneof(
  columns,
  column.map((one) => `lower(${one}::text)`),
  fc.tuple(column, column).map(([a, b]) => `(${a}::text || ${b}::text)`),
);
const tail = fc.oneof(
  fc.constant(''),
  fc.constant(' NULLS NOT DISTINCT'),
  column.map((one) => ` WHERE ${one} IS NOT NULL`),
);
const maybe = (text: string) => fc.constantFrom('', text);

/** One statement of a migration, right or wrong: the server says which. */
const statement = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(maybe('IF NOT EXISTS '), table, type, type, maybe(', UNIQUE (b, a)'), maybe(', CONSTRAINT n1 PRIMARY KEY (a)')).map(([exists, t, a, b, u, p]) => `CREATE TABLE ${exists}${t} (a ${a}, b ${b}, c text${u}${p})`) },
  { weight: 4, arbitrary: fc.tuple(maybe('IF NOT EXISTS '), fc.oneof(name, fc.constant(null)), table, indexed, tail).map(([exists, n, t, over, end]) => `CREATE UNIQUE INDEX ${n === null ? '' : exists + n} ON ${t} (${over})${end}`) },
  fc.tuple(name, table, columns).map(([n, t, over]) => `CREATE INDEX ${n} ON ${t} (${over})`),
  { weight: 3, arbitrary: fc.tuple(table, fc.oneof(name.map((n) => `CONSTRAINT ${n} `), fc.constant('')), columns).map(([t, n, over]) => `ALTER TABLE ${t} ADD ${n}UNIQUE (${over})`) },
  fc.tuple(table, columns).map(([t, over]) => `ALTER TABLE ${t} ADD PRIMARY KEY (${over})`),
  fc.tuple(table, name, name).map(([t, i, n]) => `ALTER TABLE ${t} ADD CONSTRAINT ${n} UNIQUE USING INDEX ${i}`),
  { weight: 2, arbitrary: fc.tuple(table, maybe('IF NOT EXISTS '), column, type).map(([t, exists, c, what]) => `ALTER TABLE ${t} ADD COLUMN ${exists}${c} ${what}`) },
  fc.tuple(table, column).map(([t, c]) => `ALTER TABLE ${t} DROP COLUMN ${c}`),
  fc.tuple(table, column, column).map(([t, a, b]) => `ALTER TABLE ${t} RENAME COLUMN ${a} TO ${b}`),
  fc.tuple(table, column, fc.constantFrom('SET NOT NULL', 'DROP NOT NULL', 'SET DEFAULT NULL', 'DROP DEFAULT')).map(([t, c, what]) => `ALTER TABLE ${t} ALTER COLUMN ${c} ${what}`),
  fc.tuple(table, fc.oneof(name, fc.constantFrom('t_pkey', 't_b_key', 'u_pkey'))).map(([t, n]) => `ALTER TABLE ${t} DROP CONSTRAINT IF EXISTS ${n}`),
  fc.tuple(table, name, name).map(([t, a, b]) => `ALTER TABLE ${t} RENAME CONSTRAINT ${a} TO ${b}`),
  fc.tuple(name, name).map(([a, b]) => `ALTER INDEX IF EXISTS ${a} RENAME TO ${b}`),
  name.map((n) => `DROP INDEX IF EXISTS ${n}`),
  fc.tuple(table, fc.constantFrom('t', 'u', '"V"')).map(([a, b]) => `ALTER TABLE ${a} RENAME TO ${b}`),
  fc.tuple(table, maybe(' CASCADE')).map(([t, end]) => `DROP TABLE IF EXISTS ${t}${end}`),
  fc.tuple(table, table, fc.constantFrom('', ' INCLUDING ALL', ' INCLUDING INDEXES', ' INCLUDING DEFAULTS')).map(([a, b, what]) => `CREATE TABLE ${a} (LIKE ${b}${what})`),
  fc.tuple(table, table).map(([a, b]) => `CREATE TABLE ${a} AS SELECT * FROM ${b}`),
  fc.tuple(table, table).map(([a, b]) => `CREATE TABLE ${a} () INHERITS (${b})`),
  fc.tuple(table, fc.constantFrom('s', 'public')).map(([t, s]) => `ALTER TABLE ${t} SET SCHEMA ${s}`),
  fc.tuple(table, columns).map(([t, over]) => `DO $$ BEGIN ALTER TABLE ${t} ADD CONSTRAINT n2 UNIQUE (${over}); END $$`),
  fc.tuple(table, columns).map(([t, over]) => `SET search_path TO s, public; CREATE UNIQUE INDEX n3 ON ${t} (${over})`),
); // prettier-ignore

test('any history leaves behind what a server says', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 8, maxLength: 40 }), async (statements) => {
      const { server: expected, fold } = await both(['CREATE SCHEMA s', ...statements]);
      expect(fold).toEqual(expected);
    }),
    // The same histories every time, so that a change is judged by what it changes; SEED looks for new ones.
    {
      seed: Number(process.env.SEED ?? 7),
      numRuns: Number(process.env.RUNS ?? 60),
      plugins: [fc.interruptAfterTimeLimit(Number(process.env.LIMIT ?? 15_000))],
    },
  );
});
