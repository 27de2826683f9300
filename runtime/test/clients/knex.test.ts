import knexOf from 'knex';
import * as viaKnex from '../../src/clients/knex.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { configOf, useDatabase } from '../support/postgres.ts';

const testDatabase = useDatabase({ empty: true });

clientContract('Knex', { abortsOnError: true, strangers: 5 }, () => {
  const knex = knexOf({ client: 'pg', connection: configOf(testDatabase.name), pool: { min: 0, max: 10 } });
  return openedBy({
    database: (options?: TableOptions) => viaKnex.database(knex, options),
    inTransaction: (run) => knex.transaction((tx) => run(viaKnex.transaction(tx))),
    credit: (tx, label) => tx('credit').insert({ label }),
    close: () => knex.destroy(),
  });
});
