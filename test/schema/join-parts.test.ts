import { describe, expect, test } from 'vitest';
import { keysOf } from './describe-table.ts';
import { schemaOf } from './read-schema.ts';

const prisma = (body: string): string => `model Receipt {\n${body}\n  @@map("receipts")\n}`;
const drizzle = (body: string): string =>
  `import { pgTable, text, uuid, uniqueIndex } from 'drizzle-orm/pg-core';\nexport const receipts = pgTable('receipts', {\n${body}\n});`;

function disagreements(files: Readonly<Record<string, string>>): string[] {
  return schemaOf(files).catalog.disagreements.map(
    ({ file, line, reason }) => `${file.replace('/app/', '')}:${line} ${reason}`,
  );
}

describe('migrations and models that say different things', () => {
  test('a key of the model that no migration creates is not believed', () => {
    const files = {
      'prisma/migrations/1/migration.sql': 'CREATE TABLE receipts (id text PRIMARY KEY, ref text NOT NULL);',
      'prisma/schema.prisma': prisma('  id String @id\n  ref String @unique'),
    };
    expect(keysOf(schemaOf(files).catalog.findTable('receipts'))).toEqual(['primary receipts_pkey(id)']);
    expect(disagreements(files)).toEqual([
      'prisma/schema.prisma:3 the model has a unique key on receipts (ref) that no migration creates',
    ]);
  });

  test('a key of the migrations that the model lacks is believed', () => {
    const files = {
      'drizzle/0000_a.sql': 'CREATE TABLE receipts (id uuid PRIMARY KEY, ref text NOT NULL);',
      'drizzle/0001_b.sql': 'CREATE UNIQUE INDEX receipts_ref ON receipts (ref);',
      'src/schema.ts': drizzle("  id: uuid('id').primaryKey(),\n  ref: text('ref').notNull(),"),
    };
    expect(keysOf(schemaOf(files).catalog.findTable('receipts'))).toEqual([
      'primary receipts_pkey(id)',
      'unique receipts_ref(ref)',
    ]);
    expect(disagreements(files)).toEqual([
      'drizzle/0001_b.sql:1 the migration makes a unique key on receipts (ref) that the model does not have',
    ]);
  });

  test('a key that a later migration drops is gone whatever the model says', () => {
    const files = {
      'migrations/1.sql': 'CREATE TABLE receipts (id uuid PRIMARY KEY, ref text NOT NULL CONSTRAINT once UNIQUE);',
      'migrations/2.sql': 'ALTER TABLE receipts DROP CONSTRAINT once;',
      'src/schema.ts': drizzle("  id: uuid('id').primaryKey(),\n  ref: text('ref').notNull().unique('once'),"),
    };
    expect(keysOf(schemaOf(files).catalog.findTable('receipts'))).toEqual(['primary receipts_pkey(id)']);
    expect(disagreements(files)).toEqual([
      'src/schema.ts:4 the model has a unique key on receipts (ref) that no migration creates',
    ]);
  });

  test('nothing is said where they agree, under other names and in another order too', () => {
    expect(
      disagreements({
        'migrations/1.sql':
          'CREATE TABLE receipts (id uuid PRIMARY KEY, ref text NOT NULL, source text NOT NULL, UNIQUE (source, ref));',
        'src/schema.ts': drizzle(
          "  id: uuid('id').primaryKey(),\n  ref: text('ref').notNull(),\n  source: text('source').notNull(),\n}, (t) => [uniqueIndex('other_name').on(t.ref, t.source)]",
        )
          .replace(/\}\);$/, ');')
          .replace('],\n)', '])'),
      }),
    ).toEqual([]);
  });

  test('a history that was not read whole decides nothing, and says nothing', () => {
    const files = {
      'migrations/1.sql': 'CREATE TABLE receipts (id uuid PRIMARY KEY, ref text NOT NULL);',
      'migrations/2.ts':
        'export async function up(knex) { await knex.schema.alterTable(tableOf(process.env), (t) => t.unique(["ref"])); await knex.schema.alterTable("receipts", (t) => { addKeys(t); }); }',
      'src/schema.ts': drizzle("  id: uuid('id').primaryKey(),\n  ref: text('ref').notNull().unique(),"),
    };
    expect(keysOf(schemaOf(files).catalog.findTable('receipts'))).toContain('unique receipts_ref_unique(ref)');
    expect(disagreements(files)).toEqual([]);
  });

  test('the history of a project that pushes its model since is of an older state', () => {
    const files = {
      'prisma/migrations/1/migration.sql': 'CREATE TABLE receipts (id text PRIMARY KEY);',
      'prisma/schema.prisma': prisma('  id String @id\n  ref String @unique'),
    };
    expect(keysOf(schemaOf(files).catalog.findTable('receipts'))).toEqual([
      'primary receipts_pkey(id)',
      'unique receipts_ref_key(ref)',
    ]);
    expect(disagreements(files)).toEqual([]);
  });
});

describe('tables of one name in several packages', () => {
  const keyed = 'CREATE TABLE receipts (ref text PRIMARY KEY);';
  const keyless = 'CREATE TABLE receipts (ref text NOT NULL);';
  const manifest = (name: string, ...needs: string[]): string =>
    JSON.stringify({ name, dependencies: Object.fromEntries(needs.map((one) => [one, '*'])) });
  const common = {
    '.git/HEAD': '',
    'package.json': JSON.stringify({ name: 'root', workspaces: ['apps/*', 'packages/*'] }),
  };

  /** The keys of the table as code in this folder knows it. */
  function keysFrom(folder: string, files: Readonly<Record<string, string>>): string[] | undefined {
    const { catalog } = schemaOf({ ...common, ...files }, { start: `/app/${folder}` });
    const table = catalog.findTable('receipts');
    return table && [...keysOf(table), ...(table.complete ? [] : ['in part'])];
  }

  const apps = {
    'apps/shop/package.json': manifest('shop'),
    'apps/shop/migrations/1.sql': keyed,
    'apps/blog/package.json': manifest('blog'),
    'apps/blog/migrations/1.sql': keyless,
  };

  test('each package has its own', () => {
    expect(keysFrom('apps/shop', apps)).toEqual(['primary receipts_pkey(ref)']);
    expect(keysFrom('apps/blog', apps)).toEqual([]);
  });

  test('a package without tables uses those of the package that it depends on, at any distance', () => {
    const files = {
      'packages/shop-db/package.json': manifest('@x/shop-db'),
      'packages/shop-db/migrations/1.sql': keyed,
      'packages/blog-db/package.json': manifest('@x/blog-db'),
      'packages/blog-db/migrations/1.sql': keyless,
      'packages/shop-core/package.json': manifest('@x/shop-core', '@x/shop-db'),
      'apps/shop/package.json': manifest('shop', '@x/shop-core'),
      'apps/blog/package.json': manifest('blog', '@x/blog-db'),
      'apps/both/package.json': manifest('both', '@x/shop-db', '@x/blog-db'),
      'apps/none/package.json': manifest('none'),
    };
    expect(keysFrom('apps/shop', files)).toEqual(['primary receipts_pkey(ref)']);
    expect(keysFrom('apps/blog', files)).toEqual([]);
    // Which one is meant is not known: no key is certain, nor is its absence.
    expect(keysFrom('apps/both', files)).toEqual(['in part']);
    expect(keysFrom('apps/none', files)).toEqual(['in part']);
  });

  test('a folder above all packages is nearer than a package that nothing leads to', () => {
    const files = {
      'migrations/1.sql': keyed,
      'apps/blog/package.json': manifest('blog'),
      'apps/blog/prisma/schema.prisma': prisma('  ref String'),
      'apps/shop/package.json': manifest('shop'),
      'apps/shop/src/hook.ts': 'export {};',
    };
    expect(keysFrom('apps/shop', files)).toEqual(['primary receipts_pkey(ref)']);
  });

  test('the own package is nearer than the folder above', () => {
    const files = {
      'db/migrations/1.sql': keyless,
      'packages/shop-db/package.json': manifest('@x/shop-db'),
      'packages/shop-db/migrations/1.sql': keyed,
      'apps/shop/package.json': manifest('shop', '@x/shop-db'),
    };
    expect(keysFrom('packages/shop-db', files)).toEqual(['primary receipts_pkey(ref)']);
  });

  test('two histories in one package leave it open unless they agree', () => {
    const files = {
      'apps/shop/package.json': manifest('shop'),
      'apps/shop/main/migrations/1.sql': keyed,
      'apps/shop/legacy/migrations/1.sql': keyless,
    };
    expect(keysFrom('apps/shop', files)).toEqual(['in part']);
    expect(keysFrom('apps/shop', { ...files, 'apps/shop/legacy/migrations/1.sql': keyed })).toEqual([
      'primary receipts_pkey(ref)',
    ]);
  });
});
