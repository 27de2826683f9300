import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  SchemaMissingError,
  TransactionAbortedError,
  claimEvent,
  completeEvent,
  createInbox,
  migrate,
  processOnce,
  prune,
  releaseEvent,
  sendOnce,
  transition,
} from '../../src/index.ts';
import type { Database, TableOptions, Transaction } from '../../src/index.ts';

/** One client at work on one database. */
export interface Opened<Native> {
  database(options?: TableOptions): Database<Native>;
  /** Runs in a transaction that the client's own means open, and roll back when it throws. */
  inTransaction(run: (transaction: Transaction<Native>) => Promise<void>): Promise<void>;
  /** Inserts into the table `credit` by the client's own means. */
  credit(native: Native, label: string): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Lets TypeScript infer what the client gives to the work. */
export function openedBy<Native>(opened: Opened<Native>): Promise<Opened<Native>> {
  return Promise.resolve(opened);
}

export interface ContractOptions {
  /** Whether the statement after a failed one fails too, as on Postgres. */
  readonly abortsOnError: boolean;
  /** Databases that are strangers to each other, as if in other processes. */
  readonly strangers: number;
}

class Undone extends Error {}

/** How often the race is run; `WEBHOOK_ONCE_RACE_ROUNDS=1000` for the long one. */
const ROUNDS = Number(process.env.WEBHOOK_ONCE_RACE_ROUNDS ?? 2);
const DELIVERIES = 50;

/**
 * What every client must do. `credit (label text)` and `orders (id integer primary key, status)` are made here; `open`
 * gives the client on an empty database.
 */
export function clientContract<Native>(
  name: string,
  { abortsOnError, strangers }: ContractOptions,
  open: () => Promise<Opened<Native>>,
): void {
  describe(name, () => {
    let client: Opened<Native>;
    let db: Database<Native>;
    let next = 0;
    const newEvent = () => ({ source: 'shopify', eventId: `evt_${++next}` });
    const credits = async (label: string): Promise<number> =>
      (await db.query('SELECT label FROM credit WHERE label = $1', [label])).length;

    beforeAll(async () => {
      client = await open();
      db = client.database();
      await db.query('CREATE TABLE credit (label text)', []);
      await db.query('CREATE TABLE orders (id integer PRIMARY KEY, status text NOT NULL)', []);
      expect(await migrate(db)).toEqual([1, 2]);
      expect(await migrate(db)).toEqual([]);
    }, 60_000);
    afterAll(() => client.close());

    it('works once and gives a duplicate the result', async () => {
      const event = newEvent();
      const result = { text: '\0 "é" 😀 ? $1 :name', list: [1.5, null, true], deep: { a: {} } };
      const work = async (native: Native) => {
        await client.credit(native, event.eventId);
        return result;
      };
      expect(await processOnce(db, event, work)).toEqual({ duplicate: false, result });
      expect(await processOnce(db, event, work)).toEqual({ duplicate: true, result });
      expect(await credits(event.eventId)).toBe(1);
    });

    it('rolls back what throws, and throws it on', async () => {
      const event = newEvent();
      const fault = new Undone('no');
      const broken = processOnce(db, event, async (native) => {
        await client.credit(native, event.eventId);
        throw fault;
      });
      await expect(broken).rejects.toBe(fault);
      expect(await credits(event.eventId)).toBe(0);
      expect((await processOnce(db, event, () => undefined)).duplicate).toBe(false);
    });

    it('takes part in a transaction of the caller, which a duplicate does not harm', async () => {
      const event = newEvent();
      const undone = client.inTransaction(async (transaction) => {
        expect((await processOnce(transaction, event, () => 1)).duplicate).toBe(false);
        throw new Undone();
      });
      await expect(undone).rejects.toThrow(Undone);
      for (const duplicate of [false, true]) {
        await client.inTransaction(async (transaction) => {
          await client.credit(transaction.native, event.eventId);
          expect(await processOnce(transaction, event, () => 1)).toEqual({ duplicate, result: 1 });
          await client.credit(transaction.native, event.eventId);
        });
      }
      expect(await credits(event.eventId)).toBe(4);
    });

    it.runIf(abortsOnError)(
      'says that nothing was kept when the work went on after an error of the database',
      async () => {
        const event = newEvent();
        const aborted = processOnce(db, event, async (native, transaction) => {
          await client.credit(native, event.eventId);
          await transaction.query('SELECT 1 / 0', []).catch(() => undefined);
        });
        await expect(aborted).rejects.toThrow(TransactionAbortedError);
        expect((await processOnce(db, event, () => undefined)).duplicate).toBe(false);
      },
    );

    it(`works once for ${DELIVERIES} deliveries at once, ${ROUNDS} times`, async () => {
      const dbs = Array.from({ length: strangers }, () => client.database());
      for (let round = 0; round < ROUNDS; round++) {
        const event = newEvent();
        const done = await Promise.all(
          Array.from({ length: DELIVERIES }, (_, index) =>
            processOnce(dbs[index % strangers] ?? db, event, async (native) => {
              await client.credit(native, event.eventId);
              return index;
            }),
          ),
        );
        expect(done.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
        expect(new Set(done.map(({ result }) => result)).size).toBe(1);
        expect(await credits(event.eventId)).toBe(1);
      }
    }, 3_600_000);

    it('claims with a lease, once at a time', async () => {
      const event = newEvent();
      const claims = await Promise.all(Array.from({ length: 10 }, () => claimEvent(db, event)));
      const won = claims.filter((claim) => claim.won);
      expect(won).toHaveLength(1);
      for (const claim of claims)
        if (!claim.won) expect(claim).toMatchObject({ state: 'running', started: 1, finished: 0 });
      await releaseEvent(db, won[0]?.token ?? '', new Error('closed'));
      const again = await claimEvent(db, event, { leaseMs: 1 });
      expect(again).toMatchObject({ won: true, attempt: 2 });
      let taken = await claimEvent(db, event);
      while (!taken.won) taken = await claimEvent(db, event);
      await expect(completeEvent(db, again.won ? again.token : '')).rejects.toMatchObject({ code: 'CLAIM_LOST' });
      const { token } = taken;
      await client.inTransaction((transaction) => completeEvent(transaction, token, { done: true }));
      expect(await claimEvent(db, event)).toMatchObject({
        state: 'done',
        result: { done: true },
        started: 3,
        finished: 2,
      });
      expect(Math.abs(((await claimEvent(db, event)) as { since: Date }).since.getTime() - Date.now())).toBeLessThan(
        60_000,
      );
    });

    it('sends once', async () => {
      let sends = 0;
      const send = () => sendOnce(db, `receipt:${name}`, () => Promise.resolve(++sends));
      await Promise.all(Array.from({ length: 10 }, send));
      expect(await send()).toEqual({ outcome: 'sent before', result: 1 });
    });

    it('moves a status once', async () => {
      await db.query("INSERT INTO orders VALUES (7, 'pending')", []);
      const move = () => transition(db, { table: 'orders', key: { id: 7 }, from: ['new', 'pending'], to: 'paid' });
      const moves = await Promise.all(Array.from({ length: 5 }, move));
      expect(moves.filter(({ happened }) => happened)).toHaveLength(1);
      expect(await move()).toEqual({ happened: false, current: 'paid' });
    });

    it('works off an inbox: in turn, again after a failure, and failed in the end', async () => {
      const inbox = createInbox(db);
      const handled: string[] = [];
      await client.inTransaction(async (transaction) => {
        await inbox.receive({ source: 'shopify', eventId: 'kept', payload: { n: 1 }, turn: 'order:1' }, transaction);
      });
      expect(await inbox.receive({ source: 'shopify', eventId: 'kept', payload: {} })).toEqual({ duplicate: true });
      await inbox.receive({ source: 'shopify', eventId: 'next', payload: null, turn: 'order:1' });
      await inbox.receive({ source: 'shopify', eventId: 'never', type: 'order.lost', payload: 'text' });
      expect(await inbox.stats()).toMatchObject({ pending: 3, running: 0, failed: 0 });
      let ends = 0;
      let worker: ReturnType<typeof inbox.work> | undefined;
      await new Promise<void>((resolve, reject) => {
        const end = () => {
          if (++ends === 3) resolve();
        };
        worker = inbox.work(
          ({ eventId, attempt }) => {
            handled.push(`${eventId} ${attempt}`);
            if (eventId === 'never' || (eventId === 'kept' && attempt === 1)) throw new Error('not now');
          },
          { pollMs: 10, backoff: () => 1, maxAttempts: 2, hooks: { done: end, failed: end, error: reject } },
        );
      });
      await worker?.stop();
      expect(handled.filter((line) => !line.startsWith('never'))).toEqual(['kept 1', 'kept 2', 'next 1']);
      expect(handled.filter((line) => line.startsWith('never'))).toEqual(['never 1', 'never 2']);
      expect(await inbox.failed()).toMatchObject([
        { eventId: 'never', type: 'order.lost', payload: 'text', error: 'Error: not now', attempt: 2 },
      ]);
      expect(await inbox.requeue({ source: 'shopify', eventId: 'never' })).toBe(true);
    });

    it('forgets', async () => {
      const pruned = await prune(db, { olderThan: { hours: 0 }, force: true, batch: 50 });
      expect(pruned.claims).toBeGreaterThan(3);
      expect(pruned.inbox).toBe(2);
    });

    it('says which command makes the tables', async () => {
      const elsewhere = client.database({ prefix: 'elsewhere_' });
      await expect(processOnce(elsewhere, newEvent(), () => 1)).rejects.toThrow(SchemaMissingError);
      expect(await migrate(elsewhere)).toEqual([1, 2]);
      expect((await processOnce(elsewhere, newEvent(), () => 1)).duplicate).toBe(false);
    });
  });
}
