import 'reflect-metadata';
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import { sql as drizzleSql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import knexOf from 'knex';
import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import type { Pool } from 'pg';
import postgres from 'postgres';
import { DataSource } from 'typeorm';
import * as viaDrizzle from '../../src/clients/drizzle.ts';
import * as viaKnex from '../../src/clients/knex.ts';
import * as viaKysely from '../../src/clients/kysely.ts';
import * as viaPg from '../../src/clients/pg.ts';
import * as viaPglite from '../../src/clients/pglite.ts';
import * as viaPostgres from '../../src/clients/postgres.ts';
import * as viaPrisma from '../../src/clients/prisma.ts';
import * as viaTypeorm from '../../src/clients/typeorm.ts';
import type { TableOptions } from '../../src/index.ts';
import { PrismaClient } from '../fixtures/prisma-client/client.ts';
import { clientContract, openedBy } from '../support/contract.ts';
import { configOf, urlOf, useDatabase } from '../support/postgres.ts';

const databases = Array.from({ length: 8 }, () => useDatabase({ empty: true }));
const [forPg, forPostgres, forKysely, forKnex, forDrizzle, forDrizzlePostgres, forTypeorm, forPrisma] = databases.map(
  ({ name }) => name,
) as [string, string, string, string, string, string, string, string];
const poolOf = (name: string): Pool => {
  const found = databases.find((each) => each.name === name);
  if (found === undefined) throw new Error(name);
  return found.pool({ max: 10 });
};

const contract = { abortsOnError: true, strangers: 5 };

clientContract('pg', contract, () => {
  const pool = poolOf(forPg);
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

clientContract('postgres', contract, () => {
  const sql = postgres(urlOf(forPostgres), { max: 10, transform: postgres.camel, onnotice: () => undefined });
  return openedBy({
    database: (options?: TableOptions) => viaPostgres.database(sql, options),
    inTransaction: async (run) => {
      await sql.begin((tx) => run(viaPostgres.transaction(tx)));
    },
    credit: (tx, label) => tx`INSERT INTO credit VALUES (${label})`,
    close: () => sql.end(),
  });
});

clientContract('PGlite', contract, () => {
  const pglite = new PGlite();
  return openedBy({
    database: (options?: TableOptions) => viaPglite.database(pglite, options),
    inTransaction: (run) => pglite.transaction((tx) => run(viaPglite.transaction(tx))),
    credit: (tx, label) => tx.query('INSERT INTO credit VALUES ($1)', [label]),
    close: () => pglite.close(),
  });
});

clientContract('Kysely', contract, () => {
  const kysely = new Kysely<{ credit: { label: string } }>({
    dialect: new PostgresDialect({ pool: poolOf(forKysely) }),
  });
  return openedBy({
    database: (options?: TableOptions) => viaKysely.database(kysely, options),
    inTransaction: (run) => kysely.transaction().execute((tx) => run(viaKysely.transaction(tx))),
    credit: (tx, label) => kyselySql`INSERT INTO credit VALUES (${label})`.execute(tx),
    close: () => Promise.resolve(),
  });
});

clientContract('Knex', contract, () => {
  const knex = knexOf({ client: 'pg', connection: configOf(forKnex), pool: { min: 0, max: 10 } });
  return openedBy({
    database: (options?: TableOptions) => viaKnex.database(knex, options),
    inTransaction: (run) => knex.transaction((tx) => run(viaKnex.transaction(tx))),
    credit: (tx, label) => tx('credit').insert({ label }),
    close: () => knex.destroy(),
  });
});

clientContract('Drizzle on pg', contract, () => {
  const drizzle = drizzlePg(poolOf(forDrizzle));
  return openedBy({
    database: (options?: TableOptions) => viaDrizzle.database(drizzle, options),
    inTransaction: (run) => drizzle.transaction((tx) => run(viaDrizzle.transaction(tx))),
    credit: (tx, label) => tx.execute(drizzleSql`INSERT INTO credit VALUES (${label})`),
    close: () => Promise.resolve(),
  });
});

clientContract('Drizzle on postgres', contract, () => {
  const sql = postgres(urlOf(forDrizzlePostgres), { max: 10, onnotice: () => undefined });
  const drizzle = drizzlePostgres(sql);
  return openedBy({
    database: (options?: TableOptions) => viaDrizzle.database(drizzle, options),
    inTransaction: (run) => drizzle.transaction((tx) => run(viaDrizzle.transaction(tx))),
    credit: (tx, label) => tx.execute(drizzleSql`INSERT INTO credit VALUES (${label})`),
    close: () => sql.end(),
  });
});

clientContract('TypeORM', contract, async () => {
  const dataSource = new DataSource({ type: 'postgres', url: urlOf(forTypeorm), poolSize: 10 });
  await dataSource.initialize();
  return openedBy({
    database: (options?: TableOptions) => viaTypeorm.database(dataSource, options),
    inTransaction: (run) => dataSource.transaction((manager) => run(viaTypeorm.transaction(manager))),
    credit: (manager, label) => manager.query('INSERT INTO credit VALUES ($1)', [label]),
    close: () => dataSource.destroy(),
  });
});

clientContract('Prisma', contract, () => {
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: urlOf(forPrisma), max: 10 }) });
  const patience = { maxWait: 60_000, timeout: 60_000 };
  return openedBy({
    database: (options?: TableOptions) => viaPrisma.database(prisma, { ...options, transaction: patience }),
    inTransaction: (run) => prisma.$transaction((tx) => run(viaPrisma.transaction(tx)), patience),
    credit: (tx, label) => tx.$executeRaw`INSERT INTO credit VALUES (${label})`,
    close: () => prisma.$disconnect(),
  });
});
