import { describe, expect, test } from 'vitest';
import { SqlFold } from '../../src/schema/fold-sql.ts';
import type { TableDraft } from '../../src/schema/table-draft.ts';
import { columnText, keysOf } from './describe-table.ts';

function fold(...scripts: string[]): SqlFold {
  const result = new SqlFold();
  scripts.forEach((script, index) => {
    result.foldFile(`/db/${index + 1}.sql`, script);
  });
  return result;
}

function tableIn(result: SqlFold, name = 't'): TableDraft {
  const found = result.tables.find((table) => table.name === name);
  if (!found) throw new Error(`no table ${name}`);
  return found;
}

describe('keys of CREATE TABLE', () => {
  test.each<[string, string[]]>([
    ['id text PRIMARY KEY', ['primary t_pkey(id)']],
    ['id text, CONSTRAINT once PRIMARY KEY (id)', ['primary once(id)']],
    ['a text UNIQUE, b text, UNIQUE (a, b)', ['unique t_a_b_key(a, b)', 'unique t_a_key(a)']],
    ['a text UNIQUE NULLS NOT DISTINCT', ['unique t_a_key(a) nulls not distinct']],
    ['"eventId" text, UNIQUE ("eventId") INCLUDE (b), b text', ['unique t_eventId_key(eventId)']],
    ['a text, EXCLUDE USING gist (a WITH =), CHECK (a <> $$x$$)', []],
    ['a text, UNIQUE (a), UNIQUE (a)', ['unique t_a_key(a)']],
  ])('%s', (body, expected) => {
    expect(keysOf(tableIn(fold(`CREATE TABLE t (${body});`)))).toEqual(expected);
  });

  test('a name that is too long is cut as Postgres cuts it', () => {
    const result = fold(
      'CREATE TABLE a_table_with_a_name_that_is_quite_long (a_column_with_a_name_that_is_quite_long text UNIQUE);',
    );
    expect(tableIn(result, 'a_table_with_a_name_that_is_quite_long').uniqueKeys[0]?.name).toBe(
      'a_table_with_a_name_that_is_q_a_column_with_a_name_that_is__key',
    );
  });
});

describe('columns of CREATE TABLE', () => {
  test.each<[string, string]>([
    ['a text', 'a? text'],
    ['a text NOT NULL', 'a text'],
    ['a bigserial', 'a= bigserial serial'],
    ['a int GENERATED ALWAYS AS IDENTITY', 'a= integer identity'],
    ['a uuid DEFAULT gen_random_uuid()', 'a?= uuid uuid'],
    ['a uuid DEFAULT extensions.uuid_generate_v4()', 'a?= uuid uuid'],
    ["a int DEFAULT nextval('s'::regclass)", 'a?= integer serial'],
    ['a timestamptz DEFAULT now()', 'a?= timestamptz clock'],
    ["a timestamptz DEFAULT timezone('utc', now())", 'a?= timestamptz clock'],
    ['a timestamp DEFAULT CURRENT_TIMESTAMP', 'a?= timestamp clock'],
    ["a text DEFAULT 'stripe'::text", 'a?= text'],
    ['a text DEFAULT NULL', 'a? text'],
    ["a text GENERATED ALWAYS AS (payload->>'id') STORED", 'a?= text'],
    ['a varchar(20)[]', 'a? varchar[]'],
  ])('%s', (body, expected) => {
    expect(tableIn(fold(`CREATE TABLE t (${body});`)).columns.map(columnText)).toEqual([expected]);
  });

  test('of a primary key are never null', () => {
    expect(tableIn(fold('CREATE TABLE t (a text, b text, PRIMARY KEY (a, b));')).columns.map(columnText)).toEqual([
      'a text',
      'b text',
    ]);
  });
});

describe('indexes', () => {
  test.each<[string, string[]]>([
    ['CREATE UNIQUE INDEX i ON t (a, b)', ['unique i(a, b)']],
    ['CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON public.t USING btree (a DESC) INCLUDE (b)', ['unique i(a)']],
    ['CREATE UNIQUE INDEX ON t (a)', ['unique t_a_idx(a)']],
    ['CREATE UNIQUE INDEX i ON t (a) NULLS NOT DISTINCT', ['unique i(a) nulls not distinct']],
    ["CREATE UNIQUE INDEX i ON t (a) WHERE b = 'x'", ["unique i(a) where b = 'x'"]],
    ['CREATE UNIQUE INDEX i ON t (a, lower(b))', ['unique i(a, lower(b))']],
    ['CREATE INDEX i ON t (a)', []],
    ['CREATE UNIQUE INDEX i ON t (a); DROP INDEX i', []],
    ['CREATE UNIQUE INDEX i ON t (a); ALTER INDEX i RENAME TO j', ['unique j(a)']],
    ['CREATE UNIQUE INDEX i ON t (a); ALTER TABLE t ADD CONSTRAINT c UNIQUE USING INDEX i', ['unique c(a)']],
    ['CREATE UNIQUE INDEX i ON t (a); ALTER TABLE t ADD PRIMARY KEY USING INDEX i', ['primary i(a)']],
  ])('%s', (statements, expected) => {
    expect(keysOf(tableIn(fold('CREATE TABLE t (a text, b text);', `${statements};`)))).toEqual(expected);
  });

  test.each<[string, unknown]>([
    ["provider = 'stripe' AND archived_at IS NULL", [{ column: 'provider', operator: '=', value: 'stripe' }, { column: 'archived_at', operator: 'is null', value: null }]], // prettier-ignore
    ['live', [{ column: 'live', operator: '=', value: true }]],
    ["kind IN ('a')", [{ column: 'kind', operator: '=', value: 'a' }]],
    ['a > 1', null],
    ["kind = 'a' OR live", null],
  ])('predicate %s', (where, expected) => {
    expect(tableIn(fold(`CREATE UNIQUE INDEX i ON t (id) WHERE ${where};`)).uniqueKeys[0]?.conditions).toEqual(
      expected,
    );
  });
});

describe('ALTER TABLE', () => {
  const created = 'CREATE TABLE t (a text NOT NULL, b text, c text, CONSTRAINT k UNIQUE (a, b));';
  test.each<[string, string[], string[]]>([
    [
      'ALTER TABLE t ADD COLUMN d text UNIQUE',
      ['unique k(a, b)', 'unique t_d_key(d)'],
      ['a text', 'b? text', 'c? text', 'd? text'],
    ],
    [
      'ALTER TABLE ONLY t ADD CONSTRAINT p PRIMARY KEY (c)',
      ['primary p(c)', 'unique k(a, b)'],
      ['a text', 'b? text', 'c text'],
    ],
    ['ALTER TABLE t ADD UNIQUE (c)', ['unique k(a, b)', 'unique t_c_key(c)'], ['a text', 'b? text', 'c? text']],
    ['ALTER TABLE t DROP CONSTRAINT IF EXISTS k', [], ['a text', 'b? text', 'c? text']],
    ['ALTER TABLE t DROP COLUMN b', [], ['a text', 'c? text']],
    ['ALTER TABLE t RENAME COLUMN b TO d', ['unique k(a, d)'], ['a text', 'd? text', 'c? text']],
    ['ALTER TABLE t RENAME CONSTRAINT k TO l', ['unique l(a, b)'], ['a text', 'b? text', 'c? text']],
    ['ALTER TABLE t ALTER b SET NOT NULL, ALTER a DROP NOT NULL', ['unique k(a, b)'], ['a? text', 'b text', 'c? text']],
    [
      'ALTER TABLE t ALTER b TYPE uuid USING b::uuid, ALTER b SET DEFAULT gen_random_uuid()',
      ['unique k(a, b)'],
      ['a text', 'b?= uuid uuid', 'c? text'],
    ],
    [
      'ALTER TABLE t ALTER c SET DEFAULT now(); ALTER TABLE t ALTER c DROP DEFAULT',
      ['unique k(a, b)'],
      ['a text', 'b? text', 'c? text'],
    ],
    ['DO $$ BEGIN ALTER TABLE t ADD CONSTRAINT u UNIQUE (c); EXCEPTION WHEN duplicate_object THEN null; END $$', ['unique k(a, b)', 'unique u(c)'], ['a text', 'b? text', 'c? text']], // prettier-ignore
  ])('%s', (change, keys, columns) => {
    const table = tableIn(fold(created, `${change};`));
    expect(keysOf(table)).toEqual(keys);
    expect(table.columns.map(columnText)).toEqual(columns);
    expect(table.complete).toBe(true);
  });

  test('renaming a column renames it in predicates and expressions', () => {
    const table = tableIn(
      fold(
        'CREATE TABLE t (a text, b text); CREATE UNIQUE INDEX i ON t (lower(a)) WHERE a IS NOT NULL; ALTER TABLE t RENAME a TO z;',
      ),
    );
    expect(keysOf(table)).toEqual(['unique i(lower(z)) where z IS NOT NULL']);
    expect(table.uniqueKeys[0]?.conditions).toEqual([{ column: 'z', operator: 'is not null', value: null }]);
  });

  test('dropping a column drops the keys that need it', () => {
    expect(
      keysOf(
        tableIn(
          fold(
            'CREATE TABLE t (a text, b text); CREATE UNIQUE INDEX i ON t (a) WHERE b IS NULL; ALTER TABLE t DROP b;',
          ),
        ),
      ),
    ).toEqual([]);
  });

  test('a table whose creation was not seen is not whole', () => {
    const table = tableIn(fold('ALTER TABLE t ADD COLUMN a text UNIQUE;'));
    expect(table.complete).toBe(false);
    expect(keysOf(table)).toEqual(['unique t_a_key(a)']);
  });
});

describe('tables', () => {
  test.each<[string, string[]]>([
    ['CREATE TABLE t (a int); DROP TABLE IF EXISTS t CASCADE', []],
    ['CREATE TABLE public.t (a int)', ['null.t']],
    ['CREATE TABLE Events (a int); CREATE TABLE "Events" (a int)', ['null.events', 'null.Events']],
    ['CREATE TABLE t (a int); ALTER TABLE t RENAME TO u; ALTER TABLE u SET SCHEMA billing', ['billing.u']],
    ['CREATE TABLE a.t (a int); ALTER SCHEMA a RENAME TO b', ['b.t']],
    ['CREATE TABLE a.t (a int); DROP SCHEMA a CASCADE', []],
    ['CREATE TEMP TABLE t (a int)', []],
    ['CREATE VIEW v AS SELECT 1', []],
  ])('%s', (script, expected) => {
    expect(fold(`${script};`).tables.map((table) => `${table.schema}.${table.name}`)).toEqual(expected);
  });

  test('a partition has the keys of its parent', () => {
    const result = fold(
      'CREATE TABLE t (a text, at date, PRIMARY KEY (a, at)) PARTITION BY RANGE (at); CREATE TABLE p PARTITION OF t DEFAULT;',
    );
    expect(keysOf(tableIn(result, 'p'))).toEqual(['primary p_pkey(a, at)']);
  });

  test.each<[string, string[]]>([
    ['LIKE t', []],
    ['LIKE t INCLUDING ALL', ['primary u_pkey(a)']],
    ['LIKE t INCLUDING INDEXES', ['primary u_pkey(a)']],
  ])('CREATE TABLE u (%s)', (like, expected) => {
    expect(keysOf(tableIn(fold(`CREATE TABLE t (a int PRIMARY KEY); CREATE TABLE u (${like});`), 'u'))).toEqual(
      expected,
    );
  });

  test('a second CREATE TABLE IF NOT EXISTS changes nothing', () => {
    expect(
      keysOf(tableIn(fold('CREATE TABLE t (a int PRIMARY KEY);', 'CREATE TABLE IF NOT EXISTS t (a int);'))),
    ).toEqual(['primary t_pkey(a)']);
  });

  test.each<[string]>([
    ['CREATE TABLE t AS SELECT * FROM nowhere'],
    ['CREATE TABLE t (a int WRONG WORDS HERE'],
    ['ALTER TABLE t FROBNICATE'],
  ])('%s leaves the table not read whole', (statement) => {
    expect(tableIn(fold(`${statement};`)).complete).toBe(false);
  });

  test('what is not understood is told with its line', () => {
    expect(fold('SELECT 1;\nCREATE TABLE t (a int WRONG WORDS);').unknown).toEqual([
      { file: '/db/1.sql', line: 2, reason: 'syntax error at or near "WRONG"' },
    ]);
  });

  test('places lead to the line of the key', () => {
    const table = tableIn(
      fold('-- é\nCREATE TABLE t (\n  a text,\n  UNIQUE (a)\n);\nCREATE UNIQUE INDEX i\n  ON t (a);'),
    );
    expect([table.source.line, ...table.uniqueKeys.map((key) => key.source.line)]).toEqual([2, 4, 6]);
  });
});

describe('other dialects', () => {
  test('MySQL', () => {
    const table = tableIn(
      fold(`CREATE TABLE \`t\` (
        \`id\` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
        \`event_id\` varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL COMMENT 'the; id',
        \`kind\` enum('a','b') DEFAULT 'a',
        \`at\` datetime(3) DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
        PRIMARY KEY (\`id\`),
        UNIQUE KEY \`once\` (\`event_id\`(64)),
        KEY \`at_idx\` (\`at\`)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;`),
    );
    expect(keysOf(table)).toEqual(['primary t_pkey(id)', 'unique once(event_id)']);
    expect(table.columns.map(columnText)).toEqual([
      'id= bigint identity',
      'event_id varchar',
      'kind?= text',
      'at?= datetime clock',
    ]);
  });

  test.each<[string, string[]]>([
    ['ALTER TABLE `t` ADD UNIQUE INDEX `u` (`b`)', ['primary t_pkey(id)', 'unique once(a)', 'unique u(b)']],
    ['ALTER TABLE `t` DROP INDEX `once`', ['primary t_pkey(id)']],
    ['ALTER TABLE `t` DROP PRIMARY KEY', ['unique once(a)']],
    ['DROP INDEX `once` ON `t`', ['primary t_pkey(id)']],
    ['CREATE UNIQUE INDEX `u` ON `t` (`b`)', ['primary t_pkey(id)', 'unique once(a)', 'unique u(b)']],
  ])('%s', (change, expected) => {
    expect(
      keysOf(
        tableIn(
          fold('CREATE TABLE `t` (`id` int PRIMARY KEY, `a` text, `b` text, UNIQUE KEY `once` (`a`));', `${change};`),
        ),
      ),
    ).toEqual(expected);
  });

  test('SQLite', () => {
    const table = tableIn(
      fold(`CREATE TABLE \`__new_t\` (
        \`id\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
        \`event_id\` text NOT NULL,
        \`at\` integer DEFAULT (unixepoch()) NOT NULL
      ) STRICT;
      DROP TABLE \`t\`;
      ALTER TABLE \`__new_t\` RENAME TO \`t\`;
      CREATE UNIQUE INDEX \`once\` ON \`t\` (\`event_id\`);`),
    );
    expect(keysOf(table)).toEqual(['primary __new_t_pkey(id)', 'unique once(event_id)']);
    expect(table.columns.map(columnText)).toEqual(['id= integer identity', 'event_id text', 'at= integer clock']);
  });
});
