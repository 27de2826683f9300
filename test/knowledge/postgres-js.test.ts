import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const app = (body: string) => `
  import postgres, { type TransactionSql } from 'postgres';
  import { pay } from 'bank';
  const sql = postgres(process.env.DATABASE_URL!);
  async function empty(tx: TransactionSql, id: string) { await tx\`DELETE FROM carts WHERE id = \${id}\`; }
  export async function handler(event: any) { ${body} }
`;

describe('postgres', () => {
  test('the outcome of an ignored conflict is the rows, or their count', () => {
    const insert =
      "sql`INSERT INTO events (source, id) VALUES ('stripe', ${event.id}) ON CONFLICT DO NOTHING RETURNING id`";
    expect(describeSteps(app(`const rows = await ${insert}; if (rows.length === 0) return; await pay();`))).toEqual([
      'insert events(source="stripe", id=key) ignoring',
      'pay when won',
    ]);
    expect(describeSteps(app(`const { count } = await ${insert}; if (count === 0) return; await pay();`))).toEqual([
      'insert events(source="stripe", id=key) ignoring',
      'pay when won',
    ]);
  });

  test('helpers and fragments are spliced into the text', () => {
    expect(
      describeSteps(
        app(`
          const row = { id: event.id, source: 'stripe' };
          await sql\`insert into events \${sql(row)} on conflict do nothing\`;
          await sql\`insert into events \${sql(row, 'id')}\`;
          await sql\`update orders set \${sql({ status: 'paid' })} where id in \${sql([event.a, event.b])}\`;
          const open = sql\`status <> \${'paid'}\`;
          await sql\`select * from \${sql('billing.orders')} where \${open}\`;
          await sql.unsafe('update wallets set cents = cents + $1 where id = $2', [event.amount, event.wallet_id]);
        `),
      ),
    ).toEqual([
      'insert events(id=key, source="stripe") ignoring',
      'insert events(id=key)',
      'update orders(status="paid") where id in event, event',
      'read billing.orders where status <> "paid"',
      'update wallets(cents+=event) where id = event',
    ]);
  });

  test('what runs on the client of `begin` is in its transaction', () => {
    expect(
      describeSteps(
        app(`
          await sql.begin('isolation level serializable', async (tx) => {
            await tx\`insert into events (id) values (\${event.id})\`;
            await empty(tx, event.cart_id);
            await sql\`insert into log (id) values (\${event.id})\`;
          });
        `),
      ),
    ).toEqual([
      'begin serializable',
      '  insert events(id=key)',
      '  delete carts where id = event',
      'insert log(id=key)',
      'commit',
      'rollback',
    ]);
  });
});
