import { sql as drizzleSql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as viaDrizzle from '../../src/clients/drizzle.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { urlOf, useDatabase } from '../support/postgres.ts';

const testDatabase = useDatabase({ empty: true });
const otherDatabase = useDatabase({ empty: true });

clientContract('Drizzle on pg', { abortsOnError: true, strangers: 5 }, () => {
  const drizzle = drizzlePg(testDatabase.pool({ max: 10 }));
  return openedBy({
    database: (options?: TableOptions) => viaDrizzle.database(drizzle, options),
    inTransaction: (run) => drizzle.transaction((tx) => run(viaDrizzle.transaction(tx))),
    credit: (tx, label) => tx.execute(drizzleSql`INSERT INTO credit VALUES (${label})`),
    close: () => Promise.resolve(),
  });
});

clientContract('Drizzle on postgres', { abortsOnError: true, strangers: 5 }, () => {
  const sql = postgres(urlOf(otherDatabase.name), { max: 10, onnotice: () => undefined });
  const drizzle = drizzlePostgres(sql);
  return openedBy({
    database: (options?: TableOptions) => viaDrizzle.database(drizzle, options),
    inTransaction: (run) => drizzle.transaction((tx) => run(viaDrizzle.transaction(tx))),
    credit: (tx, label) => tx.execute(drizzleSql`INSERT INTO credit VALUES (${label})`),
    close: () => sql.end(),
  });
});
