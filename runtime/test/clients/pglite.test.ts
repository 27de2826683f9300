import { PGlite } from '@electric-sql/pglite';
import * as viaPglite from '../../src/clients/pglite.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';

clientContract('PGlite', { abortsOnError: true, strangers: 5 }, () => {
  const pglite = new PGlite();
  return openedBy({
    database: (options?: TableOptions) => viaPglite.database(pglite, options),
    inTransaction: (run) => pglite.transaction((tx) => run(viaPglite.transaction(tx))),
    credit: (tx, label) => tx.query('INSERT INTO credit VALUES ($1)', [label]),
    close: () => pglite.close(),
  });
});
