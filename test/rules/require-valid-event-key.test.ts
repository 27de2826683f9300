import rule from '../../rules/require-valid-event-key.ts';
import { onExpress } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const github = `
  import { verify } from '@octokit/webhooks-methods';
  import express from 'express';
  import { Pool } from 'pg';
  const pool = new Pool();
  export const router = express.Router();
  router.post('/hooks/github', express.text({ type: '*/*' }), async (req, res) => {
    if (!(await verify('secret', req.body, req.get('x-hub-signature-256') ?? ''))) return res.sendStatus(401);
    const claim = await pool.query('INSERT INTO shared_events (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [req.get('x-github-delivery')]);
    if (claim.rowCount === 0) return res.sendStatus(200);
    res.sendStatus(202);
  });
`;
const tables = `
  CREATE TABLE arrivals (delivery text PRIMARY KEY, seen_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE handled_charges (charge text NOT NULL, type text, PRIMARY KEY (charge));
  CREATE TABLE charge_steps (charge text NOT NULL, type text NOT NULL, PRIMARY KEY (charge, type));
  CREATE TABLE shared_events (delivery text PRIMARY KEY);
  CREATE TABLE sourced_events (source text NOT NULL, delivery text NOT NULL, PRIMARY KEY (source, delivery));
`;
const app = writeApp({
  'migrations/001.sql': tables,
  'src/keys.ts':
    "import { createHash } from 'node:crypto'; export const digestOf = (raw: Buffer) => createHash('sha1').update(raw).digest('hex');",
});
const shared = writeApp({ 'migrations/001.sql': tables, 'src/github.ts': github });
const express = app('src/stripe.ts');
const claimBy = (table: string, key: string) =>
  `const claim = await pool.query('INSERT INTO ${table} VALUES ($1) ON CONFLICT DO NOTHING', [${key}]);`.replace(
    `${table} VALUES`,
    `${table} (${table === 'handled_charges' ? 'charge' : 'delivery'}) VALUES`,
  );
const leave = 'if (claim.rowCount === 0) return res.sendStatus(200);';
const pay = 'await stripe.refunds.create({ payment_intent: event.data.object.id });';
const byType = `if (event.type === 'charge.succeeded') await pool.query('UPDATE purses SET cents = cents + 1');
        else if (event.type === 'charge.refunded') await pool.query('UPDATE purses SET cents = cents - 1');`;
const stripeNames = 'Stripe names an event in `id` of the body.';

new RuleTester(shared('')).run('require-valid-event-key, a table that providers share', rule, {
  valid: [
    {
      name: 'the source stands beside the id',
      filename: shared('src/stripe.ts'),
      code: onExpress(`
        const claim = await pool.query("INSERT INTO sourced_events (source, delivery) VALUES ('stripe', $1) ON CONFLICT DO NOTHING", [event.id]);
        ${leave}
        ${pay}
      `),
    },
    {
      name: 'the source stands in the key',
      filename: shared('src/stripe.ts'),
      code: onExpress(`
        ${claimBy('shared_events', '`stripe:${event.id}`')}
        ${leave}
        ${pay}
      `),
    },
    {
      name: 'a table of its own',
      filename: shared('src/stripe.ts'),
      code: onExpress(`
        ${claimBy('arrivals', 'event.id')}
        ${leave}
        ${pay}
      `),
    },
  ],
  invalid: [
    {
      name: 'the id alone',
      filename: shared('src/stripe.ts'),
      code: onExpress(`
        ${claimBy('shared_events', 'event.id')}
        ${leave}
        ${pay}
      `),
      errors: [{ messageId: 'sharedTable', line: 2 }],
    },
  ],
});

new RuleTester(app('')).run('require-valid-event-key', rule, {
  valid: [
    {
      name: "the provider's id",
      filename: express,
      code: onExpress(`
        ${claimBy('arrivals', 'event.id')}
        ${leave}
        ${pay}
      `),
    },
    {
      name: 'the id beside a time that is no part of the key',
      filename: express,
      code: onExpress(`
        const claim = await pool.query('INSERT INTO arrivals (delivery, seen_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [event.id, new Date()]);
        ${leave}
        ${pay}
      `),
    },
    {
      name: 'a thing together with the type',
      filename: express,
      code: onExpress(`
        const claim = await pool.query('INSERT INTO charge_steps (charge, type) VALUES ($1, $2) ON CONFLICT DO NOTHING', [event.data.object.id, event.type]);
        ${leave}
        ${byType}
      `),
    },
    {
      name: 'a thing alone, behind one type',
      filename: express,
      code: onExpress(`
        if (event.type !== 'charge.succeeded') return res.sendStatus(200);
        ${claimBy('handled_charges', 'event.data.object.id')}
        ${leave}
        ${pay}
      `),
    },
    {
      name: 'a thing alone, where two types say the same of it',
      filename: express,
      code: onExpress(`
        switch (event.type) {
          case 'checkout.session.completed':
          case 'checkout.session.async_payment_succeeded': {
            ${claimBy('handled_charges', 'event.data.object.id')}
            ${leave}
            ${pay}
          }
        }
      `),
    },
    {
      name: 'a row with an id of its own that is no claim',
      filename: express,
      code: onExpress(`
        await pool.query('INSERT INTO orders (id, session) VALUES ($1, $2)', [crypto.randomUUID(), event.data.object.id]);
      `),
    },
    {
      name: 'a key that is made by something unknown',
      filename: express,
      code: onExpress(`
        const { keyOf } = await import('./elsewhere');
        ${claimBy('arrivals', 'keyOf(event)')}
        ${leave}
        ${pay}
      `),
    },
  ],
  invalid: [
    {
      name: 'a hash of the body',
      filename: express,
      code: onExpress(`
        const { createHash } = await import('node:crypto');
        const digest = createHash('sha256').update(req.body).digest('hex');
        ${claimBy('arrivals', 'digest')}
        ${leave}
        ${pay}
      `),
      errors: [
        {
          message: `A retry whose body differs in a byte is taken for a new event, and two events with equal bodies for one: the insert into \`arrivals\` (line 4) is keyed by a hash of the body. ${stripeNames}`,
          line: 4,
        },
      ],
    },
    {
      name: 'a hash made in another file',
      filename: express,
      code: onExpress(`
        const { digestOf } = await import('./keys');
        ${claimBy('arrivals', 'digestOf(req.body)')}
        ${leave}
        ${pay}
      `),
      errors: [{ messageId: 'bodyHash', line: 3 }],
    },
    {
      name: 'a guard and its late record by one bad key: reported once, at the guard',
      filename: express,
      code: onExpress(`
        const { digestOf } = await import('./keys');
        const seen = await pool.query('SELECT 1 FROM arrivals WHERE delivery = $1', [digestOf(req.body)]);
        if (seen.rows.length > 0) return res.sendStatus(200);
        ${pay}
        await pool.query('INSERT INTO arrivals (delivery) VALUES ($1)', [digestOf(req.body)]);
      `),
      errors: [{ messageId: 'bodyHash', line: 3 }],
    },
    {
      name: 'the signature',
      filename: express,
      code: onExpress(`
        ${claimBy('arrivals', "req.get('stripe-signature')")}
        ${leave}
        ${pay}
      `),
      errors: [{ messageId: 'signature', line: 2 }],
    },
    {
      name: 'a random value',
      filename: express,
      code: onExpress(`
        ${claimBy('arrivals', 'crypto.randomUUID()')}
        ${leave}
        ${pay}
      `),
      errors: [{ messageId: 'random', line: 2 }],
    },
    {
      name: 'a clock beside the id, in Redis',
      filename: express,
      code: onExpress(`
        const { Redis } = await import('ioredis');
        const redis = new Redis();
        if ((await redis.set(\`seen:\${event.id}:\${Date.now()}\`, '1', 'EX', 604800, 'NX')) !== 'OK') return res.sendStatus(200);
        ${pay}
      `),
      errors: [{ messageId: 'clock', line: 4 }],
    },
    {
      name: 'the time of the event',
      filename: express,
      code: onExpress(`
        ${claimBy('arrivals', 'event.created')}
        ${leave}
        ${pay}
      `),
      errors: [{ messageId: 'eventTime', line: 2 }],
    },
    {
      name: 'a thing alone, before types are told apart',
      filename: express,
      code: onExpress(`
        ${claimBy('handled_charges', 'event.data.object.id')}
        ${leave}
        ${byType}
      `),
      errors: [
        {
          message: `After \`charge.succeeded\` every other event of the same thing (\`charge.refunded\`) is taken for a duplicate and lost: the insert into \`handled_charges\` (line 2) is keyed by what the event is about alone. ${stripeNames}`,
          line: 2,
        },
      ],
    },
  ],
});
