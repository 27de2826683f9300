import 'reflect-metadata';
import { DataSource } from 'typeorm';
import * as viaTypeorm from '../../src/clients/typeorm.ts';
import type { TableOptions } from '../../src/index.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { urlOf, useDatabase } from '../support/postgres.ts';

const testDatabase = useDatabase({ empty: true });

clientContract('TypeORM', { abortsOnError: true, strangers: 5 }, async () => {
  const dataSource = new DataSource({ type: 'postgres', url: urlOf(testDatabase.name), poolSize: 10 });
  await dataSource.initialize();
  return openedBy({
    database: (options?: TableOptions) => viaTypeorm.database(dataSource, options),
    inTransaction: (run) => dataSource.transaction((manager) => run(viaTypeorm.transaction(manager))),
    credit: (manager, label) => manager.query('INSERT INTO credit VALUES ($1)', [label]),
    close: () => dataSource.destroy(),
  });
});
