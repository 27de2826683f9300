import postgres from 'postgres';
import * as viaPostgres from '../../src/clients/postgres.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { urlOf, useDatabase } from '../support/postgres.ts';

const testDatabase = useDatabase({ empty: true });

clientContract('postgres', { abortsOnError: true, strangers: 5 }, () => {
  const sql = postgres(urlOf(testDatabase.name), { max: 10, transform: postgres.camel, onnotice: () => undefined });
  return openedBy({
    database: (options?: TableOptions) => viaPostgres.database(sql, options),
    inTransaction: async (run) => {
      await sql.begin((tx) => run(viaPostgres.transaction(tx)));
    },
    credit: (tx, label) => tx`INSERT INTO credit VALUES (${label})`,
    close: () => sql.end(),
  });
});
