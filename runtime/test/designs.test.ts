import { AssertionError } from 'node:assert';
import { readFile } from 'node:fs/promises';
import type { Express } from 'express';
import type { Pool } from 'pg';
import Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as inboxDesign from '../../fixtures/designs/src/inbox/app.ts';
import * as naiveInbox from '../../fixtures/designs/src/inbox/naive.ts';
import * as leaseDesign from '../../fixtures/designs/src/lease/app.ts';
import * as naiveLease from '../../fixtures/designs/src/lease/naive.ts';
import * as transactionDesign from '../../fixtures/designs/src/one-transaction/app.ts';
import * as naiveTransaction from '../../fixtures/designs/src/one-transaction/naive.ts';
import { deliver, expectOnce, fakeStripe, recordEffects, sign } from '../src/testing/index.ts';
import { useDatabase } from './support/postgres.ts';

const secret = 'whsec_test';
const testDatabase = useDatabase();
let pools: [Pool, Pool];

beforeAll(async () => {
  // As of two machines.
  pools = [testDatabase.pool(), testDatabase.pool()];
  await pools[0].query(
    await readFile(new URL('../../fixtures/designs/migrations/0001_shop.sql', import.meta.url), 'utf8'),
  );
});

let made = 0;
let name: string;
beforeEach(async () => {
  name = `shop_${++made}`;
  await pools[0].query('DELETE FROM webhook_queue');
  await pools[0].query('INSERT INTO wallets VALUES ($1, 0)', [name]);
  await pools[0].query("INSERT INTO orders VALUES ($1, 'acct_maker', 800, 'buyer@shop.example', 'awaiting_payment')", [
    name,
  ]);
});

const paid = () =>
  sign(
    'stripe',
    {
      id: `evt_${name}`,
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: 'cs_1', client_reference_id: name, customer: name, amount_total: 500 } },
    },
    { secret, url: 'https://shop.example/webhooks/stripe' },
  );

const stripeOf = (fetch: ReturnType<typeof fakeStripe>['fetch']) =>
  new Stripe('sk_test_fake', { httpClient: Stripe.createFetchHttpClient(fetch), maxNetworkRetries: 0 });

async function failsByItsCount(test: Promise<void>): Promise<void> {
  await expect(test).rejects.toThrow(AssertionError);
}

describe('one transaction', () => {
  /** Both deliveries come so far that they wait for each other, or for the wallet. */
  async function creditsOnce(createApp: (pool: Pool, stripe: Stripe, secret: string) => Express): Promise<void> {
    const stripe = stripeOf(fakeStripe().fetch);
    const outside = testDatabase.pool();
    const holder = await outside.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT cents FROM wallets WHERE customer = $1 FOR UPDATE', [name]);
    const delivered = pools.map((pool) => deliver(createApp(pool, stripe, secret), paid(), { times: 1 }));
    await vi.waitUntil(
      async () =>
        // Not within the transaction, which sees the activity of its beginning.
        (
          await outside.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rows.length === 2,
      { timeout: 20_000 },
    );
    await holder.query('COMMIT');
    holder.release();
    await Promise.all(delivered);
    const { rows } = await pools[0].query<{ cents: number }>('SELECT cents FROM wallets WHERE customer = $1', [name]);
    const credited = recordEffects();
    for (let cents = rows[0]?.cents ?? 0; cents > 0; cents -= 500) credited.record('credit', name);
    expectOnce(credited, [{ kind: 'credit', key: name }]);
  }

  it('credits once for two deliveries', () => creditsOnce(transactionDesign.createApp));
  it('fails that test in its naive twin', () => failsByItsCount(creditsOnce(naiveTransaction.createApp)));
});

describe('a claim with a lease in front of a call', () => {
  /** The second delivery comes while the first waits for Stripe. */
  async function paysOnce(createApp: (pool: Pool, stripe: Stripe, secret: string) => Express): Promise<void> {
    const fake = fakeStripe();
    const release = fake.hold();
    let settled = 0;
    const settle = (): void => {
      settled++;
      if (settled === 2) release();
    };
    const stripe = stripeOf((url, init) => {
      settle();
      return fake.fetch(url, init);
    });
    const delivered = pools.map(async (pool) => {
      const answers = await deliver(createApp(pool, stripe, secret), paid(), { times: 1, tries: 1 });
      settle();
      return answers;
    });
    await Promise.all(delivered);
    expectOnce(fake.effects, [{ kind: 'transfers' }]);
    await deliver(createApp(pools[1], stripe, secret), paid());
    expectOnce(fake.effects, [{ kind: 'transfers' }]);
  }

  /** The first delivery pays, and its process ends before it hears of it. */
  async function paysOnceWhenTheAnswerIsLost(
    createApp: (pool: Pool, stripe: Stripe, secret: string) => Express,
  ): Promise<void> {
    const fake = fakeStripe();
    fake.loseNextAnswer();
    const answers = await deliver(createApp(pools[0], stripeOf(fake.fetch), secret), paid());
    expect(answers.map(({ status }) => status)).toEqual([500, 200, 200]);
    expectOnce(fake.effects, [{ kind: 'transfers' }]);
  }

  it('pays once for two deliveries', () => paysOnce(leaseDesign.createApp));
  it('fails that test in its naive twin', () => failsByItsCount(paysOnce(naiveLease.createApp)));
  it('pays once when the answer is lost', () => paysOnceWhenTheAnswerIsLost(leaseDesign.createApp));
  it('fails that test too in its naive twin', () => failsByItsCount(paysOnceWhenTheAnswerIsLost(naiveLease.createApp)));
});

describe('an inbox and its workers', () => {
  interface Design {
    readonly app: Express;
    /** Two workers at once, until nothing waits. */
    readonly workOff: (stripe: Stripe, mailer: { sendMail(mail: { to: string }): Promise<unknown> }) => Promise<void>;
  }

  const design = (): Design => ({
    app: inboxDesign.createApp(pools[0], secret),
    workOff: async (stripe, mailer) => {
      const workers = pools.map((pool) =>
        inboxDesign.startWorker(pool, stripe, mailer, { backoff: () => 1, pollMs: 20 }),
      );
      const count = "SELECT 1 FROM webhook_once_inbox WHERE state IN ('pending', 'running')";
      await vi.waitUntil(async () => (await pools[0].query(count)).rows.length === 0, { timeout: 60_000 });
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  });
  const naive = (): Design => ({
    app: naiveInbox.createApp(pools[0], stripeOf(fakeStripe().fetch), secret),
    workOff: async (stripe, mailer) => {
      await Promise.all(pools.map((pool) => naiveInbox.workOff(pool, stripe, mailer)));
    },
  });

  async function paysAndMailsOnce({ app, workOff }: Design): Promise<void> {
    const fake = fakeStripe();
    const mails = recordEffects();
    await deliver(app, paid(), { concurrently: true, replay: true });
    fake.loseNextAnswer();
    await workOff(stripeOf(fake.fetch), {
      sendMail: ({ to }) => {
        mails.record('mail', to);
        return Promise.resolve();
      },
    });
    expectOnce(fake.effects, [{ kind: 'transfers' }]);
    expectOnce(mails, [{ kind: 'mail', key: 'buyer@shop.example' }]);
    const { rows } = await pools[0].query('SELECT status FROM orders WHERE id = $1', [name]);
    expect(rows).toEqual([{ status: 'paid' }]);
  }

  it('pay and mail once for three deliveries and a lost answer', () => paysAndMailsOnce(design()));
  it('fail that test in the naive twin', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await failsByItsCount(paysAndMailsOnce(naive()));
  });
});
