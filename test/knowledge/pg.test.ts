import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const app = (body: string) => `
  import pg, { Pool, type PoolClient } from 'pg';
  import { pay } from 'bank';
  const pool = new Pool();
  const other = new pg.Pool();
  export async function handler(event: any) { ${body} }
`;

describe('pg', () => {
  test('an ignored conflict is told by rowCount', () => {
    expect(
      describeSteps(
        app(`
          const { rowCount } = await pool.query('INSERT INTO events (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
          if (rowCount === 0) return;
          await pay();
        `),
      ),
    ).toEqual(['insert events(id=key) ignoring', 'pay when won']);
  });

  test('a query object, and RETURNING told by its rows', () => {
    expect(
      describeSteps(
        app(`
          const result = await other.query({ text: 'INSERT INTO events (id) VALUES ($1) ON CONFLICT (id) DO NOTHING RETURNING id', values: [event.id] });
          if (!result.rows[0]) return;
          await pay();
        `),
      ),
    ).toEqual(['insert events(id=key) ignoring (id)', 'pay when won']);
  });

  test('a client of the pool carries a transaction of its own', () => {
    expect(
      describeSteps(
        app(`
          const client: PoolClient = await pool.connect();
          try {
            await client.query('BEGIN');
            await client.query('UPDATE wallets SET cents = cents + $1 WHERE id = $2', [event.amount, event.wallet_id]);
            await pool.query('DELETE FROM carts WHERE id = $1', [event.cart_id]);
            await client.query('COMMIT');
          } finally {
            client.release();
          }
        `),
      ),
    ).toEqual(['begin', '  update wallets(cents+=event) where id = event', 'delete carts where id = event', 'commit']);
  });
});
