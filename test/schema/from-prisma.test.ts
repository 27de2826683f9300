import { describe, expect, test } from 'vitest';
import { readPrisma } from '../../src/schema/from-prisma.ts';
import { columnText, keysOf } from './describe-table.ts';

const file = '/app/prisma/schema.prisma';

function read(text: string): ReturnType<typeof readPrisma> {
  return readPrisma([{ file, text }]);
}

describe('a model', () => {
  const part = read(`
enum Kind {
  A
}

model WebhookEvent {
  id         String   @id @default(dbgenerated("gen_random_uuid()")) @db.Uuid
  provider   String   @default("stripe") // the source
  eventId    String   @map("event_id")
  /**
   * Error is ignored here
   */
  kind       Kind     @default(A)
  number     Int      @default(autoincrement())
  receivedAt DateTime @default(now()) @map("received_at")
  updatedAt  DateTime @updatedAt
  note       String?
  attempts   Attempt[]

  @@unique([provider, eventId])
  @@unique(fields: [number, kind(sort: Desc)], name: "byNumber", map: "number_once")
  @@map("webhook_events")
  @@schema("hooks")
}

model Attempt {
  a     String
  b     String @unique(map: "b_once")
  event WebhookEvent @relation(fields: [a], references: [id])

  @@id([a, b])
}
`);
  const [event, attempt] = part.mapped;

  test('gives its table and columns', () => {
    expect(event?.table).toMatchObject({
      schema: 'hooks',
      name: 'webhook_events',
      complete: true,
      source: { file, line: 6 },
    });
    expect(event?.table.columns.map(columnText)).toEqual([
      'id= string uuid',
      'provider= string',
      'event_id string',
      'kind= kind',
      'number= int serial',
      'received_at= datetime clock',
      'updatedAt= datetime clock',
      'note? string',
    ]);
  });

  test('gives its keys with their lines', () => {
    expect(keysOf(event?.table)).toEqual([
      'primary webhook_events_pkey(id)',
      'unique number_once(number, kind)',
      'unique webhook_events_provider_event_id_key(provider, event_id)',
    ]);
    expect(event?.table.uniqueKeys.map((key) => key.source.line)).toEqual([7, 20, 21]);
    expect(keysOf(attempt?.table)).toEqual(['primary Attempt_pkey(a, b)', 'unique b_once(b)']);
  });

  test('gives the names the client uses', () => {
    expect(event).toMatchObject({ names: 'prisma', calledBy: ['webhookEvent'] });
    expect(event?.columns.get('eventId')).toBe('event_id');
    expect(event?.columns.has('attempts')).toBe(false);
    expect([...(event?.compoundKeys ?? [])]).toEqual([
      ['provider_eventId', ['provider', 'eventId']],
      ['byNumber', ['number', 'kind']],
    ]);
    expect([...(attempt?.compoundKeys?.keys() ?? [])]).toEqual(['a_b']);
  });
});

test('files are read together', () => {
  const part = readPrisma([
    { file: '/app/prisma/schema/a.prisma', text: 'model A {\n  id String @id\n  b B[]\n}' },
    { file: '/app/prisma/schema/b.prisma', text: 'model B {\n  id String @id\n}' },
  ]);
  expect(part.mapped.map(({ table }) => table.columns.map((column) => column.name))).toEqual([['id'], ['id']]);
});

test('a construct that the parser refuses costs its line only', () => {
  const part = read(
    'model A {\n  id String @id\n  ??? what is this\n  b String @unique\n  @@unique([\n    id,\n    b\n  ])\n}\n',
  );
  expect(part.unknown).toEqual([{ file, line: 1, reason: 'model A was read in part' }]);
  expect(part.mapped[0]?.table.complete).toBe(false);
  expect(keysOf(part.mapped[0]?.table)).toEqual([
    'primary A_pkey(id)',
    'unique A_b_key(b)',
    'unique A_id_b_key(id, b)',
  ]);
});

test('a file without any model that can be read is told', () => {
  expect(read('this is no schema {{{')).toMatchObject({ mapped: [], unknown: [{ file, line: 1 }] });
});
