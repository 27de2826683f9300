import rule from '../../rules/require-sufficient-retention.ts';
import plugin from '../../src/index.ts';
import { onExpress } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const receive = onExpress(
  "await pool.query('INSERT INTO event_marks (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);",
);
const app = writeApp({
  'migrations/001.sql': `
    CREATE TABLE processed_events (event_id text PRIMARY KEY, received_at timestamptz, status text);
    CREATE TABLE event_marks (id text PRIMARY KEY, at timestamptz);
    CREATE TABLE sessions (id text PRIMARY KEY, event_id text, created_at timestamptz);
  `,
  'src/receive.ts': receive,
  'src/limits.ts': 'export const hour = 3_600_000; export const keep = 12 * hour;',
});
const prune = (statement: string) =>
  `import { Pool } from 'pg'; import { subDays } from 'date-fns'; import { keep } from './limits'; const pool = new Pool(); export async function prune(days: number) {\n  ${statement}\n}`;
const query = (where: string, table = 'processed_events') =>
  prune(`await pool.query("DELETE FROM ${table} WHERE ${where}");`);
const filename = app('src/prune.ts');
const setOnce = (options: string, more = '') =>
  onExpress(
    `const reply = await redis.set('seen:' + event.id, '1', ${options});\nif (reply !== 'OK') return res.sendStatus(200);\n${more}`,
  ).replace(
    "import Stripe from 'stripe';",
    "import Stripe from 'stripe'; import Redis from 'ioredis'; const redis = new Redis();",
  );

new RuleTester(app('')).run('require-sufficient-retention', rule, {
  valid: [
    { name: 'longer than the window', filename, code: query("received_at < now() - interval '30 days'") },
    {
      name: 'as long as a value that is not known',
      filename,
      code: prune(
        "await pool.query('DELETE FROM processed_events WHERE received_at < $1', [new Date(Date.now() - days * 86_400_000)]);",
      ),
    },
    {
      name: 'only what failed',
      filename,
      code: query("status = 'failed' AND received_at < now() - interval '1 hour'"),
    },
    { name: 'what has an end of its own', filename, code: query("expires_at < now() - interval '1 hour'") },
    { name: 'another table', filename, code: query("created_at < now() - interval '1 hour'", 'sessions') },
    { name: 'one row', filename, code: query("event_id = 'x'") },
    { name: 'what is newer', filename, code: query("received_at > now() - interval '1 hour'") },
    { name: 'a claim with a long life', filename: app('src/a.ts'), code: setOnce("'EX', 604800, 'NX'") },
    {
      name: 'a short claim beside a lasting one',
      filename: app('src/a.ts'),
      code: setOnce(
        "'EX', 60, 'NX'",
        "const { rowCount } = await pool.query('INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);\nif (rowCount === 0) return res.sendStatus(200);",
      ),
    },
    {
      name: 'a lock that is given back',
      filename: app('src/a.ts'),
      code: setOnce("'EX', 60, 'NX'", "await redis.del('seen:' + event.id);"),
    },
  ],
  invalid: [
    {
      name: 'a day',
      filename,
      code: query("received_at < now() - interval '1 day'"),
      errors: [
        {
          messageId: 'rowsDeleted',
          data: { provider: 'Stripe', kept: '1 day', window: '3 days', table: 'processed_events' },
          line: 2,
        },
      ],
    },
    {
      name: 'only what is done',
      filename,
      code: query("status = 'done' AND received_at < now() - interval '1 hour'"),
      errors: [{ messageId: 'rowsDeleted', line: 2 }],
    },
    {
      name: 'a limit that is computed elsewhere',
      filename,
      code: prune(
        "await pool.query('DELETE FROM processed_events WHERE received_at < $1', [new Date(Date.now() - keep).toISOString()]);",
      ),
      errors: [{ messageId: 'rowsDeleted', line: 2 }],
    },
    {
      name: 'a limit that a library computes',
      filename,
      code: prune("await pool.query('DELETE FROM processed_events WHERE received_at < $1', [subDays(new Date(), 2)]);"),
      errors: [{ messageId: 'rowsDeleted', line: 2 }],
    },
    {
      name: 'a table that a handler claims with',
      filename,
      code: query("at < now() - interval '1 day'", 'event_marks'),
      errors: [{ messageId: 'rowsDeleted', line: 2 }],
    },
    {
      name: 'a claim with a short life',
      filename: app('src/a.ts'),
      code: setOnce("'EX', 600, 'NX'"),
      errors: [{ messageId: 'claimExpires', line: 2 }],
    },
  ],
});

const sql = new RuleTester(app(''), { language: 'webhook-once/sql', plugins: { 'webhook-once': plugin } });
const script = app('jobs/prune.sql');
sql.run('require-sufficient-retention in scripts', rule, {
  valid: [
    {
      name: 'long enough',
      filename: script,
      code: "DELETE FROM processed_events WHERE received_at < now() - interval '30 days';",
    },
    {
      name: 'in a comment',
      filename: script,
      code: "-- DELETE FROM processed_events WHERE received_at < now() - interval '1 day';",
    },
  ],
  invalid: [
    {
      name: 'a statement',
      filename: script,
      code: "SELECT 1;\nDELETE FROM processed_events\nWHERE received_at < now() - interval '1 day';",
      errors: [{ messageId: 'rowsDeleted', line: 2, column: 1, endLine: 3 }],
    },
    {
      name: 'a schedule',
      filename: script,
      code: "SELECT cron.schedule('p', '0 * * * *', $$DELETE FROM processed_events WHERE received_at < now() - interval '6 hours'$$);",
      errors: [{ messageId: 'rowsDeleted', line: 1 }],
    },
    {
      name: 'a schedule between quotes',
      filename: script,
      code: "SELECT cron.schedule('p', '0 * * * *', 'DELETE FROM processed_events WHERE received_at < now() - interval ''6 hours''');",
      errors: [{ messageId: 'rowsDeleted', line: 1 }],
    },
  ],
});
