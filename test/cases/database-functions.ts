import type { Case } from './case.ts';

const events = 'CREATE TABLE seen_event (event_ref text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());';
const purses = 'CREATE TABLE purse (id uuid PRIMARY KEY, cents bigint NOT NULL DEFAULT 0);';

/** A function of the database as a migration writes it. */
function plpgsql(head: string, body: string, declare = ''): string {
  return `CREATE FUNCTION ${head} LANGUAGE plpgsql AS $$\n${declare}BEGIN\n${body}\nEND;\n$$;`;
}

const firstTime = plpgsql(
  'first_time(p_ref text) RETURNS boolean',
  `  INSERT INTO seen_event (event_ref) VALUES (p_ref) ON CONFLICT (event_ref) DO NOTHING;
  RETURN FOUND;`,
);

/** A Next route that asks a function through Supabase. The body begins in line 7. */
function throughRpc(body: string): string {
  return `import { createClient } from '@supabase/supabase-js';
import Stripe from 'stripe';
const db = createClient(process.env.URL!, process.env.KEY!);
const stripe = new Stripe(process.env.SK!);
export async function POST(request: Request) {
  const event = stripe.webhooks.constructEvent(await request.text(), request.headers.get('stripe-signature')!, process.env.WH!);
${body}
  return new Response('ok');
}
`;
}

/** An Express route that asks a function in SQL. The body begins in line 9. */
function throughSql(body: string): string {
  return `import express from 'express';
import { Pool } from 'pg';
import Stripe from 'stripe';
const pool = new Pool();
const stripe = new Stripe(process.env.SK!);
export const app = express();
app.post('/stripe/webhook', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, process.env.WH!);
${body}
  res.json({ received: true });
});
`;
}

const pays = "await stripe.transfers.create({ amount: 5, currency: 'eur', destination: 'acct' });";
const route = 'app/api/webhooks/stripe/route.ts';

/** The transfer has no key of its own, which is said wherever it stands. */
const keyless = (line: number) => `${route}:${line} require-idempotency-key`;
const keylessInHook = (line: number) => `src/hook.ts:${line} require-idempotency-key`;

export const databaseFunctions: readonly Case[] = [
  {
    name: 'a function of the database that answers FOUND lets the transfer out once',
    files: {
      'supabase/migrations/1.sql': `${events}\n${firstTime}`,
      [route]: throughRpc(`  const { data, error } = await db.rpc('first_time', { p_ref: event.id });
  if (error) throw error;
  if (!data) return new Response('duplicate');
  ${pays}`),
    },
    reports: [keyless(10)],
  },
  {
    name: 'the same function on a table that lost its key lets it out twice',
    files: {
      'supabase/migrations/1.sql': `${events.replace(' PRIMARY KEY', '')}\n${firstTime.replace(' (event_ref) DO', ' DO')}`,
      [route]: throughRpc(`  const { data, error } = await db.rpc('first_time', { p_ref: event.id });
  if (error) throw error;
  if (!data) return new Response('duplicate');
  ${pays}`),
    },
    reports: [keyless(10), `${route}:10 no-effect-before-claim`],
  },
  {
    name: 'an answer of the function that nobody looks at decides nothing',
    files: {
      'supabase/migrations/1.sql': `${events}\n${firstTime}`,
      [route]: throughRpc(`  const { error } = await db.rpc('first_time', { p_ref: event.id });
  if (error) throw error;
  ${pays}`),
    },
    reports: [keyless(9), `${route}:9 no-effect-before-claim`],
  },
  {
    name: 'a function that ignores whether its insert went in answers the same every time',
    files: {
      'supabase/migrations/1.sql': `${events}\n${firstTime.replace('RETURN FOUND', 'RETURN true')}`,
      [route]: throughRpc(`  const { data, error } = await db.rpc('first_time', { p_ref: event.id });
  if (error) throw error;
  if (!data) return new Response('duplicate');
  ${pays}`),
    },
    reports: [keyless(10), `${route}:10 no-effect-before-claim`],
  },
  {
    name: 'silent: ROW_COUNT, a row from RETURNING INTO, a document that is built and a unique violation all tell the outcome',
    files: {
      'supabase/migrations/1.sql': [
        events,
        plpgsql(
          'by_count(p_ref text) RETURNS boolean',
          `  INSERT INTO seen_event (event_ref) VALUES (p_ref) ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n > 0;`,
          'DECLARE n integer;\n',
        ),
        plpgsql(
          'by_row(p_ref text) RETURNS text',
          `  INSERT INTO seen_event (event_ref) VALUES (p_ref) ON CONFLICT DO NOTHING RETURNING event_ref INTO kept;
  IF kept IS NULL THEN RETURN 'duplicate'; END IF;
  RETURN 'new';`,
          'DECLARE kept text;\n',
        ),
        plpgsql(
          'by_document(p_event jsonb) RETURNS jsonb',
          `  INSERT INTO seen_event (event_ref) VALUES (p_event ->> 'id') ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN jsonb_build_object('fresh', false); END IF;
  RETURN jsonb_build_object('fresh', true);`,
        ),
        plpgsql(
          'by_violation(p_ref text) RETURNS boolean',
          `  BEGIN
    INSERT INTO seen_event (event_ref) VALUES (p_ref);
  EXCEPTION WHEN unique_violation THEN
    RETURN false;
  END;
  RETURN true;`,
        ),
        `CREATE FUNCTION in_sql(text) RETURNS boolean LANGUAGE sql AS $$
  WITH made AS (INSERT INTO seen_event (event_ref) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1)
  SELECT count(*) > 0 FROM made;
$$;`,
      ].join('\n'),
      'src/hook.ts':
        throughSql(`  const transfer = () => stripe.transfers.create({ amount: 5, currency: 'eur', destination: 'acct' }, { idempotencyKey: event.id });
  switch (event.type) {
    case 'a' as string: {
      const { rows } = await pool.query('SELECT by_count($1) AS fresh', [event.id]);
      if (rows[0].fresh) await transfer();
      break;
    }
    case 'b' as string: {
      const { rows: [row] } = await pool.query('SELECT * FROM by_row($1)', [event.id]);
      if (row.by_row === 'duplicate') return res.json({});
      await transfer();
      break;
    }
    case 'c' as string: {
      const { rows } = await pool.query('SELECT by_document($1) AS said', [event]);
      if (!rows[0].said.fresh) return res.json({});
      await transfer();
      break;
    }
    case 'd' as string: {
      const { rows } = await pool.query('SELECT by_violation(p_ref => $1)', [event.id]);
      if (rows[0].by_violation !== true) return res.json({});
      await transfer();
      break;
    }
    case 'e' as string: {
      const { rows } = await pool.query('SELECT in_sql($1) AS fresh', [event.id]);
      if (!rows[0].fresh) return res.json({});
      await transfer();
      break;
    }
  }`),
    },
  },
  {
    name: 'silent: claim and credit in one function are one transaction',
    files: {
      'supabase/migrations/1.sql': [
        events,
        purses,
        plpgsql(
          'credit(p_ref text, p_purse uuid, p_cents bigint) RETURNS void',
          `  INSERT INTO seen_event (event_ref) VALUES (p_ref) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE purse SET cents = cents + p_cents WHERE id = p_purse;`,
        ),
      ].join('\n'),
      [route]:
        throughRpc(`  const { error } = await db.rpc('credit', { p_ref: event.id, p_purse: event.data.object.metadata.purse, p_cents: 5 });
  if (error) return new Response('failed', { status: 500 });`),
    },
  },
  {
    name: 'a function that only adds to a balance adds twice, and so does one that claims without a look at the outcome',
    files: {
      'supabase/migrations/1.sql': [
        events,
        purses,
        plpgsql(
          'credit(p_purse uuid, p_cents bigint) RETURNS void',
          '  UPDATE purse SET cents = cents + p_cents WHERE id = p_purse;',
        ),
        plpgsql(
          'credit_once(p_ref text, p_purse uuid, p_cents bigint) RETURNS void',
          `  INSERT INTO seen_event (event_ref) VALUES (p_ref) ON CONFLICT DO NOTHING;
  UPDATE purse SET cents = cents + p_cents WHERE id = p_purse;`,
        ),
      ].join('\n'),
      [route]: throughRpc(`  if (event.type === 'charge.succeeded') {
    const { error } = await db.rpc('credit', { p_purse: event.data.object.metadata.purse, p_cents: 5 });
    if (error) return new Response('failed', { status: 500 });
  } else {
    const { error } = await db.rpc('credit_once', { p_ref: event.id, p_purse: 'p', p_cents: 5 });
    if (error) return new Response('failed', { status: 500 });
  }`),
    },
    reports: [`${route}:8 no-effect-before-claim`, `${route}:11 no-effect-before-claim`],
  },
  {
    name: 'silent: a procedure claims and credits, and so does a function that calls another',
    files: {
      'migrations/1.sql': [
        events,
        purses,
        firstTime,
        `CREATE PROCEDURE credit(p_ref text, p_purse uuid) LANGUAGE plpgsql AS $$
BEGIN
  IF first_time(p_ref) THEN
    UPDATE purse SET cents = cents + 5 WHERE id = p_purse;
  END IF;
END $$;`,
      ].join('\n'),
      'src/hook.ts': throughSql("  await pool.query('CALL credit($1, $2)', [event.id, event.account]);"),
    },
  },
  {
    name: 'a guard in a function that looks first and inserts after lets two through',
    files: {
      'migrations/1.sql': [
        events.replace(' PRIMARY KEY', ''),
        plpgsql(
          'first_time(p_ref text) RETURNS boolean',
          `  IF EXISTS (SELECT 1 FROM seen_event WHERE event_ref = p_ref) THEN RETURN false; END IF;
  INSERT INTO seen_event (event_ref) VALUES (p_ref);
  RETURN true;`,
        ),
      ].join('\n'),
      'src/hook.ts': throughSql(`  const { rows } = await pool.query('SELECT first_time($1) AS fresh', [event.id]);
  if (!rows[0].fresh) return res.json({});
  ${pays}`),
    },
    reports: [keylessInHook(11), 'src/hook.ts:11 no-effect-before-claim', 'src/hook.ts:9 no-check-then-act'],
  },
  {
    name: 'silent: which of two functions of one name is meant, what a body in another language does and what is dropped are not known',
    files: {
      'migrations/1.sql': [
        events,
        firstTime,
        firstTime.replace('p_ref text)', 'p_ref uuid)').replace('RETURN FOUND', 'RETURN true'),
        `CREATE FUNCTION in_python(p_ref text) RETURNS boolean LANGUAGE plpython3u AS $$ return True $$;`,
        plpgsql('gone(p_ref text) RETURNS boolean', '  RETURN true;'),
        'DROP FUNCTION gone(text);',
        plpgsql(
          'dynamic(p_ref text) RETURNS boolean',
          "  EXECUTE 'INSERT INTO ' || quote_ident(p_ref) || ' VALUES (1)';\n  RETURN true;",
        ),
      ].join('\n'),
      'src/hook.ts':
        throughSql(`  const transfer = () => stripe.transfers.create({ amount: 5, currency: 'eur', destination: 'acct' }, { idempotencyKey: 'k' + event.account });
  const name = { a: 'SELECT first_time($1) AS fresh', b: 'SELECT in_python($1) AS fresh', c: 'SELECT gone($1) AS fresh' };
  const { rows } = event.type === ('a' as string)
    ? await pool.query('SELECT first_time($1) AS fresh', [event.id])
    : event.type === ('b' as string)
      ? await pool.query('SELECT in_python($1) AS fresh', [event.id])
      : event.type === ('c' as string)
        ? await pool.query('SELECT gone($1) AS fresh', [event.id])
        : await pool.query('SELECT dynamic($1) AS fresh', [event.id]);
  if (!rows[0].fresh) return res.json({ name });
  await transfer();`),
    },
  },
  {
    name: 'a later migration that redefines the function without the look at its outcome is the one that runs',
    files: {
      'migrations/1.sql': `${events}\n${firstTime}`,
      'migrations/2.sql': firstTime.replace('CREATE', 'CREATE OR REPLACE').replace('RETURN FOUND', 'RETURN true'),
      'src/hook.ts': throughSql(`  const { rows } = await pool.query('SELECT first_time($1) AS fresh', [event.id]);
  if (!rows[0].fresh) return res.json({});
  ${pays}`),
    },
    reports: [keylessInHook(11), 'src/hook.ts:11 no-effect-before-claim'],
  },
  {
    name: 'silent: the version of a later migration that claims is the one that runs, and a dropped overload leaves the other',
    files: {
      'migrations/1.sql': `${events}\n${firstTime.replace('RETURN FOUND', 'RETURN true')}\n${firstTime.replace('p_ref text)', 'p_ref uuid)').replace('RETURN FOUND', 'RETURN true')}`,
      'migrations/2.sql': `DROP FUNCTION first_time(uuid);\n${firstTime.replace('CREATE', 'CREATE OR REPLACE')}`,
      'src/hook.ts': throughSql(`  const { rows } = await pool.query('SELECT first_time($1) AS fresh', [event.id]);
  if (!rows[0].fresh) return res.json({});
  await stripe.transfers.create({ amount: 5, currency: 'eur', destination: 'acct' }, { idempotencyKey: event.id });`),
    },
  },
  {
    name: 'silent: a function that raises on a duplicate leaves the handler, and a set-returning one answers no row',
    files: {
      'migrations/1.sql': [
        events,
        plpgsql(
          'must_be_new(p_ref text) RETURNS void',
          `  INSERT INTO seen_event (event_ref) VALUES (p_ref) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RAISE EXCEPTION 'seen before'; END IF;`,
        ),
        plpgsql(
          'take(p_ref text) RETURNS TABLE (ref text)',
          `  RETURN QUERY INSERT INTO seen_event AS s (event_ref) VALUES (p_ref) ON CONFLICT DO NOTHING RETURNING s.event_ref;`,
        ),
      ].join('\n'),
      'src/hook.ts': throughSql(`  if (event.type === 'charge.failed') {
    try {
      await pool.query('SELECT must_be_new($1)', [event.id]);
    } catch {
      return res.json({ duplicate: true });
    }
  } else {
    const { rowCount } = await pool.query('SELECT * FROM take($1)', [event.id]);
    if (rowCount === 0) return res.json({ duplicate: true });
  }
  await stripe.transfers.create({ amount: 5, currency: 'eur', destination: 'acct' }, { idempotencyKey: event.id });`),
    },
  },
  {
    name: 'silent: a limit counts how often it is asked, and the claim that follows decides',
    files: {
      'supabase/migrations/1.sql': [
        events,
        firstTime,
        'CREATE TABLE rate_limit_window (caller text PRIMARY KEY, hits int NOT NULL DEFAULT 0);',
        plpgsql(
          'within_limit(p_caller text, p_limit int) RETURNS boolean',
          `  INSERT INTO rate_limit_window AS w (caller, hits) VALUES (p_caller, 1)
  ON CONFLICT (caller) DO UPDATE SET hits = w.hits + 1
  RETURNING hits INTO n;
  RETURN n <= p_limit;`,
          'DECLARE n int;\n',
        ),
      ].join('\n'),
      [route]:
        throughRpc(`  const { data: isWithin } = await db.rpc('within_limit', { p_caller: event.account, p_limit: 60 });
  if (!isWithin) return new Response('slow down', { status: 429 });
  const { data: isNew } = await db.rpc('first_time', { p_ref: event.id });
  if (isNew) await stripe.refunds.create({ charge: 'ch' }, { idempotencyKey: event.id });`),
    },
  },
];
