import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import * as viaKysely from '../../src/clients/kysely.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { useDatabase } from '../support/postgres.ts';

const testDatabase = useDatabase({ empty: true });

clientContract('Kysely', { abortsOnError: true, strangers: 5 }, () => {
  const kysely = new Kysely<{ credit: { label: string } }>({
    dialect: new PostgresDialect({ pool: testDatabase.pool({ max: 10 }) }),
  });
  return openedBy({
    database: (options?: TableOptions) => viaKysely.database(kysely, options),
    inTransaction: (run) => kysely.transaction().execute((tx) => run(viaKysely.transaction(tx))),
    credit: (tx, label) => kyselySql`INSERT INTO credit VALUES (${label})`.execute(tx),
    close: () => Promise.resolve(),
  });
});
