import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
// Commands are loaded when they are called; here that is no part of a test's time.
import '../../src/cli/check.ts';
import { run } from '../../src/cli/run.ts';
import '../../src/cli/schema.ts';
import { PostgresServer } from '../support/postgres-server.ts';

let server: PostgresServer;
let client: Client;
let url: string;
let root: string;

beforeAll(async () => {
  server = await PostgresServer.start();
  const database = await server.createDatabase();
  client = database.client;
  url = database.url;
  // Nobody writes in this database but the client of the test.
  await client.query(`
    CREATE TABLE taken_event (event_ref text NOT NULL, at timestamptz NOT NULL DEFAULT now());
    CREATE TABLE purse (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), cents bigint NOT NULL);
    CREATE UNIQUE INDEX purse_of_owner ON purse ((cents % 7)) WHERE cents > 0;
    CREATE SCHEMA billing;
    CREATE TABLE billing.invoice (number int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code text UNIQUE NULLS NOT DISTINCT);
    CREATE FUNCTION take(p_ref text) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO taken_event (event_ref) VALUES (p_ref) ON CONFLICT DO NOTHING;
      RETURN FOUND;
    END $$;
    CREATE ROLE reader LOGIN PASSWORD 'reads only';
    GRANT SELECT ON taken_event TO reader;
    ALTER ROLE reader SET default_transaction_read_only = on`);
}, 60_000);

afterAll(async () => {
  await client.end();
  await server.stop();
});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'webhook-once-live-'));
  // What the migration says differs from the server: the key is gone there.
  write('migrations/1.sql', 'CREATE TABLE taken_event (event_ref text PRIMARY KEY, at timestamptz DEFAULT now());\n');
  write(
    'src/hook.ts',
    `import express from 'express';
import { Pool } from 'pg';
import Stripe from 'stripe';
const pool = new Pool();
const stripe = new Stripe(process.env.SK!);
export const app = express();
app.post('/stripe/webhook', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, process.env.WH!);
  const { rowCount } = await pool.query('INSERT INTO taken_event (event_ref) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
  if (rowCount === 0) return res.json({});
  await stripe.refunds.create({ charge: 'ch' }, { idempotencyKey: event.id + 'refund' });
  await pool.query('UPDATE purse SET cents = cents + 5 WHERE id = $1', [event.account]);
  res.json({});
});
`,
  );
  return () => {
    rmSync(root, { recursive: true, force: true });
  };
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

async function call(...argv: string[]): Promise<{ status: number; stdout: string; stderr: string }> {
  const output = { status: -1, stdout: '', stderr: '' };
  output.status = await run(argv, {
    cwd: root,
    env: {},
    stdout: { isTTY: false, write: (text: string) => (output.stdout += text) },
    stderr: { isTTY: false, write: (text: string) => (output.stderr += text) },
  });
  return output;
}

const found = ({ stdout }: { stdout: string }) =>
  (JSON.parse(stdout) as { findings: { rule: string; file: string; line: number }[] }).findings.map(
    ({ rule, file, line }) => `${file}:${line} ${rule}`,
  );

/** As a user that may only read, whose sessions may not write. */
const asReader = () => url.replace('postgres:postgres', 'reader:reads%20only');

describe('--database-url', () => {
  it('says what the server has, with its keys and schemas', async () => {
    const { status, stdout } = await call('schema', '--format', 'json', '--database-url', url);

    const { tables } = JSON.parse(stdout) as {
      tables: {
        schema: string | null;
        name: string;
        uniqueKeys: {
          name: string;
          columns: string[];
          where: string | null;
          nullsNotDistinct: boolean;
          expression: string | null;
        }[];
      }[];
    };
    expect(status).toBe(0);
    expect(
      tables.map(({ schema, name, uniqueKeys }) => [
        `${schema ?? 'public'}.${name}`,
        uniqueKeys.map((key) => [key.name, key.columns, key.where, key.nullsNotDistinct, key.expression]),
      ]),
    ).toEqual([
      [
        'billing.invoice',
        [
          ['invoice_pkey', ['number'], null, false, null],
          ['invoice_code_key', ['code'], null, true, null],
        ],
      ],
      [
        'public.purse',
        [
          ['purse_pkey', ['id'], null, false, null],
          ['purse_of_owner', [], '(cents > 0)', false, '(cents % 7::bigint)'],
        ],
      ],
      ['public.taken_event', []],
    ]);
  });

  it('believes the server where a migration says that a key is there', async () => {
    const rules = ['--rule', 'require-unique-event-key:error', '--format', 'json'];
    expect(found(await call('check', ...rules)).filter((one) => !one.includes('recoverable'))).toEqual([]);

    const live = await call('check', ...rules, '--database-url', url);

    expect(live).toMatchObject({ status: 1, stderr: '' });
    expect(found(live)).toContain('src/hook.ts:12 no-effect-before-claim');
    expect(found(live)).toContain('migrations/1.sql:1 require-unique-event-key');
  });

  it('reads functions of the server', async () => {
    write(
      'src/hook.ts',
      `import { createClient } from '@supabase/supabase-js';
import Stripe from 'stripe';
const db = createClient(process.env.URL!, process.env.KEY!);
const stripe = new Stripe(process.env.SK!);
export async function POST(request: Request) {
  const event = stripe.webhooks.constructEvent(await request.text(), request.headers.get('stripe-signature')!, process.env.WH!);
  const { data } = await db.rpc('take', { p_ref: event.id });
  if (!data) return new Response('duplicate');
  await stripe.transfers.create({ amount: 1, currency: 'eur', destination: 'a' }, { idempotencyKey: event.id });
  await db.from('purse').insert({ cents: 5 });
  return new Response('ok');
}
`,
    );
    write('app/webhook/route.ts', "export { POST } from '../../src/hook.ts';\n");
    const live = await call('check', '--format', 'json', '--database-url', url);
    // The function claims nothing there, for its table has no key.
    expect(found(live).filter((one) => one.includes('effect'))).toEqual(['src/hook.ts:10 no-effect-before-claim']);
  });

  it('needs no more than a role that may read, and leaves the server as it was', async () => {
    const before = await client.query('SELECT count(*) AS n FROM taken_event');
    const live = await call('schema', '--format', 'json', '--database-url', asReader());
    const after = await client.query('SELECT count(*) AS n FROM taken_event');

    expect(live).toMatchObject({ status: 0, stderr: '' });
    expect(live.stdout).toContain('"purse_of_owner"');
    expect(after.rows).toEqual(before.rows);
    expect(found(await call('check', '--format', 'json', '--database-url', asReader()))).toContain(
      'src/hook.ts:12 no-effect-before-claim',
    );
  });

  it('never runs a statement of the project', async () => {
    write('migrations/2.sql', 'CREATE TABLE made_by_migration (id int); DROP TABLE purse;\n');

    await call('check', '--format', 'json', '--database-url', url);
    const { stdout } = await call('schema', '--database-url', url);

    const { rows } = await client.query(
      "SELECT to_regclass('made_by_migration') AS made, to_regclass('purse') AS kept",
    );
    expect(rows).toEqual([{ made: null, kept: 'purse' }]);
    expect(stdout).toContain('the database has no table made_by_migration');
    expect(stdout).toContain('the database has no unique key over event_ref of taken_event');
  });

  it.each([
    [
      'a wrong password',
      () => url.replace('postgres:postgres', 'postgres:secret-word'),
      /password authentication failed/,
    ],
    ['no such database', () => url.replace(/\w+$/, 'nowhere'), /database "nowhere" does not exist/],
    ['no such host', () => 'postgres://a:secret-word@host.invalid/x', /host\.invalid/],
    ['another kind of database', () => 'mysql://a:secret-word@localhost/x', /must begin with postgres:\/\//],
  ])('tells of %s in one line, without the password, and exits 2', async (_, given, reason) => {
    for (const command of ['check', 'schema']) {
      const { status, stdout, stderr } = await call(command, '--database-url', given());
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(reason);
      expect(stderr).not.toContain('secret-word');
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('tells of a server that refuses, and of one that is none', async () => {
    const closed = await portOf(() => undefined);
    expect(await call('schema', '--database-url', `postgres://a@127.0.0.1:${closed.port}/x`)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('ECONNREFUSED') as string,
    });
    const other = await portOf((socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    }, true);
    const { status, stderr } = await call('schema', '--database-url', `postgres://a@127.0.0.1:${other.port}/x`);
    other.close();
    expect(status).toBe(2);
    expect(stderr).toContain('cannot read the database');
  });
});

/** A port that something else than Postgres answers at, or nothing. */
async function portOf(answer: (socket: { end: (text: string) => void }) => void, stays = false) {
  const listener = createServer((socket) => {
    socket.on('error', () => undefined);
    answer(socket);
  });
  const port = await new Promise<number>((done) => {
    listener.listen(0, '127.0.0.1', () => {
      done((listener.address() as { port: number }).port);
    });
  });
  const close = () => listener.close();
  if (!stays) close();
  return { port, close };
}
