import { AssertionError } from 'node:assert';
import Stripe from 'stripe';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { idempotencyKey, processOnce } from '../src/index.ts';
import { database } from '../src/clients/pg.ts';
import { deliver, expectOnce, fakeStripe, recordEffects, sign } from '../src/testing/index.ts';
import { useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase();
let pool: Pool;
beforeAll(() => {
  pool = testDatabase.pool();
});

const secret = 'whsec_test';
const paid = (id: string) => sign('stripe', { id, type: 'invoice.paid' }, { secret });
const idOf = async (request: Request): Promise<string> => ((await request.json()) as { id: string }).id;
const clientOf = (fake: ReturnType<typeof fakeStripe>, maxNetworkRetries = 0) =>
  new Stripe('sk_test_fake', { httpClient: Stripe.createFetchHttpClient(fake.fetch), maxNetworkRetries });

describe('deliver', () => {
  it('shows in one line that a naive handler charges twice, and that its twin charges once', async () => {
    const effects = recordEffects();
    const naive = async (request: Request) => {
      effects.record('charge', await idOf(request));
      return new Response();
    };
    await deliver(naive, paid('evt_1'));
    expect(() => {
      expectOnce(effects);
    }).toThrow(/charge evt_1 happened 2 times/);

    effects.clear();
    const db = database(pool);
    const careful = async (request: Request) => {
      const eventId = await idOf(request);
      await processOnce(db, { source: 'stripe', eventId }, () => {
        effects.record('charge', eventId);
      });
      return new Response();
    };
    await deliver(careful, paid('evt_2'), { times: 10, concurrently: true, replay: true });
    expectOnce(effects, [{ kind: 'charge', key: 'evt_2' }]);
  });

  it('delivers again after a crash, which shows what was outside of the transaction', async () => {
    const effects = recordEffects();
    const db = database(pool);
    const app = async (request: Request) => {
      const eventId = await idOf(request);
      await processOnce(db, { source: 'stripe', eventId }, () => {
        effects.record('charge', eventId);
      });
      return new Response();
    };
    const answers = await deliver(app, paid('evt_3'), { times: 1, crashAfter: { effects, kind: 'charge' } });
    expect(answers.map(({ status }) => status)).toEqual([0, 200]);
    expect(effects.count('charge', 'evt_3')).toBe(2);
  });

  it('delivers the later events first when asked to, each until it is answered with 2xx', async () => {
    const seen: string[] = [];
    const app = async (request: Request) => {
      seen.push(await idOf(request));
      return new Response(null, { status: seen.length === 1 ? 500 : 204 });
    };
    const answers = await deliver(app, [paid('a'), paid('b')], { times: 1, reorder: true, replay: true });
    expect(seen).toEqual(['b', 'b', 'a', 'b', 'a']);
    expect(answers.map(({ event }) => event)).toEqual([1, 1, 0, 1, 0]);
    const never = await deliver(() => new Response(null, { status: 500 }), paid('c'), { times: 1, tries: 3 });
    expect(never).toHaveLength(3);
  });
});

describe('expectOnce', () => {
  it('tells what was lost, what was repeated and what nobody expected', () => {
    const effects = recordEffects();
    expect(() => {
      expectOnce(effects);
    }).toThrow(/nothing happened at all/);
    const mail = effects.wrap(
      'mail',
      (to: string) => to,
      (to) => `sent to ${to}`,
    );
    expect(mail('a')).toBe('sent to a');
    expectOnce(effects);
    mail('a');
    const assert = () => {
      expectOnce(effects, [{ kind: 'mail', key: 'b' }, { kind: 'charge' }]);
    };
    expect(assert).toThrow(AssertionError);
    expect(assert).toThrow(
      'Expected each effect once: mail a happened 2 times; mail b did not happen; charge did not happen; mail a was not expected.',
    );
  });
});

describe('fakeStripe, behind the real library', () => {
  it('charges once for one key, and twice without one', async () => {
    const fake = fakeStripe();
    const stripe = clientOf(fake);
    const transfer = { amount: 500, currency: 'eur', destination: 'acct_1' };
    const key = { idempotencyKey: idempotencyKey('transfer', 'ord_1') };
    const first = await stripe.transfers.create(transfer, key);
    const second = await stripe.transfers.create(transfer, key);
    expect(second.id).toBe(first.id);
    expect(second.amount).toBe(500);
    expectOnce(fake.effects, [{ kind: 'transfers' }]);
    await stripe.transfers.create(transfer);
    await stripe.transfers.create(transfer);
    expect(fake.effects.count('transfers')).toBe(3);
    expect(() => {
      expectOnce(fake.effects, [{ kind: 'transfers' }, { kind: 'transfers' }]);
    }).toThrow('transfers happened 3 times instead of 2');
  });

  it('refuses a key with other parameters, and one that is being worked on', async () => {
    const fake = fakeStripe();
    const stripe = clientOf(fake);
    const key = { idempotencyKey: 'k' };
    const release = fake.hold();
    const first = stripe.refunds.create({ charge: 'ch_1' }, key);
    await expect(stripe.refunds.create({ charge: 'ch_1' }, key)).rejects.toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    release();
    await first;
    await expect(stripe.refunds.create({ charge: 'ch_2' }, key)).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
    expect(fake.effects.count()).toBe(1);
  });

  it('has charged when its answer is lost, which a retry with the key finds out', async () => {
    const fake = fakeStripe();
    const stripe = clientOf(fake);
    const create = () => stripe.charges.create({ amount: 1, currency: 'eur' }, { idempotencyKey: 'once' });
    fake.loseNextAnswer();
    await expect(create()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
    await create();
    expectOnce(fake.effects, [{ kind: 'charges' }]);
  });
});
