import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-unique-event-key.ts';
import { analyze } from '../../src/analyze.ts';
import plugin from '../../src/index.ts';
import { onExpress } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const root = writeApp({});
let apps = 0;

/** A migration in a package of its own, so that the tables of one case are not those of another. */
function migration(code: string, files: Readonly<Record<string, string>> = {}, name = 'migrations/1.sql') {
  apps += 1;
  const folder = root(`case-${apps}`);
  for (const [file, text] of Object.entries({ 'package.json': '{ "name": "case" }', ...files, [name]: code })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return { filename: join(folder, name), code };
}

const sql = new RuleTester(root(''), { language: 'webhook-once/sql', plugins: { 'webhook-once': plugin } });
const found = (table: string, column: string, line: number, reason: string) => [
  { messageId: 'noUniqueKeyOnColumn' as const, data: { table, column, reason }, line },
];

sql.run('require-unique-event-key', rule, {
  valid: [
    {
      name: 'a primary key',
      ...migration('CREATE TABLE processed_events (event_id text PRIMARY KEY, at timestamptz);'),
    },
    {
      name: 'a key with the provider',
      ...migration('CREATE TABLE webhook_inbox (provider text, event_id text, UNIQUE (provider, event_id));'),
    },
    {
      name: 'a key that a later migration adds',
      ...migration(
        'CREATE TABLE handled_events (event_id text NOT NULL);',
        { 'migrations/9999.sql': 'CREATE UNIQUE INDEX CONCURRENTLY k ON handled_events (event_id);' },
        'migrations/0001.sql',
      ),
    },
    {
      name: 'a business key',
      ...migration('CREATE TABLE processed_webhooks (event_id text, order_id text PRIMARY KEY);'),
    },
    {
      name: 'what is sent to others',
      ...migration(
        'CREATE TABLE webhook_events (id bigserial PRIMARY KEY, event_id text, url text, response_status int);',
      ),
    },
    {
      name: 'an audit log',
      ...migration('CREATE TABLE audit_events (id bigserial PRIMARY KEY, event_id text, actor text);'),
    },
    {
      name: 'an outbox',
      ...migration('CREATE TABLE outbox (id bigserial PRIMARY KEY, event_id text, processed_at timestamptz);'),
    },
    {
      name: 'events of analytics',
      ...migration('CREATE TABLE page_events (id bigserial PRIMARY KEY, event_id text, user_id text, name text);'),
    },
    {
      name: 'the id of a row in this database',
      ...migration(
        'CREATE TABLE events (id uuid PRIMARY KEY); CREATE TABLE processed_events (id bigserial PRIMARY KEY, event_id uuid REFERENCES events);',
      ),
    },
    {
      name: 'nothing tells which column is the key',
      ...migration('CREATE TABLE processed_events (id bigserial PRIMARY KEY, body jsonb);'),
    },
    {
      name: 'a history that was not read whole',
      ...migration('CREATE TABLE handled_events (event_id text); ALTER TABLE handled_events {{ more }};'),
    },
    {
      name: 'a table that another program made',
      ...migration('ALTER TABLE processed_events ADD COLUMN event_id text;'),
    },
    {
      name: 'an old migration, by its number',
      options: [{ startAfter: '12' }],
      ...migration('CREATE TABLE processed_events (event_id text);', {}, 'migrations/0007_events.sql'),
    },
    {
      name: 'an old migration, by its name',
      options: [{ startAfter: '0012_more.sql' }],
      ...migration('CREATE TABLE processed_events (event_id text);', {}, 'migrations/0007_events.sql'),
    },
    {
      name: 'an old migration, by a setting',
      settings: { 'webhook-once': { startAfter: 'V3' } },
      ...migration('CREATE TABLE processed_events (event_id text);', {}, 'migrations/V2__events.sql'),
    },
    {
      name: 'a comment disables it',
      ...migration('/* eslint-disable */ CREATE TABLE processed_events (event_id text);'),
    },
  ],
  invalid: [
    {
      name: 'no key',
      ...migration(
        '\nCREATE TABLE processed_events (\n  event_id text NOT NULL\n);\nCREATE INDEX i ON processed_events (event_id);',
      ),
      errors: found('processed_events', 'event_id', 2, 'it has no unique key'),
    },
    {
      name: 'a key over a number of the row',
      ...migration('CREATE TABLE webhook_inbox (id bigserial, event_id text, PRIMARY KEY (id, event_id));'),
      errors: found('webhook_inbox', 'event_id', 1, 'its primary key also holds id, a serial number'),
    },
    {
      name: 'a key over the time',
      ...migration(
        'CREATE TABLE stripe_events (event_id text, at timestamptz DEFAULT now(), PRIMARY KEY (event_id, at));',
      ),
      errors: found('stripe_events', 'event_id', 1, 'its primary key also holds at, a clock value'),
    },
    {
      name: 'a key that a later migration drops',
      ...migration(
        'CREATE TABLE handled_events (event_id text CONSTRAINT once UNIQUE);',
        { 'migrations/2.sql': 'ALTER TABLE handled_events DROP CONSTRAINT once;' },
        'migrations/1.sql',
      ),
      errors: found('handled_events', 'event_id', 1, 'it has no unique key'),
    },
    {
      name: 'known by nothing but its columns',
      ...migration(
        'CREATE TABLE hooks (id serial PRIMARY KEY, svix_event_id text, type text, processed_at timestamptz);',
      ),
      errors: found('hooks', 'svix_event_id', 1, 'its primary key is on id, a serial number'),
    },
    {
      name: 'beside a statement that does not parse',
      ...migration('CREATE TABLE {{ x }};\nCREATE TABLE processed_events (event_id text);'),
      errors: found('processed_events', 'event_id', 2, 'it has no unique key'),
    },
    {
      name: 'declared in the settings',
      settings: { 'webhook-once': { dedupeTables: ['arrivals'] } },
      ...migration('CREATE TABLE arrivals (id bigserial PRIMARY KEY, n int);'),
      errors: [{ messageId: 'noUniqueKey' as const, line: 1 }],
    },
    {
      name: 'a migration after the last old one',
      options: [{ startAfter: '0006' }],
      ...migration('CREATE TABLE processed_events (event_id text);', {}, 'migrations/0007_events.sql'),
      errors: found('processed_events', 'event_id', 1, 'it has no unique key'),
    },
    {
      name: 'in the dialect of MySQL',
      ...migration(
        'CREATE TABLE `processed_events` (`id` int AUTO_INCREMENT PRIMARY KEY, `event_id` varchar(99)) ENGINE=InnoDB;',
      ),
      errors: found('processed_events', 'event_id', 1, 'its primary key is on id, an identity number'),
    },
    {
      name: 'known by a handler that claims with it',
      ...migration('CREATE TABLE arrivals (id bigserial PRIMARY KEY, hook text NOT NULL);', {
        'src/hook.ts': onExpress(
          "await pool.query('INSERT INTO arrivals (hook) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);",
        ),
      }),
      errors: found('arrivals', 'hook', 1, 'its primary key is on id, a serial number'),
    },
  ],
});

describe('the command line', () => {
  const tables = `model WebhookEvent {
  id      Int    @id @default(autoincrement())
  eventId String
}
`;
  const check = async (files: Readonly<Record<string, string>>) => {
    const app = writeApp(files);
    const { findings } = await analyze({ root: app(''), rules: { 'require-unique-event-key': 'error' } });
    return findings
      .filter(({ rule: name }) => name === 'require-unique-event-key')
      .map(({ place }) => `${place.file.slice(app('').length).replace(/^\//, '')}:${place.line}`);
  };

  it('reports models of Prisma, and stays silent with a key', async () => {
    expect(await check({ 'prisma/schema.prisma': tables })).toEqual(['prisma/schema.prisma:1']);
    expect(await check({ 'prisma/schema.prisma': tables.replace('String', 'String @unique') })).toEqual([]);
  });

  it('reports tables that code declares, and a table that is found twice once', async () => {
    const drizzle = `import { pgTable, serial, text } from 'drizzle-orm/pg-core';
export const processed = pgTable('processed_events', { id: serial('id').primaryKey(), eventId: text('event_id') });
`;
    expect(await check({ 'src/schema.ts': drizzle })).toEqual(['src/schema.ts:2']);
    expect(
      await check({
        'src/schema.ts': drizzle,
        'drizzle/0000_a.sql': 'CREATE TABLE "processed_events" ("id" serial PRIMARY KEY, "event_id" text);',
      }),
    ).toEqual(['drizzle/0000_a.sql:1']);
  });

  it('obeys comments in migrations', async () => {
    const text =
      '-- eslint-disable-next-line webhook-once/require-unique-event-key -- a stream\nCREATE TABLE processed_events (event_id text);';
    expect(await check({ 'migrations/1.sql': text })).toEqual([]);
  });
});
