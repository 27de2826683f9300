import { expect, test } from 'vitest';
import { schemaOf, tablesOf, unknownIn } from './read-schema.ts';

/** A history of each tool that leaves `seen` with one key over `ref`, by the order and the parts that its tool runs. */
const histories: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sqitch: {
    'sqitch.plan':
      '%syntax-version=1.0.0\n%project=shop\n\nzoo 2024-01-01T00:00:00Z A <a@b.c> # begin\n@v1 2024-01-02T00:00:00Z A <a@b.c>\nappend [zoo] 2024-01-03T00:00:00Z A <a@b.c> # key\n',
    'sqitch.conf': '[core]\n\tengine = pg\n',
    'deploy/zoo.sql':
      '-- Deploy shop:zoo to pg\nBEGIN;\nCREATE TABLE seen (ref text NOT NULL, CONSTRAINT old UNIQUE (ref));\nCOMMIT;',
    'deploy/append.sql': 'BEGIN;\nALTER TABLE seen DROP CONSTRAINT old, ADD CONSTRAINT once UNIQUE (ref);\nCOMMIT;',
    'deploy/left_out.sql': 'DROP TABLE seen;',
    'revert/append.sql': 'ALTER TABLE seen DROP CONSTRAINT once;',
    'verify/append.sql': 'CREATE TABLE verified (a int);',
  },
  'sqitch in a folder': {
    'db/sqitch.plan':
      '%project=shop\nb 2024-01-01T00:00:00Z A <a@b.c>\na [b] 2024-01-01T00:00:00Z A <a@b.c>\na [a@v1] 2024-01-02T00:00:00Z A <a@b.c>\n',
    'db/deploy/b.sql': 'CREATE TABLE seen (ref text NOT NULL);',
    'db/deploy/a@v1.sql': 'CREATE UNIQUE INDEX twice ON seen (ref);',
    'db/deploy/a.sql': 'DROP INDEX twice; CREATE UNIQUE INDEX once ON seen (ref);',
    'db/revert/b.sql': 'DROP TABLE seen;',
  },
  'graphile-migrate': {
    'migrations/committed/000001.sql': '--! Previous: -\n--! Hash: sha1:abc\n\nCREATE TABLE seen (ref text NOT NULL);',
    'migrations/committed/000002-more.sql':
      '--! Previous: sha1:abc\n--! Hash: sha1:def\nCREATE UNIQUE INDEX old ON seen (ref);',
    'migrations/current.sql':
      '-- Enter migration here\nDROP INDEX IF EXISTS old;\nCREATE UNIQUE INDEX once ON seen (ref);\nGRANT SELECT ON seen TO :DATABASE_VISITOR;',
  },
  'graphile-migrate, current in parts': {
    'migrations/committed/000001.sql': 'CREATE TABLE seen (ref text NOT NULL);',
    'migrations/current/1-index.sql': 'CREATE UNIQUE INDEX once ON seen (ref);',
  },
  flyway: {
    'src/main/resources/db/migration/V1__seen.sql': 'CREATE TABLE seen (ref text NOT NULL);',
    'src/main/resources/db/migration/V1_10__drop.sql': 'DROP INDEX old;',
    'src/main/resources/db/migration/V1_9__old.sql': 'CREATE UNIQUE INDEX old ON seen (ref);',
    'src/main/resources/db/migration/V2.1__key.sql': 'ALTER TABLE seen ADD CONSTRAINT interim UNIQUE (ref);',
    'src/main/resources/db/migration/U2.1__key.sql': 'ALTER TABLE seen DROP CONSTRAINT interim;',
    'src/main/resources/db/migration/B2__all.sql': 'CREATE TABLE seen (ref text); CREATE TABLE baseline (a int);',
    'src/main/resources/db/migration/R__keys.sql':
      'ALTER TABLE seen DROP CONSTRAINT interim; CREATE UNIQUE INDEX once ON seen (ref);',
  },
  goose: {
    'migrations/00001_a.sql':
      '-- +goose Up\nCREATE TABLE seen (ref text NOT NULL);\n-- +goose StatementBegin\nCREATE FUNCTION f() RETURNS trigger AS $$\nBEGIN\n  DELETE FROM seen;\n  RETURN NULL;\nEND;\n$$ LANGUAGE plpgsql;\n-- +goose StatementEnd\n-- +goose StatementBegin\nCREATE UNIQUE INDEX first ON seen (ref);\nDROP INDEX first;\n-- +goose StatementEnd\n\n-- +goose Down\nDROP TABLE seen;',
    'migrations/00002_b.sql':
      '-- +goose NO TRANSACTION\n-- +goose Up\nCREATE UNIQUE INDEX CONCURRENTLY once ON seen (ref);\n-- +goose Down\nDROP INDEX once;',
  },
  dbmate: {
    'db/migrations/20240101000000_a.sql':
      '-- migrate:up\nCREATE TABLE seen (ref text NOT NULL);\n\n-- migrate:down\nDROP TABLE seen;',
    'db/migrations/20240102000000_b.sql':
      '-- migrate:up transaction:false\nCREATE UNIQUE INDEX CONCURRENTLY once ON seen (ref);\n-- migrate:down transaction:false\nDROP INDEX once;',
  },
  'sql-migrate': {
    'migrations/1-a.sql':
      '-- +migrate Up\nCREATE TABLE seen (ref text NOT NULL);\nCREATE UNIQUE INDEX once ON seen (ref);\n-- +migrate Down\nDROP TABLE seen;',
  },
  'golang-migrate': {
    'migrations/000001_a.up.sql': 'CREATE TABLE seen (ref text NOT NULL);',
    'migrations/000001_a.down.sql': 'DROP TABLE seen;',
    'migrations/000002_b.up.sql': 'CREATE UNIQUE INDEX once ON seen (ref);',
    'migrations/000002_b.down.sql': 'DROP INDEX once;',
  },
  supabase: {
    'supabase/config.toml': 'project_id = "x"',
    'supabase/migrations/20240101000000_a.sql':
      'create table "public"."seen" ("ref" text not null);\nalter table "public"."seen" enable row level security;',
    'supabase/migrations/20240102000000_b.sql':
      'CREATE UNIQUE INDEX once ON public.seen USING btree (ref);\ncreate policy "read" on "public"."seen" as permissive for select to authenticated using (true);',
    'supabase/seed.sql': "INSERT INTO seen VALUES ('a');",
  },
  'node-pg-migrate in SQL': {
    'migrations/1700000000000_a.sql':
      '-- Up Migration\nCREATE TABLE seen (ref text NOT NULL);\nCREATE UNIQUE INDEX once ON seen (ref);\n-- Down Migration\nDROP TABLE seen;',
  },
  'numbers that grow': {
    'sql/2_b.sql': 'ALTER TABLE seen ADD COLUMN a int;',
    'sql/1_a.sql': 'CREATE TABLE seen (ref text NOT NULL);',
    'sql/10_c.sql': 'ALTER TABLE seen DROP COLUMN a; CREATE UNIQUE INDEX once ON seen (ref);',
  },
  psql: {
    'migrations/1.sql':
      '\\set ON_ERROR_STOP on\n\\connect shop\n\\i other.sql\nCREATE TABLE seen (ref text NOT NULL);\n\\if :is_new\nCREATE UNIQUE INDEX once ON seen (ref);\n\\endif\nCOPY seen (ref) FROM stdin;\nDROP TABLE seen;\n\\.\n',
  },
};

test.each(Object.entries(histories))('%s', (_, files) => {
  const schema = schemaOf({ '.git/HEAD': '', ...files });
  expect(tablesOf(schema)).toEqual({ seen: ['ref text', 'unique once(ref)'] });
  expect(unknownIn(schema)).toEqual([]);
});
