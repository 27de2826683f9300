import rule from '../../rules/require-recoverable-claim.ts';
import { onExpress } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'migrations/001.sql': `
    CREATE TABLE arrivals (delivery text PRIMARY KEY, status text, leased_until timestamptz);
    CREATE TABLE bookings (id text PRIMARY KEY, status text NOT NULL);
    CREATE TABLE purses (id text PRIMARY KEY, cents bigint NOT NULL);
  `,
  'src/routes/arrivals.ts': `
    import { Pool } from 'pg';
    const pool = new Pool();
    export async function isFirst(id: string): Promise<boolean> {
      const { rowCount } = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
      return rowCount === 1;
    }
    export async function giveBack(id: string) {
      await pool.query('DELETE FROM arrivals WHERE delivery = $1', [id]);
    }
  `,
});
const express = app('src/routes/stripe.ts');
const pay = 'await stripe.refunds.create({ payment_intent: event.data.object.id }, { idempotencyKey: event.id });';
const arrive =
  "const claim = await pool.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);";
const leave = 'if (claim.rowCount === 0) return res.sendStatus(200);';

new RuleTester(app('')).run('require-recoverable-claim', rule, {
  valid: [
    {
      name: 'released where the work throws, by a helper of another file',
      filename: express,
      code: onExpress(`
        const { isFirst, giveBack } = await import('./arrivals');
        if (!(await isFirst(event.id))) return res.sendStatus(200);
        try {
          ${pay}
        } catch (error) {
          await giveBack(event.id);
          throw error;
        }
      `),
    },
    {
      name: 'claim and write in one transaction',
      filename: express,
      code: onExpress(`
        const client = await pool.connect();
        await client.query('BEGIN');
        try {
          const claim = await client.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
          if (claim.rowCount === 1) await client.query('UPDATE purses SET cents = cents + 1 WHERE id = $1', [event.account]);
          await client.query('COMMIT');
        } catch (error) {
          await client.query('ROLLBACK');
          throw error;
        }
      `),
    },
    {
      name: 'a lease that is taken over',
      filename: express,
      code: onExpress(`
        const claim = await pool.query("INSERT INTO arrivals (delivery, leased_until) VALUES ($1, now() + interval '1 minute') ON CONFLICT (delivery) DO UPDATE SET leased_until = excluded.leased_until WHERE arrivals.leased_until < now() RETURNING delivery", [event.id]);
        if (claim.rows.length === 0) return res.sendStatus(200);
        ${pay}
      `),
    },
    {
      name: 'a status that a sweep can find',
      filename: express,
      code: onExpress(`
        const claim = await pool.query("INSERT INTO arrivals (delivery, status) VALUES ($1, 'processing') ON CONFLICT DO NOTHING", [event.id]);
        ${leave}
        ${pay}
      `),
    },
    {
      name: 'a time to live',
      filename: express,
      code: onExpress(`
        const { Redis } = await import('ioredis');
        const redis = new Redis();
        if ((await redis.set(\`seen:\${event.id}\`, '1', 'EX', 3600, 'NX')) !== 'OK') return res.sendStatus(200);
        ${pay}
      `),
    },
    {
      name: 'nothing looks at the claim: that is what is wrong',
      filename: express,
      code: onExpress(`
        ${arrive}
        ${pay}
      `),
    },
    {
      name: 'a release that could not be followed',
      filename: express,
      code: onExpress(`
        const { undo } = await import('./elsewhere');
        ${arrive}
        ${leave}
        try {
          ${pay}
        } catch (error) {
          await undo(event.id);
          throw error;
        }
      `),
    },
    {
      name: 'a failure that is kept for another try',
      filename: express,
      code: onExpress(`
        ${arrive}
        ${leave}
        try {
          ${pay}
        } catch (error) {
          await pool.query('INSERT INTO failed_deliveries (event) VALUES ($1)', [event]);
          throw error;
        }
      `),
    },
    {
      name: 'a record of what was sent',
      filename: express,
      code: onExpress(`
        const sent = await pool.query('INSERT INTO sent_mails (mail) VALUES ($1) ON CONFLICT (mail) DO NOTHING', [\`receipt:\${event.id}\`]);
        if (sent.rowCount === 1) ${pay}
      `),
    },
    {
      name: 'a tested transition with nothing but local writes behind it',
      filename: express,
      code: onExpress(`
        const claim = await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1 AND status = 'open'", [event.data.object.id]);
        ${leave}
        await pool.query('UPDATE purses SET cents = cents + 1 WHERE id = $1', [event.account]);
      `),
    },
    {
      name: 'an inbox: the claim is all there is',
      filename: express,
      code: onExpress(`
        ${arrive}
        ${leave}
      `),
    },
  ],
  invalid: [
    {
      name: 'claimed, then paid',
      filename: express,
      code: onExpress(`
        ${arrive}
        ${leave}
        ${pay}
      `),
      errors: [
        {
          message:
            'If `stripe.refunds.create` (line 4) fails, this event is lost for good: the insert into `arrivals` (line 2) has recorded it by then, so every retry is taken for a duplicate and nothing gives the claim back.',
          line: 2,
        },
      ],
    },
    {
      name: 'a helper of another file: reported at its call',
      filename: express,
      code: onExpress(`
        const { isFirst: claims } = await import('./arrivals');
        if (!(await claims(event.id))) return res.sendStatus(200);
        ${pay}
      `),
      errors: [{ messageId: 'claimKept', line: 3 }],
    },
    {
      name: 'the claim commits, then the effect',
      filename: express,
      code: onExpress(`
        const client = await pool.connect();
        await client.query('BEGIN');
        const claim = await client.query('INSERT INTO arrivals (delivery) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
        await client.query('COMMIT');
        ${leave}
        ${pay}
      `),
      errors: [{ messageId: 'claimKept', line: 4 }],
    },
    {
      name: 'released for one of two failures only',
      filename: express,
      code: onExpress(`
        ${arrive}
        ${leave}
        await pool.query('UPDATE purses SET cents = cents + 1 WHERE id = $1', [event.account]);
        try {
          ${pay}
        } catch (error) {
          await pool.query('DELETE FROM arrivals WHERE delivery = $1', [event.id]);
          throw error;
        }
      `),
      errors: [{ messageId: 'claimKept', line: 2 }],
    },
    {
      name: 'SET NX for ever',
      filename: express,
      code: onExpress(`
        const { Redis } = await import('ioredis');
        const redis = new Redis();
        if ((await redis.set(\`seen:\${event.id}\`, '1', 'NX')) !== 'OK') return res.sendStatus(200);
        ${pay}
      `),
      errors: [{ messageId: 'claimKept', line: 4 }],
    },
    {
      name: 'a status that says done before the work is',
      filename: express,
      code: onExpress(`
        const claim = await pool.query("INSERT INTO arrivals (delivery, status) VALUES ($1, 'processed') ON CONFLICT DO NOTHING", [event.id]);
        ${leave}
        ${pay}
      `),
      errors: [{ messageId: 'claimKept', line: 2 }],
    },
    {
      name: 'a tested transition, then an effect',
      filename: express,
      code: onExpress(`
        const claim = await pool.query("UPDATE bookings SET status = 'paid' WHERE id = $1 AND status = 'open'", [event.data.object.id]);
        ${leave}
        ${pay}
      `),
      errors: [{ messageId: 'factKept', line: 2 }],
    },
  ],
});
