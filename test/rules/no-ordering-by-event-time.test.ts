import rule from '../../rules/no-ordering-by-event-time.ts';
import { onExpress, onHono, onNextApp } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'src/schema.ts': `
    import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
    export const arrivals = pgTable('arrivals', { delivery: text('delivery').primaryKey() });
    export const bookings = pgTable('bookings', { id: text('id').primaryKey(), seenAt: bigint('seen_at', { mode: 'number' }) });
    export const purses = pgTable('purses', { id: text('id').primaryKey() });
  `,
  'src/routes/order.ts': `
    export const isOlder = (event: { created: number }, row: { marker: number }) => event.created < row.marker;
  `,
});
const express = app('src/routes/stripe.ts');
const load = "const { rows: [row] } = await pool.query('SELECT * FROM plans WHERE id = $1', [event.data.object.id]);";
const keep =
  "await pool.query('UPDATE plans SET seats = $1, marker = $2 WHERE id = $3', [event.data.object.seats, event.created, event.data.object.id]);";
const skipIf = (test: string) => `${load}\nif (${test}) return res.sendStatus(200);\n${keep}`;

new RuleTester(app('')).run('no-ordering-by-event-time', rule, {
  valid: [
    ...[
      'event.data.object.version <= row.version',
      'row.sequence > event.data.object.sequence',
      'Date.now() / 1000 - event.created > 300',
      'event.created < Math.floor(Date.now() / 1000) - 600',
      'event.created < 1700000000',
      'event.created * 1000 > row.expires_at',
      'new Date(event.created * 1000) < row.trial_ends_at',
      'row.marker === null',
      'event.id === row.last_event_id',
    ].map((test) => ({ name: test, filename: express, code: onExpress(skipIf(test)) })),
    {
      name: 'predicates about a version, a time of the business, and what the update sets only',
      filename: express,
      code: onExpress(`
        const plan = event.data.object;
        await pool.query('UPDATE plans SET seats = $1 WHERE id = $2 AND version < $3', [plan.seats, plan.id, plan.version]);
        await pool.query('SELECT * FROM prices WHERE valid_from <= to_timestamp($1)', [event.created]);
        ${keep}
      `),
    },
    {
      name: 'what the provider says now',
      filename: express,
      code: onExpress(`
        const plan = await stripe.subscriptions.retrieve(event.data.object.id);
        await pool.query('UPDATE plans SET seats = $1 WHERE id = $2', [plan.items.data.length, plan.id]);
      `),
    },
    {
      name: 'unknown: a time from elsewhere',
      filename: express,
      code: `import { lastSeen } from './not-there';${onExpress(`if (event.created < (await lastSeen(event.data.object.id))) return res.sendStatus(200);`)}`,
    },
  ],
  invalid: [
    ...[
      'event.created <= row.marker',
      'row.marker > event.created',
      'event.created === row.marker',
      'event.created - row.marker < 0',
      'new Date(event.created * 1000) < new Date(row.marker)',
      'new Date(event.created * 1000).getTime() <= new Date(row.marker * 1000).getTime()',
      'row.marker && Number(row.marker) >= event.created',
    ].map((test) => ({
      name: test,
      filename: express,
      code: onExpress(skipIf(test)),
      errors: [{ messageId: 'stored', line: 3 }],
    })),
    {
      name: 'the message says both sides',
      filename: express,
      code: onExpress(skipIf('event.created < row.marker')),
      errors: [
        {
          message:
            'Of two events with one timestamp the second is taken for old and is lost, or the older one wins: `event.created < row.marker` (line 3) compares the time of the event with `plans.marker`.',
        },
      ],
    },
    {
      name: 'a column that another file writes, told by its name',
      filename: express,
      code: onExpress(`${load}\nif (row.last_event_at > event.created) return res.sendStatus(200);`),
      errors: [{ messageId: 'stored', line: 3 }],
    },
    {
      name: 'libraries of dates, renamed',
      filename: express,
      code: `import { isBefore as older } from 'date-fns'; import dayjs from 'dayjs';${onExpress(`
        ${load}
        if (older(event.created * 1000, row.marker)) return res.sendStatus(200);
        if (dayjs.unix(event.created).isBefore(dayjs.unix(row.marker))) return res.sendStatus(200);
        ${keep}
      `)}`,
      errors: [
        { messageId: 'stored', line: 3 },
        { messageId: 'stored', line: 4 },
      ],
    },
    {
      name: 'a function of another file',
      filename: express,
      code: `import { isOlder as late } from './order';${onExpress(skipIf('late(event, row)'))}`,
      errors: [{ messageId: 'stored', line: 3 }],
    },
    {
      name: 'predicates of SQL',
      filename: express,
      code: onExpress(`
        const at = new Date(event.created * 1000);
        await pool.query('UPDATE plans SET seats = $1, marker = $2 WHERE id = $3 AND marker < $2', [1, at, event.data.object.id]);
        await pool.query('UPDATE plans SET seats = $1, marker = to_timestamp($2) WHERE id = $3 AND (marker IS NULL OR marker < to_timestamp($2))', [1, event.created, event.data.object.id]);
        await pool.query('INSERT INTO plans (id, marker) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET marker = excluded.marker WHERE plans.marker < excluded.marker', [event.data.object.id, at]);
      `),
      errors: [
        { messageId: 'predicate', line: 3 },
        { messageId: 'predicate', line: 4 },
        { messageId: 'predicate', line: 5 },
      ],
    },
    {
      name: 'predicates of Prisma and Drizzle',
      filename: app('src/app/hooks/stripe/route.ts'),
      code: onNextApp(`
        const at = new Date(event.created * 1000);
        await prisma.plan.updateMany({ where: { id: event.data.object.id, seenAt: { lt: at } }, data: { seats: 1, seenAt: at } });
        await prisma.plan.updateMany({ where: { id: event.data.object.id, OR: [{ seenAt: null }, { seenAt: { lt: at } }] }, data: { seenAt: at } });
      `),
      errors: [
        { messageId: 'predicate', line: 3 },
        { messageId: 'predicate', line: 4 },
      ],
    },
    {
      filename: app('src/routes/hono.ts'),
      code: `import { lt } from 'drizzle-orm';${onHono(`
        await db.update(bookings).set({ seenAt: event.created }).where(and(eq(bookings.id, event.data.object.id), lt(bookings.seenAt, event.created)));
      `)}`,
      errors: [{ messageId: 'predicate', line: 2 }],
    },
    {
      name: 'a batch put in order',
      filename: express,
      code: `import express from 'express'; const app = express(); app.post('/hooks/sendgrid', express.json(), async (req, res) => { req.get('x-twilio-email-event-webhook-signature');
        req.body.sort((a: any, b: any) => a.timestamp - b.timestamp);
        res.sendStatus(200); });`,
      errors: [{ messageId: 'events', line: 2 }],
    },
  ],
});
