import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const app = (body: string) => `
  import { Kysely, sql, type Transaction } from 'kysely';
  import { pay } from 'bank';
  const db = new Kysely<any>({} as any);
  async function credit(trx: Transaction<any>, id: string) {
    await trx.updateTable('wallets').set((eb) => ({ cents: eb('cents', '+', 5) })).where('id', '=', id).execute();
  }
  export async function handler(event: any) { ${body} }
`;

describe('kysely', () => {
  test('an ignored conflict is told by a bigint', () => {
    expect(
      describeSteps(
        app(`
          const result = await db
            .insertInto('events')
            .values({ id: event.id, source: 'stripe' })
            .onConflict((oc) => oc.columns(['source', 'id']).doNothing())
            .executeTakeFirst();
          if (result.numInsertedOrUpdatedRows === 0n) return;
          await pay();
        `),
      ),
    ).toEqual(['insert events(id=key, source="stripe") ignoring (source, id)', 'pay when won']);
  });

  test('a lease that is taken over', () => {
    expect(
      describeSteps(
        app(`
          const row = await db
            .insertInto('events')
            .values({ id: event.id })
            .onConflict((oc) => oc.column('id').doUpdateSet({ leased: sql\`now()\` }).where('events.state', '=', 'open'))
            .returning('id')
            .executeTakeFirst();
          if (!row) return;
          await pay();
        `),
      ),
    ).toEqual(['insert events(id=key) updating (id) set leased=clock where state = "open"', 'pay when won']);
  });

  test('expressions in values and predicates', () => {
    expect(
      describeSteps(
        app(`
          await db
            .updateTable('accounts')
            .set({ n: sql\`n + \${event.n}\` })
            .set('m', (eb) => eb('m', '-', 1))
            .where((eb) => eb.and([eb('id', '=', event.account_id), eb.or([eb('a', '=', 1), eb('b', 'is', null)])]))
            .execute();
          await db.selectFrom('accounts as a').selectAll().where('a.status', 'in', ['x', 'y']).forUpdate().skipLocked().execute();
          await sql\`delete from carts where id = \${event.cart_id}\`.execute(db);
        `),
      ),
    ).toEqual([
      'update accounts(n+=event, m+=1) where id = event and a other 1 and b other',
      'read accounts where status in "x", "y" for update skip locked',
      'delete carts where id = event',
    ]);
  });

  test('a count is no row', () => {
    expect(
      describeSteps(
        app(`
          const { n } = await db.selectFrom('events').select((eb) => eb.fn.countAll().as('n')).where('id', '=', event.id).executeTakeFirstOrThrow();
          if (n > 0) return;
          await pay();
        `),
      ),
    ).toEqual(['read events where id = key', 'pay when missing']);
  });

  test('a transaction and a statement with parts', () => {
    expect(
      describeSteps(
        app(`
          await db.transaction().setIsolationLevel('serializable').execute(async (trx) => {
            await credit(trx, event.wallet_id);
          });
          await db
            .with('claimed', (qc) => qc.insertInto('events').values({ id: event.id }).returning('id'))
            .deleteFrom('carts')
            .where('id', '=', event.cart_id)
            .execute();
        `),
      ),
    ).toEqual([
      'begin serializable',
      '  update wallets(cents+=5) where id = event',
      'commit',
      'rollback',
      'delete carts where id = event',
      'insert events(id=key)',
    ]);
  });
});
