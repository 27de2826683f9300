import rule from '../../rules/require-matching-conflict-target.ts';
import { onExpress, onFastify, onHono, onNextPages } from '../support/handlers.ts';
import { RuleTester, writeApp } from '../support/rule-tester.ts';

const app = writeApp({
  'migrations/001.sql': `
    CREATE TABLE arrivals (source text, delivery text, seen_at timestamptz, PRIMARY KEY (source, delivery));
    CREATE TABLE open_arrivals (delivery text NOT NULL, closed_at timestamptz);
    CREATE UNIQUE INDEX open_once ON open_arrivals (delivery) WHERE closed_at IS NULL;
    CREATE TABLE loose (delivery text CONSTRAINT once UNIQUE);
  `,
  'migrations/002.sql': 'ALTER TABLE loose DROP CONSTRAINT once;',
  'src/claim.ts': `
    import { Pool } from 'pg';
    const pool = new Pool();
    export async function claim(id: string): Promise<boolean> {
      const { rowCount } = await pool.query("INSERT INTO arrivals (source, delivery) VALUES ('x', $1) ON CONFLICT (delivery) DO NOTHING", [id]);
      return rowCount === 1;
    }
  `,
});
const express = app('src/stripe.ts');
const insert = (table: string, conflict: string) =>
  onExpress(
    `await pool.query("INSERT INTO ${table} (source, delivery) VALUES ('stripe', $1) ${conflict}", [event.id]);`,
  );

new RuleTester(app('')).run('require-matching-conflict-target', rule, {
  valid: [
    {
      name: 'the whole key, in another order',
      filename: express,
      code: insert('arrivals', 'ON CONFLICT (delivery, source) DO NOTHING'),
    },
    { name: 'no target', filename: express, code: insert('arrivals', 'ON CONFLICT DO NOTHING') },
    {
      name: 'a named constraint',
      filename: express,
      code: insert('arrivals', 'ON CONFLICT ON CONSTRAINT arrivals_pkey DO NOTHING'),
    },
    {
      name: 'an expression',
      filename: express,
      code: insert('arrivals', 'ON CONFLICT (source, lower(delivery)) DO NOTHING'),
    },
    {
      name: 'a table that was not found',
      filename: express,
      code: insert('elsewhere', 'ON CONFLICT (delivery) DO NOTHING'),
    },
    {
      name: 'the condition of a partial key',
      filename: express,
      code: insert('open_arrivals', 'ON CONFLICT (delivery) WHERE closed_at IS NULL DO NOTHING'),
    },
    {
      name: 'a target that is not known',
      filename: app('src/pages/api/a.ts'),
      code: onNextPages(
        "await knex('arrivals').insert({ delivery: event.id }).onConflict(['source', process.env.KEY!]).ignore();",
      ),
    },
    {
      name: 'a column in another spelling',
      filename: app('src/pages/api/a.ts'),
      code: onNextPages(
        "await knex('arrivals').insert({ source: 's', deliveryId: event.id }).onConflict('deliveryId').ignore();",
      ),
    },
  ],
  invalid: [
    {
      name: 'a part of the key',
      filename: express,
      code: insert('arrivals', 'ON CONFLICT (delivery) DO NOTHING'),
      errors: [
        {
          messageId: 'noSuchKey',
          data: {
            table: 'arrivals',
            source: '001.sql:2',
            columns: '`delivery`',
            reason: 'its primary key is on (source, delivery)',
          },
          line: 2,
        },
      ],
    },
    {
      name: 'a part of the key, updating',
      filename: app('src/fastify.ts'),
      code: onFastify(
        "await sql`INSERT INTO arrivals (source, delivery) VALUES ('s', ${event.id}) ON CONFLICT (source) DO UPDATE SET seen_at = now()`;",
      ),
      errors: [{ messageId: 'noSuchKey', line: 2 }],
    },
    {
      name: 'a partial key without its condition',
      filename: express,
      code: insert('open_arrivals', 'ON CONFLICT (delivery) DO NOTHING')
        .replace('source, ', '')
        .replace("'stripe', ", ''),
      errors: [{ messageId: 'noSuchKey', line: 2 }],
    },
    {
      name: 'a key that a later migration drops',
      filename: express,
      code: insert('loose', 'ON CONFLICT (delivery) DO NOTHING'),
      errors: [{ messageId: 'noSuchKey', line: 2 }],
    },
    {
      name: 'a query builder',
      filename: app('src/pages/api/a.ts'),
      code: onNextPages(
        "await knex('arrivals').insert({ source: 's', delivery: event.id }).onConflict('delivery').ignore();",
      ),
      errors: [{ messageId: 'noSuchKey', line: 2 }],
    },
    {
      name: 'in another file: at the call',
      filename: app('src/other.ts'),
      code: onHono("const { claim: take } = await import('./claim'); await take(event.id);")
        .replace('import { Resend }', "import { claim as taken } from './claim'; import { Resend }")
        .replace(
          "const { claim: take } = await import('./claim'); await take(event.id);",
          'if (!(await taken(event.id))) return c.text("seen");',
        ),
      errors: [{ messageId: 'noSuchKey', line: 2 }],
    },
  ],
});
