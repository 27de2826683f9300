import { indexOf, MYSQL_NOW, quote, tableOf, withBackticks } from '../database.ts';
import type { DialectName, TableOptions } from '../database.ts';

export interface Migration {
  readonly version: number;
  /** What it brings, for the reader of the printed text. */
  readonly brings: string;
  readonly statements: (options: TableOptions) => readonly string[];
}

interface Types {
  readonly time: string;
  readonly now: string;
  readonly id: string;
}

const types: Record<DialectName, Types> = {
  postgres: { time: 'timestamptz', now: 'now()', id: 'bigint GENERATED ALWAYS AS IDENTITY' },
  sqlite: { time: 'integer', now: "(CAST(unixepoch('subsec') * 1000 AS INTEGER))", id: 'integer' },
  mysql: { time: 'bigint', now: MYSQL_NOW, id: 'bigint' },
};

/**
 * In order, and never edited once published: a change is a further entry, and the code reads rows of every `format` that
 * it ever wrote.
 */
export function migrationsOf(dialect: DialectName): readonly Migration[] {
  if (dialect === 'mysql') return migrationsOfMysql;
  const { time, now, id } = types[dialect];
  return [
    {
      version: 1,
      brings: 'claims: one row an event, and one an effect that was sent',
      statements: (options) => [
        `CREATE TABLE ${tableOf(options, 'claim')} (
  source text NOT NULL,
  event_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'released', 'done')),
  token text NOT NULL,
  owner text NOT NULL,
  claimed_at ${time} NOT NULL DEFAULT ${now},
  lease_until ${time},
  started integer NOT NULL DEFAULT 1,
  finished integer NOT NULL DEFAULT 0,
  result text,
  error text,
  completed_at ${time},
  format smallint NOT NULL DEFAULT 1,
  CONSTRAINT ${indexOf(options, 'claim_key')} PRIMARY KEY (source, event_id)
)`,
        `CREATE INDEX ${indexOf(options, 'claim_completed')} ON ${tableOf(options, 'claim')} (completed_at)`,
      ],
    },
    {
      version: 2,
      brings: 'the inbox: events that were received and wait for a worker',
      statements: (options) => [
        `CREATE TABLE ${tableOf(options, 'inbox')} (
  id ${id} CONSTRAINT ${indexOf(options, 'inbox_id')} PRIMARY KEY,
  source text NOT NULL,
  event_id text NOT NULL,
  event_type text,
  payload text NOT NULL,
  turn text,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'running', 'done', 'failed')),
  received_at ${time} NOT NULL DEFAULT ${now},
  due_at ${time} NOT NULL DEFAULT ${now},
  token text,
  owner text,
  started integer NOT NULL DEFAULT 0,
  finished integer NOT NULL DEFAULT 0,
  error text,
  completed_at ${time},
  format smallint NOT NULL DEFAULT 1,
  CONSTRAINT ${indexOf(options, 'inbox_event')} UNIQUE (source, event_id)
)`,
        `CREATE INDEX ${indexOf(options, 'inbox_due')} ON ${tableOf(options, 'inbox')} (due_at, id) WHERE state IN ('pending', 'running')`,
        `CREATE INDEX ${indexOf(options, 'inbox_turn')} ON ${tableOf(options, 'inbox')} (turn, id) WHERE state IN ('pending', 'running')`,
        // Two workers that take different events of one object in the same moment do not see each other's; this does.
        `CREATE UNIQUE INDEX ${indexOf(options, 'inbox_one_in_turn')} ON ${tableOf(options, 'inbox')} (turn) WHERE state = 'running'`,
        `CREATE INDEX ${indexOf(options, 'inbox_failed')} ON ${tableOf(options, 'inbox')} (completed_at) WHERE state = 'failed'`,
        `CREATE INDEX ${indexOf(options, 'inbox_completed')} ON ${tableOf(options, 'inbox')} (completed_at)`,
      ],
    },
  ];
}

const TEXT = 'longtext CHARACTER SET utf8mb4';
/** A word of this library's own. */
const WORD = 'varchar(40) CHARACTER SET ascii';

/**
 * No statement of MySQL that makes a table can be rolled back, so each table is one statement that may run again. An index
 * on some of the rows is one on a column that the others leave empty. Keys are bytes, four a character: what the collations of MySQL and of
 * MariaDB that tell all texts apart are called differs.
 */
const migrationsOfMysql: readonly Migration[] = [
  {
    version: 1,
    brings: 'claims: one row an event, and one an effect that was sent',
    statements: (options) => [
      `CREATE TABLE IF NOT EXISTS ${tableOf(options, 'claim')} (
  source varbinary(400) NOT NULL,
  event_id varbinary(1020) NOT NULL,
  state ${WORD} NOT NULL CHECK (state IN ('running', 'released', 'done')),
  token ${WORD} NOT NULL,
  owner ${TEXT} NOT NULL,
  claimed_at bigint NOT NULL DEFAULT ${MYSQL_NOW},
  lease_until bigint,
  started integer NOT NULL DEFAULT 1,
  finished integer NOT NULL DEFAULT 0,
  result ${TEXT},
  error ${TEXT},
  completed_at bigint,
  format smallint NOT NULL DEFAULT 1,
  PRIMARY KEY (source, event_id),
  INDEX ${indexOf(options, 'claim_completed')} (completed_at)
) ENGINE=InnoDB`,
    ],
  },
  {
    version: 2,
    brings: 'the inbox: events that were received and wait for a worker',
    statements: (options) => [
      `CREATE TABLE IF NOT EXISTS ${tableOf(options, 'inbox')} (
  id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
  source varbinary(400) NOT NULL,
  event_id varbinary(1020) NOT NULL,
  event_type ${TEXT},
  payload ${TEXT} NOT NULL,
  turn varbinary(1020),
  state ${WORD} NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'running', 'done', 'failed')),
  received_at bigint NOT NULL DEFAULT ${MYSQL_NOW},
  due_at bigint NOT NULL DEFAULT ${MYSQL_NOW},
  token ${WORD},
  owner ${TEXT},
  started integer NOT NULL DEFAULT 0,
  finished integer NOT NULL DEFAULT 0,
  error ${TEXT},
  completed_at bigint,
  format smallint NOT NULL DEFAULT 1,
  open_due bigint AS (CASE WHEN state IN ('pending', 'running') THEN due_at END) VIRTUAL,
  open_turn varbinary(1020) AS (CASE WHEN state IN ('pending', 'running') THEN turn END) VIRTUAL,
  running_turn varbinary(1020) AS (CASE WHEN state = 'running' THEN turn END) VIRTUAL,
  UNIQUE INDEX ${indexOf(options, 'inbox_event')} (source, event_id),
  INDEX ${indexOf(options, 'inbox_due')} (open_due, id),
  INDEX ${indexOf(options, 'inbox_turn')} (open_turn, id),
  UNIQUE INDEX ${indexOf(options, 'inbox_one_in_turn')} (running_turn),
  INDEX ${indexOf(options, 'inbox_completed')} (state, completed_at)
) ENGINE=InnoDB`,
    ],
  },
];

/** The table that says which migrations were applied. */
export function createMigrationTable(dialect: DialectName, options: TableOptions): string {
  const { time, now } = types[dialect];
  return `CREATE TABLE IF NOT EXISTS ${tableOf(options, 'migration')} (
  version integer PRIMARY KEY,
  applied_at ${time} NOT NULL DEFAULT ${now}
)`;
}

/** All migrations as one text, to be put into the migrations of an application. It is for a database without them. */
export function migrationSql(dialect: DialectName, options: TableOptions = {}): string {
  const schema = options.schema === undefined ? [] : [`CREATE SCHEMA IF NOT EXISTS ${quote(options.schema)}`];
  const steps = migrationsOf(dialect).map(({ version, brings, statements }) => {
    const mark = `INSERT INTO ${tableOf(options, 'migration')} (version) VALUES (${version})`;
    return `-- ${version}: ${brings}\n${[...statements(options), mark].map((statement) => `${statement};\n`).join('\n')}`;
  });
  const first = [...schema, createMigrationTable(dialect, options)].map((statement) => `${statement};\n`).join('\n');
  const text = [first, ...steps].join('\n');
  return dialect === 'mysql' ? withBackticks(text) : text;
}
