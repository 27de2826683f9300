// Checked: the source of this repository's runtime.
import { operation, type OperationCondition, type WrittenColumn } from '../../interpret/operation.ts';
import type { ResultShape, Value } from '../../interpret/value.ts';
import { text } from '../../interpret/values.ts';
import { Origin } from '../../interpret/value.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { Call, MeaningOf } from '../types.ts';
import { plainColumn } from './support/columns.ts';
import { always, former, nothing, object } from './support/shapes.ts';
import { compare } from './support/where.ts';

const happened: ResultShape = { kind: 'boolean' };

const clients = [
  'pg',
  'postgres',
  'pglite',
  'kysely',
  'knex',
  'drizzle',
  'typeorm',
  'prisma',
  'mysql2',
  'better-sqlite3',
  'node-sqlite',
  'libsql',
];

/** `database(pool)`, `transaction(client)`: the client that the work is given is known by what it was made of. */
const wrapped: MeaningOf = ({ args: [client] }) => ({
  is: 'instance',
  type: 'Database',
  ...(client === undefined ? {} : { data: { client } }),
});

function clientOf({ read }: Call, target: Value | undefined): Value | undefined {
  return read.external(target)?.data?.client;
}

/** `processOnce(db, { source, eventId }, work)`: the claim and the work in one transaction. */
const processOnce: MeaningOf = (call) => {
  const [target, event, work] = call.args;
  const client = clientOf(call, target);
  return {
    is: 'transaction',
    callback: work,
    claim: { key: call.read.get(event, 'eventId') },
    on: client,
    ...(client === undefined ? { args: [] } : { given: client }),
  };
};

/** A lease: whoever comes after it ran out takes the event over, so that a crash loses nothing. */
const claimEvent: MeaningOf = ({ args: [, event, options], read }) => ({
  is: 'claim',
  key: read.get(event, 'eventId'),
  // `leaseMs: null`: nobody takes it over. Without it there is a lease.
  timeToLive: isNull(read.get(options, 'leaseMs')) ? null : undefined,
  result: object({ won: happened }),
  throwsWhenLost: false,
});

const isNull = (value: Value | undefined): boolean => value?.kind === 'constant' && value.value === null;

/** `sendOnce(db, key, send)`: calls `send` for the first who asks. */
const send: MeaningOf = ({ args: [, key, around] }) => ({
  is: 'claim',
  key,
  timeToLive: undefined,
  result: happened,
  throwsWhenLost: false,
  around,
});

/** `transition(db, { table, key, column, from, to })`: one guarded update, and whether it happened. */
const transition: MeaningOf = ({ args: [, options], read }) => {
  const column = read.string(read.get(options, 'column')) ?? 'status';
  const named = read.get(options, 'table');
  const path = read.string(named) === undefined ? read.items(named)?.map((part) => read.string(part)) : undefined;
  const from = read.get(options, 'from');
  const to = read.get(options, 'to');
  const keys = read.entries(read.get(options, 'key')).map(([name, value]) => compare(name, '=', value));
  const left: OperationCondition = { column, operator: 'in', values: read.items(from) ?? (from ? [from] : []) };
  const columns: WrittenColumn[] = to === undefined ? [] : [plainColumn(column, to)];
  return {
    is: 'operation',
    operations: [
      operation({
        action: 'update',
        table: read.string(named) ?? path?.at(-1) ?? null,
        schema: path?.at(-2) ?? null,
        columns,
        where: [...keys, left],
      }),
    ],
    result: object({ happened }),
  };
};

/** `inbox.receive({ source, eventId, payload })`: kept under its key, once. */
const receive: MeaningOf = (call) => ({
  is: 'operation',
  operations: [
    operation({
      action: 'insert',
      table: 'webhook_once_inbox',
      columns: call.read
        .entries(call.args[0])
        .map(([name, value]) => plainColumn(name === 'eventId' ? 'event_id' : name, value)),
      conflict: { action: 'ignore', target: ['source', 'event_id'], set: [], conditions: [] },
      transaction: clientOf(call, call.args[1]) ?? null,
    }),
  ],
  result: object({ duplicate: former }),
});

/** The parts in their order, with nothing in between that could differ. */
const idempotencyKey: MeaningOf = ({ args }) => ({
  is: 'value',
  value: text(args.flatMap((part, index) => (index === 0 ? [part] : [':', part]))),
});

/** The library that fixes rewrite to. */
export const webhookOnce = defineLibrary({
  name: 'webhook-once',
  packages: ['webhook-once', ...clients.map((client) => `webhook-once/${client}`)],
  source: 'https://www.npmjs.com/package/webhook-once',
  types: {
    Database: ['database()', 'transaction()'],
    Inbox: ['createInbox()'],
    Worker: ['Inbox.work()'],
    Event: [],
  },
  typeAliases: { Transaction: 'Database', InboxEvent: 'Event' },
  members: {
    'Event.payload': { is: 'delivery', part: 'message' },
    'Event.eventId': valueOf(Origin.eventKey),
    'Event.attempt': valueOf(Origin.attempt),
  },
  calls: {
    database: wrapped,
    transaction: wrapped,
    processOnce,
    claimEvent,
    sendOnce: send,
    sendAtLeastOnce: send,
    transition,
    idempotencyKey,
    'Inbox.receive': receive,
    ...Object.fromEntries(
      ['completeEvent', 'releaseEvent', 'renewEvent', 'prune', 'migrate', 'migrationSql'].map((name) => [
        name,
        nothing,
      ]),
    ),
    ...always('Inbox', ['failed', 'requeue', 'stats'], nothing),
    ...always('Worker', ['stop'], nothing),
  },
  registrations: [
    { by: 'call', call: 'Inbox.work', handlers: { argument: 0 }, parameters: [{ type: 'Event' }], kind: 'queue' },
  ],
});
