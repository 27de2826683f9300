import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const app = (body: string) => `
  import knex, { type Knex } from 'knex';
  import { pay } from 'bank';
  const db = knex({ client: 'pg' });
  export async function handler(event: any) { ${body} }
`;

describe('knex', () => {
  test.each(['.returning("id"); if (result.length === 0) return;', '; if (result.rowCount === 0) return;'])(
    'an ignored conflict is told by %s',
    (rest) => {
      const insert = 'const result = await db("events").insert({ id: event.id }).onConflict(["id"]).ignore()';
      expect(describeSteps(app(`${insert}${rest} await pay();`))).toEqual([
        'insert events(id=key) ignoring (id)',
        'pay when won',
      ]);
    },
  );

  test('predicates', () => {
    expect(
      describeSteps(
        app(`
          await db('accounts as a').where({ 'a.id': event.account_id }).andWhere('status', '<>', 'paid').whereIn('kind', ['x']).whereNull('closed_at').first();
          await db('accounts').where('id', event.account_id).orWhere('ref', event.ref);
          await db('accounts').where((query) => query.where('a', 1).where('b', 2)).del();
        `),
      ),
    ).toEqual([
      'read accounts where id = event and status <> "paid" and kind in "x" and closed_at is null',
      'read accounts where id other event and ref other event',
      'delete accounts where a = 1 and b = 2',
    ]);
  });

  test('writes', () => {
    expect(
      describeSteps(
        app(`
          await db('accounts').where('id', event.account_id).increment('credits', event.credits);
          await db('accounts').update({ credits: db.raw('credits + ?', [event.credits]), updated_at: db.fn.now() });
          await db('accounts').insert({ id: event.account_id, n: 1 }).onConflict('id').merge({ n: 2 }).where('accounts.n', '<', 5);
          await db.raw('update accounts set n = :n where id = :id', { n: 1, id: event.account_id });
        `),
      ),
    ).toEqual([
      'update accounts(credits+=event) where id = event',
      'update accounts(credits+=event, updated_at=clock)',
      'insert accounts(id=event, n=1) updating (id) set n=2 where n < 5',
      'update accounts(n=1) where id = event',
    ]);
  });

  test('a count is no row', () => {
    expect(
      describeSteps(
        app(`
          const [{ n }] = await db('events').where({ id: event.id }).count('* as n');
          if (n > 0) return;
          await pay();
        `),
      ),
    ).toEqual(['read events where id = key', 'pay when missing']);
  });

  test('transactions by callback, by hand and by `transacting`', () => {
    expect(
      describeSteps(
        app(`
          await db.transaction(async (trx) => {
            await trx('events').insert({ id: event.id });
            await db('jobs').transacting(trx).where({ id: 1 }).forUpdate().skipLocked();
            await db('log').insert({ id: event.id });
          });
          const trx = await db.transaction();
          await trx('orders').where({ id: 1 }).del();
          await trx.commit();
        `),
      ),
    ).toEqual([
      'begin',
      '  insert events(id=key)',
      '  read jobs where id = 1 for update skip locked',
      'insert log(id=key)',
      'commit',
      'rollback',
      'begin',
      '  delete orders where id = 1',
      'commit',
    ]);
  });
});
