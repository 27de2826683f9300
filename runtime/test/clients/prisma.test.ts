import { PrismaPg } from '@prisma/adapter-pg';
import * as viaPrisma from '../../src/clients/prisma.ts';
import type { TableOptions } from '../../src/index.ts';
import { PrismaClient } from '../fixtures/prisma-client/client.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { urlOf, useDatabase } from '../support/postgres.ts';

const testDatabase = useDatabase({ empty: true });

clientContract('Prisma', { abortsOnError: true, strangers: 5 }, () => {
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: urlOf(testDatabase.name), max: 10 }) });
  const patience = { maxWait: 60_000, timeout: 60_000 };
  return openedBy({
    database: (options?: TableOptions) => viaPrisma.database(prisma, { ...options, transaction: patience }),
    inTransaction: (run) => prisma.$transaction((tx) => run(viaPrisma.transaction(tx)), patience),
    credit: (tx, label) => tx.$executeRaw`INSERT INTO credit VALUES (${label})`,
    close: () => prisma.$disconnect(),
  });
});
