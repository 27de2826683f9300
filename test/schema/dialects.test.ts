import { describe, expect, test } from 'vitest';
import { schemaOf, tablesOf, unknownIn } from './read-schema.ts';

function tables(...migrations: readonly string[]): Record<string, string[]> {
  const schema = schemaOf(Object.fromEntries(migrations.map((text, index) => [`migrations/${index + 1}.sql`, text])));
  expect(unknownIn(schema)).toEqual([]);
  return tablesOf(schema);
}

/** The keys of one table, without its columns. */
function keys(table: string, ...migrations: readonly string[]): string[] | undefined {
  return tables(...migrations)[table]?.filter((line) => /^(?:primary|unique)\b/.test(line));
}

describe('MySQL', () => {
  test('a table with all that its own words allow', () => {
    expect(
      tables(`CREATE TABLE IF NOT EXISTS \`events\` (
  \`id\` int(11) unsigned NOT NULL AUTO_INCREMENT,
  \`event_id\` varchar(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL COMMENT 'the provider''s',
  \`provider\` enum('stripe','paddle') NOT NULL DEFAULT 'stripe',
  \`flags\` set('a','b') DEFAULT NULL,
  \`key\` varchar(200) DEFAULT NULL,
  \`payload\` json NOT NULL,
  \`ref\` varchar(64) GENERATED ALWAYS AS (json_unquote(json_extract(payload, '$.id'))) STORED,
  \`seen_at\` datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`uq_event\` (\`provider\`, \`event_id\`(120)) USING BTREE,
  UNIQUE \`uq_ref\` (\`ref\`),
  KEY \`by_seen\` (\`seen_at\`),
  FULLTEXT KEY \`words\` (\`event_id\`),
  CONSTRAINT \`fk\` FOREIGN KEY (\`id\`) REFERENCES \`others\` (\`id\`) ON DELETE CASCADE
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci COMMENT='what was seen';`),
    ).toMatchInlineSnapshot(`
      {
        "events": [
          "id= integer identity",
          "event_id varchar",
          "provider= text",
          "flags? text",
          "key? varchar",
          "payload json",
          "ref?= varchar",
          "seen_at= datetime clock",
          "primary events_pkey(id)",
          "unique uq_event(provider, event_id)",
          "unique uq_ref(ref)",
        ],
      }
    `);
  });

  test.each<[string, string[], string[]]>([
    ['a key of ALTER TABLE', ['ALTER TABLE `t` ADD UNIQUE KEY `u` (`a`(20))'], ['unique u(a)']],
    ['a key without a name', ['ALTER TABLE t ADD UNIQUE (a)'], ['unique t_a_key(a)']],
    ['a unique index', ['CREATE UNIQUE INDEX u USING BTREE ON t (a(10), b)'], ['unique u(a, b)']],
    [
      'several actions',
      ['ALTER TABLE t ADD COLUMN c int AFTER a, ADD UNIQUE INDEX u (c), ADD INDEX i (b)'],
      ['unique u(c)'],
    ],
    ['a key that is dropped', ['ALTER TABLE t ADD UNIQUE KEY u (a)', 'ALTER TABLE t DROP INDEX u'], []],
    ['an index that is dropped', ['CREATE UNIQUE INDEX u ON t (a)', 'DROP INDEX `u` ON `t`'], []],
    [
      'a column that gets another name',
      ['ALTER TABLE t ADD UNIQUE KEY u (a)', 'ALTER TABLE t CHANGE COLUMN `a` `event_id` varchar(64) NOT NULL'],
      ['unique u(event_id)'],
    ],
    [
      'a column that gets another type',
      ['ALTER TABLE t ADD UNIQUE KEY u (a)', 'ALTER TABLE t MODIFY a varchar(99) NOT NULL, MODIFY COLUMN b text'],
      ['unique u(a)'],
    ],
    [
      'a table that gets another name and its old one back',
      ['ALTER TABLE t ADD UNIQUE KEY u (a)', 'RENAME TABLE `t` TO `x`', 'RENAME TABLE x TO t'],
      ['unique u(a)'],
    ],
  ])('%s', (_, alters, expected) => {
    const made = 'CREATE TABLE t (a varchar(191) NOT NULL, b varchar(20), KEY by_b (b(5))) ENGINE=InnoDB';
    expect(keys('t', `${made};`, ...alters.map((one) => `${one};`))).toEqual(expected);
  });

  test('two tables that change their names at once', () => {
    const schema = tables(
      'CREATE TABLE a (x int UNIQUE) ENGINE=InnoDB; CREATE TABLE a_new (x int, y int) ENGINE=InnoDB;',
      'RENAME TABLE a TO a_old, a_new TO a;',
    );
    expect(Object.fromEntries(Object.entries(schema).map(([name, lines]) => [name, lines.length]))).toEqual({
      a: 2,
      a_old: 2,
    });
  });

  test('a procedure between other delimiters is no reason to lose what follows', () => {
    expect(
      keys(
        't',
        'DELIMITER $$\nCREATE PROCEDURE p() BEGIN DECLARE x INT; UPDATE t SET a = 1; END $$\nDELIMITER ;\nCREATE TABLE `t` (`a` int, UNIQUE KEY u (`a`));',
      ),
    ).toEqual(['unique u(a)']);
  });
});

describe('SQLite', () => {
  test('a table with all that its own words allow', () => {
    expect(
      tables(`CREATE TABLE [events] (
  [id] INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  [event_id] TEXT NOT NULL COLLATE NOCASE,
  key TEXT,
  "status" TEXT NOT NULL DEFAULT "new" CHECK ("status" IN ('new', 'done')),
  ref TEXT GENERATED ALWAYS AS (json_extract(payload, '$.id')) VIRTUAL,
  payload TEXT,
  at INTEGER NOT NULL DEFAULT (strftime('%s', 'now')),
  UNIQUE ([event_id]),
  UNIQUE (ref, key)
) STRICT;`),
    ).toMatchInlineSnapshot(`
      {
        "events": [
          "id= integer identity",
          "event_id text",
          "key? text",
          "status= text",
          "ref?= text",
          "payload? text",
          "at= integer clock",
          "primary events_pkey(id)",
          "unique events_event_id_key(event_id)",
          "unique events_ref_key_key(ref, key)",
        ],
      }
    `);
  });

  test.each<[string, string[], string, string[]]>([
    [
      'a table without a rowid',
      ['CREATE TABLE seen (a TEXT, b TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;'],
      'seen',
      ['primary seen_pkey(a, b)'],
    ],
    [
      'strict and without a rowid',
      ['CREATE TABLE seen (a TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;'],
      'seen',
      ['primary seen_pkey(a)'],
    ],
    [
      'a table with a name that Postgres keeps for itself',
      [
        'CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT, "offset" INT UNIQUE); CREATE UNIQUE INDEX user_mail ON user (id, "offset");',
      ],
      'user',
      ['primary user_pkey(id)', 'unique user_mail(id, offset)', 'unique user_offset_key(offset)'],
    ],
    [
      'an index of a part of the rows',
      ['CREATE TABLE t (a TEXT); CREATE UNIQUE INDEX IF NOT EXISTS u ON t (a COLLATE NOCASE) WHERE a IS NOT NULL;'],
      't',
      ['unique u(a) where a IS NOT NULL'],
    ],
    [
      'a table that is made anew with a key',
      [
        'CREATE TABLE t (a TEXT, b TEXT);',
        'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE t_new (a TEXT NOT NULL UNIQUE, b TEXT);\nINSERT INTO t_new SELECT a, b FROM t;\nDROP TABLE t;\nALTER TABLE t_new RENAME TO t;\nCOMMIT;\nPRAGMA foreign_keys=ON;',
      ],
      't',
      ['unique t_new_a_key(a)'],
    ],
    [
      'a table that is made anew without its key',
      [
        'CREATE TABLE t (a TEXT UNIQUE);',
        'CREATE TABLE `__new_t` (`a` text);\nINSERT OR IGNORE INTO `__new_t` SELECT * FROM `t`;\nDROP TABLE `t`;\nALTER TABLE `__new_t` RENAME TO `t`;',
      ],
      't',
      [],
    ],
    [
      'a rename of the old one first',
      [
        'CREATE TABLE user (a TEXT);',
        'ALTER TABLE user RENAME TO _user_old;\nCREATE TABLE user (a TEXT PRIMARY KEY);\nINSERT INTO user SELECT a FROM _user_old;\nDROP TABLE _user_old;',
      ],
      'user',
      ['primary user_pkey(a)'],
    ],
    [
      'a trigger with a body',
      [
        'CREATE TABLE t (a INTEGER UNIQUE, b INT);\nCREATE TRIGGER tr AFTER UPDATE ON t BEGIN UPDATE t SET b = 1 WHERE a = NEW.a; END;\nCREATE UNIQUE INDEX u ON t (b);',
      ],
      't',
      ['unique t_a_key(a)', 'unique u(b)'],
    ],
  ])('%s', (_, migrations, table, expected) => {
    expect(keys(table, ...migrations)).toEqual(expected);
  });
});
