import type { Library } from '../types.ts';
import { d1 } from './d1.ts';
import { drizzleMysql2 } from './drizzle-mysql2.ts';
import { drizzlePostgresJs } from './drizzle-postgres-js.ts';
import { drizzle } from './drizzle.ts';
import { dynamodb } from './dynamodb.ts';
import { firestore } from './firestore.ts';
import { ioredis } from './ioredis.ts';
import { knex } from './knex.ts';
import { kysely } from './kysely.ts';
import { libsql } from './libsql.ts';
import { mariadb } from './mariadb.ts';
import { mikroOrm } from './mikro-orm.ts';
import { mongodb } from './mongodb.ts';
import { mongoose } from './mongoose.ts';
import { mysql2 } from './mysql2.ts';
import { neon } from './neon.ts';
import { objection } from './objection.ts';
import { pgPromise } from './pg-promise.ts';
import { pg } from './pg.ts';
import { pglite } from './pglite.ts';
import { postgresJs } from './postgres-js.ts';
import { prisma } from './prisma.ts';
import { nodeRedis } from './redis.ts';
import { redlock } from './redlock.ts';
import { sequelize } from './sequelize.ts';
import { slonik } from './slonik.ts';
import { sqlite } from './sqlite.ts';
import { supabase } from './supabase.ts';
import { typeorm } from './typeorm.ts';
import { upstashRedis } from './upstash-redis.ts';
import { vercelPostgres } from './vercel-postgres.ts';
import { webhookOnce } from './webhook-once.ts';

export const databases: readonly Library[] = [
  d1,
  drizzleMysql2,
  drizzlePostgresJs,
  drizzle,
  dynamodb,
  firestore,
  ioredis,
  knex,
  kysely,
  libsql,
  mariadb,
  mikroOrm,
  mongodb,
  mongoose,
  mysql2,
  neon,
  objection,
  pgPromise,
  pg,
  pglite,
  postgresJs,
  prisma,
  nodeRedis,
  redlock,
  sequelize,
  slonik,
  sqlite,
  supabase,
  typeorm,
  upstashRedis,
  vercelPostgres,
  webhookOnce,
];
