import * as viaPg from '../../src/clients/pg.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { useDatabase } from '../support/postgres.ts';

const testDatabase = useDatabase({ empty: true });

clientContract('pg', { abortsOnError: true, strangers: 5 }, () => {
  const pool = testDatabase.pool({ max: 10 });
  return openedBy({
    database: (options?: TableOptions) => viaPg.database(pool, options),
    inTransaction: async (run) => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await run(viaPg.transaction(client));
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
    credit: (client, label) => client.query('INSERT INTO credit VALUES ($1)', [label]),
    close: () => Promise.resolve(),
  });
});
