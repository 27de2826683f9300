import { describe, expect, test } from 'vitest';
import { schemaOf, tablesOf, unknownIn } from './read-schema.ts';

describe('Knex', () => {
  test('a history with helpers, renames and drops', () => {
    const schema = schemaOf({
      'migrations/20240101_init.ts': `
        import type { Knex } from 'knex';
        import { TABLE, stamps } from '../src/tables';
        export async function up(knex: Knex): Promise<void> {
          await knex.schema.createTable(TABLE, (table) => {
            table.uuid('id').primary().defaultTo(knex.raw('gen_random_uuid()'));
            table.string('event_id').notNullable();
            table.string('provider').notNullable().defaultTo('stripe');
            table.unique(['provider', 'event_id'], { indexName: 'once' });
            table.integer('legacy').unique();
            stamps(table);
          });
          await knex.schema.withSchema('billing').createTable('orders', (t) => {
            t.increments('id');
            t.string('ref').unique().notNullable();
          });
        }
        export async function down(knex: Knex) { await knex.schema.dropTable(TABLE); }
      `,
      'src/tables.ts': `
        export const TABLE = 'seen';
        export const stamps = (table) => { table.timestamp('received_at').defaultTo('now'); table.dateTime('at').notNullable(); };
      `,
      'migrations/20240102_change.js': `
        exports.up = (knex) => knex.schema
          .alterTable('seen', (t) => { t.dropUnique(['legacy']); t.renameColumn('event_id', 'delivery_id'); })
          .then(() => knex.raw('CREATE UNIQUE INDEX by_time ON seen (at) WHERE legacy IS NULL'))
          .then(() => knex.schema.renameTable('seen', 'processed'));
        exports.down = () => {};
      `,
    });
    expect(tablesOf(schema)).toEqual({
      processed: [
        'id= uuid uuid',
        'delivery_id varchar',
        'provider= varchar',
        'legacy? integer',
        'received_at?= timestamptz',
        'at timestamptz',
        'primary seen_pkey(id)',
        'unique by_time(at) where legacy IS NULL',
        'unique once(provider, delivery_id)',
      ],
      'billing.orders': [
        'id= serial serial',
        'ref varchar',
        'primary orders_pkey(id)',
        'unique billing_orders_ref_unique(ref)',
      ],
    });
    expect(unknownIn(schema)).toEqual([]);
  });

  test('a table is created where the migration asks whether it is there', () => {
    const schema = schemaOf({
      'db/migrations/1.js': `
        module.exports.up = async function (knex) {
          if (!(await knex.schema.hasTable('seen'))) {
            await knex.schema.createTable('seen', (t) => { t.string('id').primary('seen_key'); });
          }
        };`,
    });
    expect(tablesOf(schema)).toEqual({ seen: ['id varchar', 'primary seen_key(id)'] });
  });

  test('what is made in a loop over known names, and under a condition', () => {
    const schema = schemaOf({
      'migrations/1.ts': `
        export async function up(knex) {
          for (const name of ['a', 'b']) await knex.schema.createTable(name, (t) => { t.string('id').primary(); });
          await knex.schema.table('a', (t) => { if (process.env.STRICT) t.string('event_id').unique(); });
          await knex.schema.createTable(nameOf('c'), (t) => { t.increments(); });
        }`,
    });
    expect(tablesOf(schema)).toEqual({
      'a in part': ['id varchar', 'event_id? varchar', 'primary a_pkey(id)', 'unique a_event_id_unique(event_id)'],
      b: ['id varchar', 'primary b_pkey(id)'],
    });
    expect(unknownIn(schema)).toEqual([
      'migrations/1.ts:4 a part of it is made under a condition',
      'migrations/1.ts:5 createTable of a table whose name is not known',
    ]);
  });
});

test('Kysely', () => {
  const schema = schemaOf({
    'migrations/1.ts': `
      import { Kysely, sql } from 'kysely';
      const id = (col) => col.primaryKey().defaultTo(sql\`gen_random_uuid()\`);
      export async function up(db: Kysely<any>): Promise<void> {
        await db.schema.createTable('seen')
          .addColumn('id', 'uuid', id)
          .addColumn('event_id', 'varchar(64)', (col) => col.notNull().unique())
          .addColumn('org', 'text')
          .addUniqueConstraint('once', ['org', 'event_id'], (c) => c.nullsNotDistinct())
          .execute();
        await db.schema.createIndex('open').on('seen').column('org').unique().where('event_id', 'is', null).execute();
        await db.schema.createIndex('plain').on('seen').column('org').execute();
        await sql\`ALTER TABLE \${sql.table('seen')} ADD COLUMN at timestamptz DEFAULT now()\`.execute(db);
        db.schema.dropTable('seen');
      }`,
    'migrations/2.ts': `
      import { Kysely } from 'kysely';
      export const up = async (db: Kysely<any>) => {
        await db.schema.alterTable('seen').dropConstraint('once').alterColumn('org', (c) => c.setNotNull()).execute();
        await db.schema.alterTable('seen').renameTo('events').execute();
      };`,
  });
  expect(tablesOf(schema)).toEqual({
    events: [
      'id= uuid uuid',
      'event_id varchar',
      'org text',
      'at?= timestamptz clock',
      'primary seen_pkey(id)',
      'unique open(org) where "event_id" is null',
      'unique seen_event_id_key(event_id)',
    ],
  });
});

test('node-pg-migrate, with SQL files among the others', () => {
  const schema = schemaOf({
    'migrations/1_init.js': `
      exports.shorthands = undefined;
      exports.up = (pgm) => {
        pgm.createTable('seen', {
          id: 'id',
          event_id: { type: 'text', notNull: true, unique: true },
          provider: { type: 'text', notNull: true, default: 'stripe' },
          at: { type: 'timestamptz', default: pgm.func('now()') },
        }, { constraints: { unique: ['provider', 'at'] } });
        pgm.createIndex('seen', 'provider', { unique: true, where: 'at IS NULL' });
        pgm.addConstraint('seen', 'once', { unique: [['event_id', 'provider']] });
      };`,
    'migrations/2_more.sql':
      '-- Up Migration\nALTER TABLE seen DROP CONSTRAINT once;\n-- Down Migration\nDROP TABLE seen;',
    'migrations/3_more.ts': `
      import type { MigrationBuilder } from 'node-pg-migrate';
      export async function up(pgm: MigrationBuilder): Promise<void> {
        pgm.sql('CREATE UNIQUE INDEX late ON {table} (lower(event_id))', { table: 'seen' });
        pgm.dropIndex('seen', 'provider', { unique: true });
        pgm.renameColumn('seen', 'at', 'received_at');
      }`,
  });
  expect(tablesOf(schema)).toEqual({
    seen: [
      'id= serial serial',
      'event_id text',
      'provider= text',
      'received_at?= timestamptz clock',
      'primary seen_pkey(id)',
      'unique late(lower(event_id))',
      'unique seen_event_id_key(event_id)',
      'unique seen_uniq_provider_at(provider, received_at)',
    ],
  });
});

test('TypeORM: SQL, and tables as objects', () => {
  const schema = schemaOf({
    'src/migration/1700000000000-Init.ts': `
      import { MigrationInterface, QueryRunner, Table, TableIndex, TableUnique } from 'typeorm';
      export class Init1700000000000 implements MigrationInterface {
        name = 'Init1700000000000';
        public async up(queryRunner: QueryRunner): Promise<void> {
          await queryRunner.query(\`CREATE TABLE "seen" ("id" uuid NOT NULL DEFAULT uuid_generate_v4(), "eventId" character varying NOT NULL, CONSTRAINT "PK_x" PRIMARY KEY ("id"))\`);
          await this.more(queryRunner);
        }
        private async more(queryRunner: QueryRunner) {
          await queryRunner.createTable(new Table({
            name: 'orders',
            columns: [
              { name: 'id', type: 'int', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
              { name: 'ref', type: 'varchar', isUnique: true },
            ],
            uniques: [{ name: 'UQ_ref', columnNames: ['ref', 'id'] }],
          }), true);
          await queryRunner.createIndex('seen', new TableIndex({ name: 'once', columnNames: ['eventId'], isUnique: true }));
        }
        public async down(queryRunner: QueryRunner) { await queryRunner.query('DROP TABLE "seen"'); }
      }`,
  });
  expect(tablesOf(schema)).toEqual({
    seen: ['id= uuid uuid', 'eventId varchar', 'primary PK_x(id)', 'unique once(eventId)'],
    orders: [
      'id= serial serial',
      'ref varchar',
      expect.stringMatching(/^primary PK_[\da-f]{27}\(id\)$/),
      expect.stringMatching(/^unique UQ_[\da-f]{27}\(ref\)$/),
      'unique UQ_ref(ref, id)',
    ],
  });
});

test('Sequelize: columns, keys and SQL, inside a transaction as well', () => {
  const schema = schemaOf({
    'migrations/20240101-init.js': `
      'use strict';
      module.exports = {
        async up(queryInterface, Sequelize) {
          await queryInterface.sequelize.transaction(async (transaction) => {
            await queryInterface.createTable('Seen', {
              id: { type: Sequelize.INTEGER, primaryKey: true, autoIncrement: true, allowNull: false },
              eventId: { type: Sequelize.STRING, allowNull: false, unique: true, field: 'event_id' },
              at: { type: Sequelize.DATE, defaultValue: Sequelize.literal('CURRENT_TIMESTAMP') },
            }, { transaction });
            await queryInterface.addIndex('Seen', ['event_id', 'at'], { unique: true, transaction });
            await queryInterface.addConstraint('Seen', { fields: ['at'], type: 'unique', name: 'one_at' });
            await queryInterface.removeConstraint('Seen', 'one_at');
            await queryInterface.sequelize.query('CREATE UNIQUE INDEX raw ON "Seen" (at)');
          });
        },
        async down(queryInterface) { await queryInterface.dropTable('Seen'); },
      };`,
  });
  expect(tablesOf(schema)).toEqual({
    Seen: [
      'id= serial serial',
      'event_id varchar',
      'at?= timestamptz clock',
      'primary Seen_pkey(id)',
      'unique Seen_event_id_key(event_id)',
      'unique raw(at)',
      'unique seen_event_id_at(event_id, at)',
    ],
  });
});

test('MikroORM, Umzug and own runners: the SQL in their calls', () => {
  const schema = schemaOf({
    'src/migrations/Migration1.ts': `
      import { Migration } from '@mikro-orm/migrations';
      export class Migration1 extends Migration {
        override async up() { this.addSql('create table "a" ("id" text primary key);'); }
        override async down() { this.addSql('drop table "a";'); }
      }`,
    'src/migrations/Version-1.0.0.ts': `
      import { execute } from './run';
      export default async (connection) => { await execute(connection, \`CREATE TABLE b (id text UNIQUE)\`); };`,
    'src/migrations/2.ts': `
      export const up = async ({ context }) => { await context.query('CREATE TABLE c (id text)'); };`,
  });
  expect(tablesOf(schema)).toMatchObject({
    a: ['id text', 'primary a_pkey(id)'],
    b: ['id? text', 'unique b_id_key(id)'],
    c: ['id? text'],
  });
});

test('code that only looks like a migration is none', () => {
  const schema = schemaOf({
    'src/up.ts': 'export function up(x) { return x.query("SELECT 1"); }',
    'src/migrations/fill.ts':
      'export class Fill { async up(db) { await db.user.updateMany({ data: { plan: "free" } }); } }',
  });
  expect(tablesOf(schema)).toEqual({});
  expect(unknownIn(schema)).toEqual([]);
});
