import type { Transaction } from '../../src/index.ts';

/** A transaction that the caller begins on a connection of SQLite itself. */
export async function onConnection<Native extends { exec(text: string): unknown }>(
  native: Native,
  run: (transaction: Transaction<Native>) => Promise<void>,
  transaction: Transaction<Native>,
): Promise<void> {
  native.exec('BEGIN IMMEDIATE');
  try {
    await run(transaction);
    native.exec('COMMIT');
  } catch (error) {
    native.exec('ROLLBACK');
    throw error;
  }
}
