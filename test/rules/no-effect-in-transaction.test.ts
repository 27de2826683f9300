import rule from '../../rules/no-effect-in-transaction.ts';
import { onExpress, onHono, onNextApp, onNextPages } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'src/schema.ts': `
    import { pgTable, text } from 'drizzle-orm/pg-core';
    export const arrivals = pgTable('arrivals', { delivery: text('delivery').primaryKey() });
    export const bookings = pgTable('bookings', { id: text('id').primaryKey() });
    export const purses = pgTable('purses', { id: text('id').primaryKey() });
  `,
  'src/routes/mail.ts': `
    import { Resend } from 'resend';
    const resend = new Resend('re');
    export const thank = (to: string) => resend.emails.send({ from: 'a@b.c', to, subject: '', text: '' });
  `,
});
const express = app('src/routes/stripe.ts');
const next = app('src/app/hooks/stripe/route.ts');
const refund = 'await stripe.refunds.create({ charge: event.data.object.charge }, { idempotencyKey: event.id });';
const inTransaction = (body: string, after = '') => `
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('INSERT INTO arrivals (delivery) VALUES ($1)', [event.id]);
  ${body}
  await client.query('COMMIT');
  ${after}
`;

new RuleTester(app('')).run('no-effect-in-transaction', rule, {
  valid: [
    { name: 'after the commit', filename: express, code: onExpress(inTransaction('', refund)) },
    {
      name: 'after a rollback',
      filename: express,
      code: onExpress(inTransaction('').replace('COMMIT', 'ROLLBACK') + refund),
    },
    {
      name: 'before it, and on another path',
      filename: express,
      code: onExpress(`
        if (event.type === 'charge.refunded') {
          ${refund}
        } else {
          ${inTransaction('')}
        }
      `),
    },
    {
      name: 'after a callback that ran in one',
      filename: next,
      code: onNextApp(`
        const charge = await prisma.$transaction(async (tx) => {
          await tx.arrival.create({ data: { delivery: event.id } });
          return event.data.object.charge;
        });
        await stripe.refunds.create({ charge }, { idempotencyKey: event.id });
      `),
    },
    {
      name: 'collected in it, run after it',
      filename: express,
      code: `import { thank } from './mail';${onExpress(
        `const after: (() => unknown)[] = [];${inTransaction('after.push(() => thank(event.data.object.email));', 'for (const run of after) await run();')}`,
      )}`,
    },
    {
      name: 'put off until the commit',
      filename: express,
      code: `import { Sequelize } from 'sequelize'; import { runOnTransactionCommit } from 'typeorm-transactional'; import { thank } from './mail'; const db = new Sequelize('');${onExpress(`
        await db.transaction(async (tx) => {
          await db.query('INSERT INTO arrivals (delivery) VALUES (?)', { replacements: [event.id], transaction: tx });
          tx.afterCommit(() => thank(event.data.object.email));
          runOnTransactionCommit(() => thank(event.data.object.email));
        });
      `)}`,
    },
    {
      name: 'nobody waits for it',
      filename: express,
      code: `import { thank } from './mail';${onExpress(inTransaction('setTimeout(() => thank(event.data.object.email), 10);'))}`,
    },
    {
      name: 'a job that is written through the open transaction',
      filename: express,
      code: `import PgBoss from 'pg-boss'; import { quickAddJob } from 'graphile-worker'; const boss = new PgBoss('');${onExpress(
        inTransaction(`
          await client.query("SELECT graphile_worker.add_job('mail', $1)", [event.id]);
          await boss.send('mail', { id: event.id }, { db: { executeSql: (text: string, values: unknown[]) => client.query(text, values) } });
          await quickAddJob({ pgPool: client }, 'mail', { id: event.id });
        `),
      )}`,
    },
    {
      name: 'no call to anybody else',
      filename: express,
      code: onExpress(
        inTransaction(
          "console.log(event.id); await client.query('UPDATE purses SET cents = 1 WHERE id = $1', [event.id]);",
        ),
      ),
    },
    {
      name: 'unknown: a wrapper that may or may not open one',
      filename: express,
      code: `import { withScope } from './not-there';${onExpress(`await withScope(async () => { ${refund} });`)}`,
    },
  ],
  invalid: [
    {
      name: 'pg',
      filename: express,
      code: onExpress(inTransaction(refund)),
      errors: [
        {
          message:
            'A rollback does not undo `stripe.refunds.create` (line 5), and the retry runs it again: it is called while the transaction of line 3 is open, which holds a database connection until the other side answers.',
          line: 5,
        },
      ],
    },
    {
      name: "a read of the provider's API, by the SDK and by a client of HTTP",
      filename: express,
      code: `import axios from 'axios';${onExpress(
        inTransaction(
          "const sub = await stripe.subscriptions.retrieve(event.data.object.id); await axios.get('https://api.stripe.com/v1/charges/' + sub.id);",
        ),
      )}`,
      errors: [
        {
          message:
            'A slow answer to `stripe.subscriptions.retrieve` (line 5) holds a database connection and its locks: it is called while the transaction of line 3 is open.',
        },
        { messageId: 'read' },
      ],
    },
    {
      name: 'Prisma, Drizzle, Knex: a callback, an import under another name, a callee of another file',
      filename: next,
      code: `import { thank as sendThanks } from '../../../routes/mail';${onNextApp(`
        await prisma.$transaction(async (tx) => {
          await tx.arrival.create({ data: { delivery: event.id } });
          await sendThanks(event.data.object.email);
        });
      `)}`,
      errors: [
        {
          message:
            'A rollback does not undo `resend.emails.send` (mail.ts:4), and the retry runs it again: it is called while the transaction of line 2 is open, which holds a database connection until the other side answers.',
          line: 4,
        },
      ],
    },
    {
      filename: app('src/routes/hono.ts'),
      code: onHono(`
        await db.transaction(async (tx) => {
          await tx.insert(arrivals).values({ delivery: event.id });
          await stripe.subscriptions.update(event.data.object.id, { metadata: { seen: 'yes' } });
        });
      `),
      errors: [{ messageId: 'effect', line: 4 }],
    },
    {
      filename: app('pages/api/stripe-webhook.ts'),
      code: onNextPages(`
        await knex.transaction(async (trx) => {
          await trx('arrivals').insert({ delivery: event.id });
          await fetch('https://shop.example/api/orders', { method: 'PUT', body: event.id });
        });
      `),
      errors: [{ messageId: 'effect', line: 4 }],
    },
    {
      name: 'a job in a queue that is not the same database',
      filename: express,
      code: `import { Queue } from 'bullmq'; import PgBoss from 'pg-boss'; const jobs = new Queue('jobs'); const boss = new PgBoss('');${onExpress(
        inTransaction(
          "await jobs.add('mail', {}, { jobId: event.id }); await boss.send('mail', {}, { singletonKey: event.id });",
        ),
      )}`,
      errors: [{ messageId: 'effect' }, { messageId: 'effect' }],
    },
    {
      name: 'each call once, whatever else is wrong with it',
      filename: express,
      code: onExpress(`
        const client = await pool.connect();
        await client.query('BEGIN');
        for (const line of event.data.object.lines) {
          if (line.kind === 'a') await client.query('UPDATE purses SET cents = cents + 1 WHERE id = $1', [line.id]);
          await stripe.refunds.create({ charge: line.charge });
        }
        await client.query('COMMIT');
      `),
      errors: [{ messageId: 'effect', line: 6 }],
    },
  ],
});
