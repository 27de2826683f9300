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
  'src/time.ts':
    "import dayjs from 'dayjs'; export const dayAgo = () => dayjs().subtract(1, 'day').toDate(); export { default as clock } from 'dayjs';",
  'src/limits.ts': 'export const hour = 3_600_000; export const keep = 12 * hour;',
});
const prune = (statement: string) =>
  `import { Pool } from 'pg'; import { subDays } from 'date-fns'; import { keep } from './limits'; const pool = new Pool(); export async function prune(days: number) {\n  ${statement}\n}`;
/** A delete of rows older than what an expression says, with imports of its own. */
const older = (imports: string, limit: string) =>
  `import { Pool } from 'pg'; ${imports} const pool = new Pool(); export async function prune(days: number) {\n  await pool.query('DELETE FROM processed_events WHERE received_at < $1', [${limit}]);\n}`;
const tooSoon = { messageId: 'rowsDeleted' as const, line: 2 };
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

const withRedis = (body: string) =>
  onExpress(body).replace(
    "import Stripe from 'stripe';",
    "import Stripe from 'stripe'; import Redis from 'ioredis'; const redis = new Redis();",
  );
/** A handler that looks for a mark of the event first. */
const markOf = (set: string) =>
  withRedis(`if (await redis.get('seen:' + event.id)) return res.sendStatus(200);\n${set}`);
const enqueued = (add: string, options = '') =>
  onExpress(`await ${add};`).replace(
    "import Stripe from 'stripe';",
    `import Stripe from 'stripe'; import { Queue } from 'bullmq'; const queue = new Queue('hooks'${options});`,
  );
const enqueuedByBull = (add: string, options = '') =>
  onExpress(`await ${add};`).replace(
    "import Stripe from 'stripe';",
    `import Stripe from 'stripe'; import Bull from 'bull'; const queue = new Bull('hooks', 'redis://x'${options});`,
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
    ...[
      ["import dayjs from 'dayjs';", "dayjs().subtract(30, 'day').toDate()"],
      ["import dayjs from 'dayjs';", "dayjs().subtract(days, 'day').toDate()"],
      ["import dayjs from 'dayjs';", "dayjs().add(1, 'day').toDate()"],
      ["import dayjs from 'dayjs';", "dayjs(process.env.SINCE).subtract(1, 'day').toDate()"],
      ["import { DateTime } from 'luxon';", 'DateTime.now().minus({ weeks: 2 }).toJSDate()'],
      ["import { DateTime } from 'luxon';", 'DateTime.now().minus({ days }).toJSDate()'],
      ["import { sub } from 'date-fns';", 'sub(new Date(), { days: 8, hours: days })'],
      ["import { addDays } from 'date-fns';", 'addDays(new Date(), 1)'],
      ["import ms from 'ms';", "new Date(Date.now() - ms('14 days'))"],
      ["import ms from 'ms';", 'new Date(Date.now() - ms(process.env.KEEP!))'],
    ].map(([imports = '', limit = '']) => ({ name: `not too soon: ${limit}`, filename, code: older(imports, limit) })),
    ...[
      "now() - received_at > interval '10 days'",
      "received_at + interval '30 days' < now()",
      "received_at < now() - interval '1 day' * 30",
      'received_at < now() - make_interval(days => 30)',
      "received_at < now() + interval '1 day'",
      "received_at < now() - interval '-30 days'",
      'received_at < current_date - 30',
      "received_at < now() - ($1 || ' days')::interval",
      "received_at < now() - interval '1 day' * $1",
      "received_at > now() - interval '1 day'",
      "now() - received_at < interval '1 day'",
      "lower(status) < 'a'",
    ].map((where) => ({ name: `not too soon: ${where}`, filename, code: query(where) })),
    {
      name: 'a mark that is kept long enough',
      filename: app('src/a.ts'),
      code: markOf("await redis.set('seen:' + event.id, '1', 'EX', 864000);"),
    },
    {
      name: 'a mark of a time that is not known',
      filename: app('src/a.ts'),
      code: markOf("await redis.set('seen:' + event.id, '1', 'EX', Number(process.env.KEEP));"),
    },
    {
      name: 'a value that is kept for later, which nobody looks for before',
      filename: app('src/a.ts'),
      code: withRedis("await redis.set('last:' + event.id, '1', 'EX', 60);"),
    },
    {
      name: 'a customer that is kept for a minute',
      filename: app('src/a.ts'),
      code: withRedis(
        "let known = await redis.get('customer:' + event.data.object.customer); if (!known) { known = 'x'; await redis.setex('customer:' + event.data.object.customer, 60, known); }",
      ),
    },
    ...[
      '{ jobId: event.id }',
      '{ jobId: event.id, removeOnComplete: 1000 }',
      '{ jobId: event.id, removeOnComplete: { age: 864000 } }',
      '{ removeOnComplete: true }',
      '{ jobId: event.id, removeOnComplete: false }',
    ].flatMap((options) => [
      { name: `bullmq ${options}`, filename: app('src/a.ts'), code: enqueued(`queue.add('job', {}, ${options})`) },
      { name: `bull ${options}`, filename: app('src/a.ts'), code: enqueuedByBull(`queue.add({}, ${options})`) },
    ]),
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
    ...[
      ["import dayjs from 'dayjs';", "dayjs().subtract(1, 'day').toDate()"],
      ["import day from 'dayjs';", "day().subtract(12, 'hours').toISOString()"],
      ["import moment from 'moment';", 'moment().subtract({ days: 1, hours: 2 }).toDate()'],
      ["import { DateTime } from 'luxon';", 'DateTime.now().minus({ hours: 36 }).toJSDate()'],
      ["import { DateTime as Time } from 'luxon';", 'Time.utc().minus({ days: 2 }).toISO()'],
      ["import { sub } from 'date-fns';", 'sub(new Date(), { days: 1, hours: 6 })'],
      ["import { addDays } from 'date-fns';", 'addDays(new Date(), -2)'],
      ["import * as dates from 'date-fns';", 'dates.subHours(new Date(), 6)'],
      ["import ms from 'ms';", "new Date(Date.now() - ms('2 days'))"],
      ["import millis from 'ms';", "new Date(Date.now() - millis('36h'))"],
      ["import { dayAgo } from './time';", 'dayAgo()'],
      ["import { clock } from './time';", "clock().subtract(1, 'd').toDate()"],
    ].map(([imports = '', limit = '']) => ({
      name: `too soon: ${limit}`,
      filename,
      code: older(imports, limit),
      errors: [tooSoon],
    })),
    ...[
      "now() - received_at > interval '1 day'",
      "received_at + interval '1 day' < now()",
      "received_at < now() - interval '6 hours' * 2",
      'received_at < now() - make_interval(hours => 6)',
      "received_at < now() - '36 hours'::interval",
      "received_at < now() + interval '-1 day'",
      'received_at < current_date - 1',
      "received_at < current_timestamp - (interval '1 day' + interval '2 hours')",
      "received_at < timezone('utc', now()) - interval '1 day'",
      "age(received_at) > interval '1 day'",
      'extract(epoch from now() - received_at) > 3600',
      "received_at < date_trunc('day', now()) - interval '1 day'",
    ].map((where) => ({ name: `too soon: ${where}`, filename, code: query(where), errors: [tooSoon] })),
    ...[
      "await redis.set('seen:' + event.id, '1', 'EX', 600);",
      "await redis.set('seen:' + event.id, '1', 'PX', 600000);",
      "await redis.setex('seen:' + event.id, 600, '1');",
    ].map((set) => ({
      name: `a mark with a short life: ${set}`,
      filename: app('src/a.ts'),
      code: markOf(set),
      errors: [
        {
          messageId: 'markExpires' as const,
          data: { provider: 'Stripe', kept: '10 minutes', window: '3 days' },
          line: 3,
        },
      ],
    })),
    {
      name: 'a mark that is made with a constant of another file',
      filename: app('src/a.ts'),
      code: markOf("const key = 'seen:' + event.id; await redis.set(key, '1', 'PX', keep);").replace(
        'import ',
        "import { keep } from './limits'; import ",
      ),
      errors: [{ messageId: 'markExpires', line: 3 }],
    },
    ...[
      ['bullmq', enqueued("queue.add('job', {}, { jobId: event.id, removeOnComplete: true })"), 'jobForgottenAtOnce'],
      [
        'bullmq',
        enqueued("queue.add('job', {}, { jobId: event.id, removeOnComplete: { age: 3600 } })"),
        'jobForgotten',
      ],
      [
        'all jobs of a bullmq queue',
        enqueued("queue.add('job', {}, { jobId: event.id })", ', { defaultJobOptions: { removeOnComplete: true } }'),
        'jobForgottenAtOnce',
      ],
      ['bull', enqueuedByBull('queue.add({}, { jobId: event.id, removeOnComplete: true })'), 'jobForgottenAtOnce'],
      [
        'all jobs of a bull queue',
        enqueuedByBull(
          "queue.add('job', {}, { jobId: event.id })",
          ', { defaultJobOptions: { removeOnComplete: { age: 60 } } }',
        ),
        'jobForgotten',
      ],
    ].map(([name = '', code = '', messageId = '']) => ({
      name: `${name}: ${messageId}`,
      filename: app('src/a.ts'),
      code,
      errors: [{ messageId: messageId as 'jobForgotten', line: 2 }],
    })),
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

const model = (fields: string, more = '') =>
  `import mongoose, { Schema } from 'mongoose'; import { day } from './life';\nconst schema = new Schema({ eventId: { type: String, unique: true },\n${fields} });\n${more}\nexport const ProcessedEvent = mongoose.model('ProcessedEvent', schema);`;
const documents = writeApp({
  'package.json': '{ "name": "app", "type": "module" }',
  'src/receive.ts': receive,
  // A file that is new to its folder is seen once it is there.
  'src/processed-event.ts': model('at: Date'),
  'src/life.ts': 'export const day = 60 * 60 * 24;',
});
const documentFile = documents('src/processed-event.ts');
const forgotten = (line: number) => [{ messageId: 'rowsDeleted' as const, line }];

new RuleTester(documents('')).run('require-sufficient-retention of documents', rule, {
  valid: [
    ["createdAt: { type: Date, default: Date.now, expires: '30d' }"],
    ['expiresAt: { type: Date, expires: 0 }'],
    ["validUntil: { type: Date, expires: '1h' }"],
    ['createdAt: { type: Date, default: Date.now, expires: Number(process.env.KEEP) }'],
    ['createdAt: Date', 'schema.index({ createdAt: 1 }, { expireAfterSeconds: 30 * day });'],
    [
      'createdAt: Date',
      'schema.index({ createdAt: 1 }, { expireAfterSeconds: 60, partialFilterExpression: { failed: true } });',
    ],
    ['createdAt: Date', 'schema.index({ createdAt: 1 });'],
  ].map(([fields = '', more = '']) => ({
    name: `kept: ${fields} ${more}`,
    filename: documentFile,
    code: model(fields, more),
  })),
  invalid: [
    {
      name: 'a field that expires after an hour',
      filename: documentFile,
      code: model("createdAt: { type: Date, default: Date.now, expires: '1h' }"),
      errors: [
        {
          messageId: 'rowsDeleted',
          line: 3,
          data: { provider: 'Stripe', kept: '1 hour', window: '3 days', table: 'processedevents' },
        },
      ],
    },
    {
      name: 'seconds of another file',
      filename: documentFile,
      code: model('createdAt: { type: Date, default: Date.now, expires: day }'),
      errors: forgotten(3),
    },
    {
      name: 'an index of the schema',
      filename: documentFile,
      code: model('createdAt: Date', 'schema.index({ createdAt: 1 }, { expireAfterSeconds: day });'),
      errors: forgotten(4),
    },
    {
      name: 'an index of the field',
      filename: documentFile,
      code: model("receivedAt: { type: Date, index: { expires: '2 days' } }"),
      errors: forgotten(3),
    },
    {
      name: 'a decorated class',
      filename: documentFile,
      code: "import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';\n@Schema()\nexport class ProcessedEvent {\n  @Prop({ unique: true }) eventId!: string;\n  @Prop({ type: Date, default: Date.now, expires: 3600 })\n  createdAt!: Date;\n}\nexport const schema = SchemaFactory.createForClass(ProcessedEvent);",
      errors: forgotten(5),
    },
    {
      name: 'an index that the driver makes',
      filename: documentFile,
      code: "import { MongoClient } from 'mongodb';\nconst db = new MongoClient('x').db();\nexport async function setUp() {\n  await db.collection('processed_events').createIndex({ eventId: 1 }, { unique: true });\n  await db.collection('processed_events').createIndex({ createdAt: 1 }, { expireAfterSeconds: 3600 });\n}",
      errors: forgotten(5),
    },
  ],
});
