import { AsyncLocalStorage } from 'node:async_hooks';
import { InsideTransactionError } from '../errors.ts';

const holding = new AsyncLocalStorage<ReadonlySet<object>>();
const queues = new WeakMap<object, Promise<unknown>>();

/** What runs on one connection waits for what is running, as it would take part in its transaction otherwise. */
export function oneAtATime<T>(connection: object, run: () => Promise<T>): Promise<T> {
  const held = holding.getStore();
  if (held?.has(connection) === true) {
    return Promise.reject(
      new InsideTransactionError(
        'This connection is in a transaction of the caller: use the transaction given to the work.',
      ),
    );
  }
  const before = queues.get(connection) ?? Promise.resolve();
  const mine = before.then(() => holding.run(new Set([...(held ?? []), connection]), run));
  queues.set(
    connection,
    mine.catch(() => undefined),
  );
  return mine;
}
