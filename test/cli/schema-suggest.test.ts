import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.ts';
// Commands are loaded when they are called; here that is no part of a test's time.
import '../../src/cli/schema.ts';
import { createCatalog } from '../../src/schema/build-catalog.ts';
import { SqlFold } from '../../src/schema/fold-sql.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'webhook-once-suggest-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

interface Suggested {
  table: string;
  columns: string[] | null;
  duplicates: string | null;
  migration: string | null;
  file: string | null;
  notes: string[];
}

async function call(
  files: Readonly<Record<string, string>>,
  ...argv: string[]
): Promise<{ status: number; stdout: string }> {
  for (const [file, text] of Object.entries({ 'package.json': '{ "name": "app", "type": "module" }', ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  let stdout = '';
  const write = (text: string) => (stdout += text);
  const status = await run(['schema', '--suggest', ...argv], {
    cwd: root,
    env: {},
    stdout: { isTTY: false, write },
    stderr: { isTTY: false, write },
  });
  return { status, stdout };
}

async function suggested(files: Readonly<Record<string, string>>): Promise<Suggested[]> {
  const { stdout } = await call(files, '--format', 'json');
  return (JSON.parse(stdout) as { suggestions: Suggested[] }).suggestions;
}

const keyless = 'CREATE TABLE processed_events (id bigserial PRIMARY KEY, event_id text NOT NULL, at timestamptz);';

describe('schema --suggest', () => {
  it('prints the search for duplicates first, then the index in a file of its own', async () => {
    const { status, stdout } = await call({ 'migrations/007_events.sql': keyless });
    expect(status).toBe(0);
    expect(stdout).toBe(`processed_events  migrations/007_events.sql:1
  lets an event in twice: its primary key is on id, a serial number

  1. Find what is there twice, and keep one of each:

     SELECT event_id, count(*) AS times
     FROM processed_events
     GROUP BY event_id
     HAVING count(*) > 1;

  2. Make the key in a new file, migrations/008_unique_processed_events.sql:

     CREATE UNIQUE INDEX CONCURRENTLY processed_events_event_id_key
       ON processed_events (event_id);

  Run it by itself and outside of a transaction. Writes go on while it is built.
  If a duplicate comes in meanwhile it fails and leaves an invalid index: DROP INDEX CONCURRENTLY processed_events_event_id_key; delete the duplicate, and run it again.
`);
  });

  it('is silent on a table that has its key', async () => {
    expect(await call({ 'migrations/1.sql': keyless.replace('text NOT NULL', 'text UNIQUE') })).toEqual({
      status: 0,
      stdout: 'No table is known to let an event in twice.\n',
    });
  });

  it('puts the sender into the key where the table has one, and says what NULL does', async () => {
    const [only] = await suggested({
      'migrations/V2__events.sql':
        'CREATE TABLE billing.processed_events (id uuid DEFAULT gen_random_uuid() PRIMARY KEY, provider text NOT NULL, "eventId" text);',
    });
    expect(only).toMatchObject({
      columns: ['provider', 'eventId'],
      duplicates:
        'SELECT provider, "eventId", count(*) AS times\nFROM billing.processed_events\nWHERE "eventId" IS NOT NULL\nGROUP BY provider, "eventId"\nHAVING count(*) > 1;',
      migration:
        'CREATE UNIQUE INDEX CONCURRENTLY "processed_events_provider_eventId_key"\n  ON billing.processed_events (provider, "eventId");\n',
      file: 'migrations/V3__unique_processed_events.sql',
    });
    expect(only?.notes.at(-1)).toBe('eventId may be NULL, and rows without it are not told apart.');
  });

  it.each([
    [
      'dbmate',
      'db/migrations/20240101120000_a.sql',
      `-- migrate:up\n${keyless}\n-- migrate:down\nDROP TABLE processed_events;`,
      /^-- migrate:up transaction:false\nCREATE UNIQUE INDEX CONCURRENTLY[^]*-- migrate:down transaction:false\nDROP INDEX CONCURRENTLY processed_events_event_id_key;\n$/,
      /^db\/migrations\/\d{14}_unique_processed_events\.sql$/,
    ],
    [
      'goose',
      'migrations/00007_a.sql',
      `-- +goose Up\n${keyless}\n-- +goose Down\nDROP TABLE processed_events;`,
      /^-- \+goose NO TRANSACTION\n-- \+goose Up\nCREATE UNIQUE INDEX CONCURRENTLY/,
      /^migrations\/00008_unique_processed_events\.sql$/,
    ],
    [
      'sql-migrate',
      'migrations/3-a.sql',
      `-- +migrate Up\n${keyless}`,
      /^-- \+migrate Up notransaction\nCREATE UNIQUE/,
      /^migrations\/4-unique_processed_events\.sql$/,
    ],
    [
      'Prisma',
      'prisma/migrations/20240101120000_a/migration.sql',
      keyless,
      /^CREATE UNIQUE INDEX CONCURRENTLY/,
      /^prisma\/migrations\/\d{14}_unique_processed_events\/migration\.sql$/,
    ],
    [
      'golang-migrate',
      'migrations/000002_a.up.sql',
      keyless,
      /^CREATE UNIQUE INDEX CONCURRENTLY/,
      /^migrations\/000003_unique_processed_events\.up\.sql$/,
    ],
  ])('writes as %s does', async (_, file, text, migration, name) => {
    const [only] = await suggested({ [file]: text });
    expect(only?.migration).toMatch(migration);
    expect(only?.file).toMatch(name);
  });

  it('says it in words that MySQL and SQLite take', async () => {
    const [only] = await suggested({
      'migrations/1_a.sql':
        'CREATE TABLE `processed_events` (`id` int AUTO_INCREMENT PRIMARY KEY, `eventId` varchar(191) NOT NULL) ENGINE=InnoDB;',
    });
    expect(only?.migration).toBe(
      'CREATE UNIQUE INDEX `processed_events_eventId_key`\n  ON processed_events (`eventId`);\n',
    );
  });

  it('leaves a history behind that holds the key', async () => {
    const [only] = await suggested({ 'migrations/1_a.sql': keyless });
    const fold = new SqlFold();
    fold.foldFile('1.sql', keyless);
    fold.foldFile('2.sql', only?.migration ?? '');
    const catalog = createCatalog(fold.tables, fold.unknown);
    expect(catalog.keyForTarget(catalog.findTable('processed_events'), ['event_id'])).toMatchObject({ verdict: 'yes' });
  });

  it('is an option of no other command', async () => {
    expect(
      await run(['check', '--suggest'], {
        cwd: root,
        env: {},
        stdout: { isTTY: false, write: () => '' },
        stderr: { isTTY: false, write: () => '' },
      }),
    ).toBe(2);
  });
});
