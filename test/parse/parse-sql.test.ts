import { describe, expect, test } from 'vitest';
import { HOLE, parseScript, parseSql, placeholderNames } from '../../src/parse/parse-sql.ts';
import type { PlaceholderStyle, SqlCondition, SqlStatement, SqlValue } from '../../src/parse/sql-statement.ts';

function statementsOf(text: string, style?: PlaceholderStyle): readonly SqlStatement[] {
  const parse = parseSql(text, style);
  if (!parse.ok) throw new Error(`${parse.reason}: ${text}`);
  return parse.statements;
}

function only<Kind extends SqlStatement['kind']>(
  kind: Kind,
  text: string,
  style?: PlaceholderStyle,
): Extract<SqlStatement, { kind: Kind }> {
  const [statement, ...more] = statementsOf(text, style);
  expect(more).toEqual([]);
  expect(statement?.kind).toBe(kind);
  return statement as Extract<SqlStatement, { kind: Kind }>;
}

/** A value in one word, so that a table of examples can be read. */
function word(value: SqlValue): string {
  switch (value.kind) {
    case 'parameter':
      return `$${value.index}`;
    case 'literal':
      return JSON.stringify(value.value);
    case 'column':
      return value.table === null ? value.column : `${value.table}.${value.column}`;
    case 'excluded':
      return `excluded.${value.column}`;
    case 'accumulate':
      return `${value.column} += ${value.operands.map(word).join(' ')}`;
    case 'past':
      return `past ${value.seconds}`;
    case 'expression':
      return `f(${value.operands.map(word).join(' ')})`;
    default:
      return value.kind;
  }
}

function sentence({ table, column, operator, values }: SqlCondition): string {
  return [table === null ? column : `${table}.${column}`, operator, ...values.map(word)].join(' ');
}

describe('conditions', () => {
  test.each<[string, string[]]>([
    ['a = $1 AND b IS NULL', ['a = $0', 'b is null']],
    ['$1 = a AND $2 < b', ['a = $0', 'b > $1']],
    ['a = ANY($1)', ['a in $0']],
    ["a = ANY('{x,y}')", ['a in "x" "y"']],
    ["a <> ALL(ARRAY['x','y'])", ['a not in "x" "y"']],
    ["a IN ('x', $2)", ['a in "x" $1']],
    ['a NOT IN (1, 2)', ['a not in 1 2']],
    ['NOT (a = $1)', ['a <> $0']],
    ['NOT a IN (1)', ['a not in 1']],
    ['(a, b) = ($1, $2)', ['a = $0', 'b = $1']],
    ['(a, b) IN (($1, $2))', ['a in $0', 'b in $1']],
    ["a = 'x' OR a = 'y'", ['a in "x" "y"']],
    ['a = $1 OR b = $2', ['a other $0 $1', 'b other $0 $1']],
    ['done', ['done = true']],
    ['NOT done AND t.paid IS NOT TRUE', ['done = false', 't.paid <> true']],
    ["a LIKE 'x%' AND b NOT ILIKE $1", ['a like "x%"', 'b not ilike $0']],
    ['a BETWEEN 1 AND 2', ['a between 1 2']],
    ['a IS DISTINCT FROM $1', ['a is distinct from $0']],
    ['a::text = $1::text', ['a = $0']],
    ['lower(a) = $1', ['a other $0']],
    ["payload->>'id' = $1", ['payload other "id" $0']],
    ["a < now() - interval '3 days'", ['a < past 259200']],
    ['a = t2.b', ['a = t2.b', 't2.b = a']],
    ['true AND 1 = 1', []],
    ['pg_try_advisory_lock($1)', [' other $0']],
    [HOLE, [`${HOLE} other`]],
  ])('%s', (where, expected) => {
    expect(only('delete', `DELETE FROM t WHERE ${where}`).where.map(sentence)).toEqual(expected);
  });

  test('an alias is replaced by its table', () => {
    const { tables, where } = only(
      'select',
      'SELECT * FROM orders o JOIN shops s ON s.id = o.shop_id AND s.live WHERE o.id = $1',
    );
    expect(tables.map((table) => table.name)).toEqual(['orders', 'shops']);
    expect(where.map(sentence)).toEqual(['shops.live = true', 'orders.id = $0']);
  });
});

describe('assignments', () => {
  test.each<[string, string]>([
    ['balance = balance + $1', 'balance += $0'],
    ['balance = $1 + balance', 'balance += $0'],
    ['balance = coalesce(balance, 0) + $1', 'balance += $0'],
    ['balance = wallets.balance - $1', 'balance += $0'],
    ['balance = balance + $1 - $2', 'balance += $0 $1'],
    ['balance = greatest(0, balance - $1)', 'balance += $0'],
    ['balance = ifnull(balance, 0) + $1', 'balance += $0'],
    ['tags = tags || $1', 'tags += $0'],
    ['tags = array_append(tags, $1)', 'tags += $0'],
    ['balance = other + $1', 'f(other $0)'],
    ['balance = $1', '$0'],
    ['(balance, b) = ($1, $2)', '$0'],
    ['balance = NULL', 'null'],
    ['balance = -5', '-5'],
    ["balance = '1'::numeric", '"1"'],
    ['balance = DEFAULT', 'default'],
    ['balance = now()', 'clock'],
    ['balance = CURRENT_TIMESTAMP', 'clock'],
    ["balance = datetime('now')", 'clock'],
    ["balance = strftime('%s', 'now')", 'clock'],
    ["balance = 'now'::timestamptz", 'clock'],
    ['balance = date(paid_at)', 'f(paid_at)'],
    ['balance = gen_random_uuid()', 'generated'],
    ["balance = nextval('s')", 'generated'],
  ])('%s', (set, expected) => {
    expect(
      only('update', `UPDATE wallets SET ${set} WHERE id = $9`)
        .set.slice(0, 1)
        .map(({ value }) => word(value)),
    ).toEqual([expected]);
  });
});

describe('insert', () => {
  test('columns, rows, conflict and output', () => {
    const insert = only(
      'insert',
      `INSERT INTO public.events AS e (provider, id) VALUES ('stripe', $1), ($2, DEFAULT)
       ON CONFLICT (provider, id) WHERE live DO UPDATE SET n = e.n + excluded.n, s = excluded.s WHERE e.version < excluded.version
       RETURNING id, xmax = 0 AS inserted, lower(id), *`,
    );
    expect(insert.table).toEqual({ schema: null, name: 'events' });
    expect(insert.columns).toEqual(['provider', 'id']);
    expect(insert.rows.map((row) => row.map(word))).toEqual([
      ['"stripe"', '$0'],
      ['$1', 'default'],
    ]);
    expect(insert.conflict).toMatchObject({
      action: 'update',
      target: ['provider', 'id'],
      constraint: null,
      targetHasExpression: false,
    });
    expect(insert.conflict?.targetWhere.map(sentence)).toEqual(['live = true']);
    expect(insert.conflict?.set.map(({ column, value }) => `${column}: ${word(value)}`)).toEqual([
      'n: n += excluded.n',
      's: excluded.s',
    ]);
    expect(insert.conflict?.where.map(sentence)).toEqual(['events.version < excluded.version']);
    expect(insert.returning).toEqual(['id', 'inserted', 'lower', '*']);
  });

  test.each<[string, PlaceholderStyle, object | null]>([
    ['INSERT INTO t (id) VALUES ($1) ON CONFLICT DO NOTHING', 'dollar', { action: 'nothing', target: null }],
    [
      'INSERT INTO t (id) VALUES ($1) ON CONFLICT ON CONSTRAINT t_once DO NOTHING',
      'dollar',
      { target: null, constraint: 't_once' },
    ],
    [
      'INSERT INTO t (id) VALUES ($1) ON CONFLICT (lower(id)) DO NOTHING',
      'dollar',
      { target: [], targetHasExpression: true },
    ],
    ['INSERT IGNORE INTO `t` (`id`) VALUES (?)', 'question', { action: 'nothing', target: null }],
    ['INSERT OR IGNORE INTO t (id) VALUES (?) RETURNING id', 'question', { action: 'nothing', target: null }],
    ['REPLACE INTO t (id) VALUES (?)', 'question', { action: 'update', target: null }],
    [
      'INSERT INTO t (id) VALUES (?) ON DUPLICATE KEY UPDATE n = VALUES(n)',
      'question',
      { action: 'update', target: null },
    ],
    [
      'INSERT INTO t (id) VALUES (?) AS new ON DUPLICATE KEY UPDATE n = new.n',
      'question',
      { action: 'update', target: null },
    ],
    ['INSERT INTO t SET id = ?', 'question', null],
  ])('%s', (text, style, conflict) => {
    const insert = only('insert', text, style);
    expect(insert.table.name).toBe('t');
    expect(insert.columns).toEqual(['id']);
    expect(insert.rows.map((row) => row.map(word))).toEqual([['$0']]);
    if (conflict === null) expect(insert.conflict).toBeNull();
    else expect(insert.conflict).toMatchObject(conflict);
  });

  test('a MySQL update of the duplicate reads the inserted row', () => {
    const insert = only(
      'insert',
      'INSERT INTO t (id, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = n + VALUES(n), m = VALUES(`m`)',
      'question',
    );
    expect(insert.conflict?.set.map(({ value }) => word(value))).toEqual(['n += excluded.n', 'excluded.m']);
  });

  test('from a select that asks whether the row is there', () => {
    const insert = only('insert', 'INSERT INTO t (id) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM t WHERE id = $1)');
    expect(insert).toMatchObject({ fromSelect: true, rows: [], columns: ['id'] });
    expect(insert.nested[0]).toMatchObject({
      kind: 'select',
      tables: [],
      nested: [{ kind: 'select', tables: [{ name: 't' }] }],
    });
  });
});

describe('select', () => {
  test.each<[string, object]>([
    ['SELECT id, status AS s FROM t WHERE id = $1', { lock: null, aggregate: false, columns: new Map([['id', 'id'], ['s', 'status']]) }], // prettier-ignore
    ['SELECT t.* FROM t', { columns: null }],
    ['SELECT count(*) FROM t WHERE id = $1', { aggregate: true, tables: [{ name: 't' }] }],
    ['SELECT a, count(*) FROM t GROUP BY a', { aggregate: false }],
    [
      'SELECT EXISTS (SELECT 1 FROM t WHERE id = $1)',
      { aggregate: true, tables: [{ name: 't' }], where: [{ column: 'id' }] },
    ],
    ['SELECT * FROM t WHERE id = $1 FOR UPDATE', { lock: 'update', skipLocked: false }],
    ['SELECT * FROM t FOR NO KEY UPDATE SKIP LOCKED', { lock: 'update', skipLocked: true }],
    ['SELECT * FROM t FOR SHARE', { lock: 'share' }],
    ['SELECT * FROM t LOCK IN SHARE MODE', { lock: 'share' }],
    [
      'SELECT pg_advisory_xact_lock(hashtext($1))',
      { tables: [], functions: ['pg_advisory_xact_lock', 'hashtext'], aggregate: false },
    ],
    [
      'WITH e AS (SELECT * FROM t WHERE id = $1) SELECT * FROM e',
      { tables: [{ name: 't' }], where: [{ column: 'id' }] },
    ],
    [
      'WITH i AS (INSERT INTO t (id) VALUES ($1) RETURNING id) SELECT id FROM i',
      { tables: [], nested: [{ kind: 'insert' }] },
    ],
    ['SELECT a FROM t UNION ALL SELECT b FROM u', { tables: [{ name: 't' }, { name: 'u' }] }],
  ])('%s', (text, expected) => {
    expect(only('select', text)).toMatchObject(expected);
  });
});

describe('taking a locked row', () => {
  test.each<[string, boolean]>([
    ['UPDATE t SET s = 1 WHERE id = (SELECT id FROM t WHERE s = 0 LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *', true],
    ['UPDATE t SET s = 1 WHERE id IN (SELECT id FROM t LIMIT 9 FOR UPDATE SKIP LOCKED)', true],
    ['WITH p AS (SELECT id FROM t FOR UPDATE SKIP LOCKED) UPDATE t SET s = 1 FROM p WHERE t.id = p.id', true],
    ['WITH p AS (SELECT id FROM t FOR UPDATE SKIP LOCKED) UPDATE t SET s = 1 WHERE id IN (SELECT id FROM p)', true],
    ['UPDATE t SET s = 1 FROM (SELECT id FROM t FOR UPDATE SKIP LOCKED) p WHERE t.id = p.id', true],
    ['UPDATE t SET s = 1 WHERE id = (SELECT id FROM t LIMIT 1 FOR UPDATE)', false],
    ['UPDATE t SET s = 1 WHERE id = $1', false],
  ])('%s', (text, expected) => {
    expect(only('update', text).takesLockedRow).toBe(expected);
  });

  test('by a delete', () => {
    const text = 'DELETE FROM t USING (SELECT id FROM t FOR UPDATE SKIP LOCKED) p WHERE t.id = p.id RETURNING t.*';
    expect(only('delete', text)).toMatchObject({
      takesLockedRow: true,
      returning: ['*'],
      nested: [{ kind: 'select', skipLocked: true }],
    });
  });
});

describe('transactions', () => {
  test.each<[string, object]>([
    ['BEGIN', { kind: 'transaction', action: 'begin', isolation: null }],
    ['BEGIN ISOLATION LEVEL SERIALIZABLE', { action: 'begin', isolation: 'serializable' }],
    ['START TRANSACTION ISOLATION LEVEL REPEATABLE READ', { action: 'begin', isolation: 'repeatable read' }],
    ['BEGIN IMMEDIATE', { action: 'begin' }],
    ['COMMIT', { action: 'commit' }],
    ['END', { action: 'commit' }],
    ['ROLLBACK', { action: 'rollback' }],
    ['SAVEPOINT a', { action: 'savepoint' }],
    ['RELEASE a', { action: 'release' }],
    ['ROLLBACK TO a', { action: 'rollback-to' }],
    ['SET TRANSACTION ISOLATION LEVEL SERIALIZABLE', { kind: 'set-isolation', isolation: 'serializable' }],
    [
      'SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED',
      { kind: 'set-isolation', isolation: 'read committed' },
    ],
    ["SET transaction_isolation = 'serializable'", { kind: 'set-isolation', isolation: 'serializable' }],
    ['SET search_path = a', { kind: 'other' }],
    ['CREATE TABLE t (a int)', { kind: 'definition' }],
    ['MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN DO NOTHING', { kind: 'other' }],
  ])('%s', (text, expected) => {
    expect(statementsOf(text)).toMatchObject([expected]);
  });
});

describe('placeholders', () => {
  test.each<[PlaceholderStyle, string, string[], string[]]>([
    ['dollar', 'a = $2 AND b = $1', ['a = $1', 'b = $0'], []],
    ['question', "a = ? AND b = '?' AND c = ? -- ?", ['a = $0', 'b = "?"', 'c = $1'], []],
    ['question', 'a = ?2 AND b = ?1', ['a = $1', 'b = $0'], []],
    ['question', "?? = ? AND j \\? 'k'", [`${HOLE} = $1`, 'j ? "k"'], []],
    ['question', 'a=?AND b=?', ['a = $0', 'b = $1'], []],
    ['named', 'a = :id AND b = :org::uuid AND c = :id', ['a = $0', 'b = $1', 'c = $0'], ['id', 'org']],
    ['named', 'a = @id AND b @> $tags AND c IN (:...ids)', ['a = $0', 'b @> $1', 'c in $2'], ['id', 'tags', 'ids']],
    ['named', ':column: = :value', [`${HOLE} = $1`], ['column', 'value']],
    ['dollar-name', 'a = ${id} AND b = $(org.id)::int AND c = $<id> AND d = $/x/', ['a = $0', 'b = $1', 'c = $0', 'd = $2'], ['id', 'org.id', 'x']], // prettier-ignore
    ['dollar-name', '${column:name} = ${value:json}', [`${HOLE} = $1`], ['column', 'value']],
    ['dollar-name', 'a = $2 AND b IN ($1:csv)', ['a = $1', 'b in $0'], []],
  ])('%s: %s', (style, where, expected, names) => {
    const text = `SELECT 1 FROM t WHERE ${where}`;
    expect(only('select', text, style).where.map(sentence)).toEqual(expected);
    expect(placeholderNames(text, style)).toEqual(names);
  });
});

describe('offsets are those of the text given', () => {
  test.each<[string, PlaceholderStyle]>([
    ["SELECT 'é' FROM t; UPDATE t SET a = ? WHERE b = '✓';  DELETE FROM t", 'question'],
    ['-- one\nSELECT 1; /* two */ UPDATE `t` SET a = :long_name ; DELETE FROM t', 'named'],
  ])('%s', (text, style) => {
    const pieces = statementsOf(text, style).map(({ start, end }) => text.slice(start, end).split(' ')[0]);
    expect(pieces).toEqual(['SELECT', 'UPDATE', 'DELETE']);
  });

  test('of a statement inside WITH', () => {
    const text = "WITH x AS (SELECT 'é'), i (id) AS (INSERT INTO t (id) VALUES ($1) RETURNING id) SELECT * FROM i";
    expect(only('select', text).nested.map(({ start, end }) => text.slice(start, end))).toEqual([
      "SELECT 'é'",
      'INSERT INTO t (id) VALUES ($1) RETURNING id',
    ]);
  });
});

describe('what does not parse', () => {
  test.each<[string, string | null, string | null]>([
    ['INSERT INTO Events SET ?', 'insert', 'events'],
    ['UPDATE public."Orders" SET WHERE', 'update', 'Orders'],
    ['/* hint */ WITH a AS (SELECT 1 FROM z) DELETE FROM t WHERE (', 'delete', 't'],
    [`SELECT * FROM ${HOLE} WHERE AND`, 'select', null],
    ['SELECT', 'select', null],
    ['hello world', null, null],
  ])('%s', (text, verb, table) => {
    const parse = parseSql(text, 'question');
    if (parse.ok) {
      expect(parse.statements).toMatchObject([{ kind: verb }]);
      return;
    }
    expect(parse.gist.verb).toBe(verb);
    expect(parse.gist.table?.name ?? null).toBe(table);
  });

  test('a hole in the place of a list of values keeps the rest', () => {
    const insert = only('insert', `INSERT INTO t ${HOLE} ON CONFLICT (id) DO NOTHING`);
    expect(insert).toMatchObject({
      table: { name: 't' },
      columns: null,
      conflict: { action: 'nothing', target: ['id'] },
    });
    expect(only('update', `UPDATE t SET ${HOLE} WHERE id = $1`).where.map(sentence)).toEqual(['id = $0']);
    expect(only('insert', `INSERT INTO ${HOLE} (a) VALUES ($1)`).table.name).toBe(HOLE);
  });

  test('nothing at all', () => {
    expect(parseSql('  ')).toEqual({ ok: true, statements: [] });
    expect(parseSql('-- only a comment')).toEqual({ ok: true, statements: [] });
  });
});

describe('scripts', () => {
  const piecesOf = (text: string): string[] => parseScript(text).statements.map((statement) => statement.text);

  test('one bad statement leaves the others whole', () => {
    const { statements } = parseScript("CREATE TABLE a (id int);\nCREATE TABEL b;\nINSERT INTO c VALUES (';');");
    expect(statements.map(({ parse }) => parse.ok)).toEqual([true, false, true]);
    expect(statements.map(({ text }) => text.split(' ')[0])).toEqual(['CREATE', 'CREATE', 'INSERT']);
  });

  test.each<[string, string, string[]]>([
    ['dollar quotes', 'DO $x$ BEGIN a; END $x$; SELECT 1', ['DO $x$ BEGIN a; END $x$', 'SELECT 1']],
    ['comments', '-- a;b\nSELECT 1; /* ; */ SELECT 2', ['SELECT 1', 'SELECT 2']],
    ['psql commands', '\\connect x\nSELECT 1;\n\\i other.sql\nSELECT 2;', ['SELECT 1', 'SELECT 2']],
    ["COPY's data", "COPY t (a) FROM stdin;\nit's;\n\\.\nSELECT 1;", ['COPY t (a) FROM stdin', 'SELECT 1']],
    ['dbmate', '-- migrate:up\nSELECT 1;\n-- migrate:down transaction:false\nDROP TABLE t;', ['SELECT 1']],
    ['goose', '-- +goose Up\n-- +goose StatementBegin\nSELECT 1; SELECT 2;\n-- +goose StatementEnd\nSELECT 3;\n-- +goose Down\nSELECT 4;', ['SELECT 1; SELECT 2;', 'SELECT 3']], // prettier-ignore
    ['node-pg-migrate', '-- Up Migration\nSELECT 1;\n-- Down Migration\nSELECT 2;', ['SELECT 1']],
    [
      'a word that only begins like a section',
      '-- Update the rows\nSELECT 1;\n-- down here it gets odd\nSELECT 2;',
      ['SELECT 1', 'SELECT 2'],
    ],
    ['trigger bodies', 'CREATE TRIGGER a AFTER INSERT ON t BEGIN UPDATE u SET n = 1; END; SELECT 1;', ['CREATE TRIGGER a AFTER INSERT ON t BEGIN UPDATE u SET n = 1; END', 'SELECT 1']], // prettier-ignore
    ['delimiters', 'DELIMITER //\nCREATE PROCEDURE p() BEGIN IF a THEN b; END IF; END//\nDELIMITER ;\nSELECT 1;', ['CREATE PROCEDURE p() BEGIN IF a THEN b; END IF; END', 'SELECT 1']], // prettier-ignore
    [
      'breakpoints',
      'CREATE TABLE a (b int);\n--> statement-breakpoint\nSELECT 1;',
      ['CREATE TABLE a (b int)', 'SELECT 1'],
    ],
  ])('%s', (_, text, expected) => {
    expect(piecesOf(text)).toEqual(expected);
  });

  test('offsets lead back to the file', () => {
    const text = "-- é\nSELECT 'é';\n  DELETE FROM t;\n";
    expect(parseScript(text).statements.map(({ start, end }) => text.slice(start, end))).toEqual([
      "SELECT 'é'",
      'DELETE FROM t',
    ]);
  });
});
