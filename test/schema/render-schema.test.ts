import { expect, test } from 'vitest';
import { buildCatalog } from '../../src/schema/build-catalog.ts';
import { discoverSchema } from '../../src/schema/discover.ts';
import { renderSchemaJson, renderSchemaText } from '../../src/schema/render-schema.ts';
import { filesOf } from './describe-table.ts';

const files = filesOf({
  '/app/migrations/1.sql': `CREATE TABLE events (
  id bigserial PRIMARY KEY,
  event_id text NOT NULL
);
CREATE UNIQUE INDEX events_once ON events (lower(event_id)) WHERE event_id IS NOT NULL;
CREATE TABLE logs (a text);
CREATE TABLE broken (a text WHAT NOW);`,
});
const { catalog } = buildCatalog(discoverSchema('/app', files, '/app'), files);

test('as text', () => {
  expect(renderSchemaText(catalog, '/app')).toBe(`broken  (0 columns, not read whole)  migrations/1.sql:7
  no unique key

events  (2 columns)  migrations/1.sql:1
  primary key (id)                                     migrations/1.sql:2
  unique (lower(event_id)) where event_id IS NOT NULL  migrations/1.sql:5

logs  (1 column)  migrations/1.sql:6
  no unique key

Not understood:
  migrations/1.sql:7  syntax error at or near "WHAT"
`);
});

test('as JSON', () => {
  const json: unknown = JSON.parse(renderSchemaJson(catalog, '/app'));
  expect(json).toMatchObject({
    version: 1,
    tables: [
      { name: 'broken' },
      {
        schema: null,
        name: 'events',
        columns: [
          { name: 'id', type: 'bigserial', nullable: false, generated: 'serial' },
          { name: 'event_id', type: 'text', nullable: false, generated: null },
        ],
        uniqueKeys: [
          {
            name: 'events_pkey',
            columns: ['id'],
            primary: true,
            where: null,
            nullsNotDistinct: false,
            expression: null,
            source: { file: 'migrations/1.sql', line: 2 },
          },
          {
            name: 'events_once',
            columns: [],
            primary: false,
            where: 'event_id IS NOT NULL',
            expression: 'lower(event_id)',
          },
        ],
        source: { file: 'migrations/1.sql', line: 1 },
      },
      { name: 'logs', uniqueKeys: [] },
    ],
    unknown: [{ file: 'migrations/1.sql', line: 7, reason: 'syntax error at or near "WHAT"' }],
  });
});
