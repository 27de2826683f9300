// Checked: @supabase/supabase-js 2.109.0 types, with those of its postgrest-js.
import { operation } from '../../interpret/operation.ts';
import type { ConflictHandling, DatabaseOperation } from '../../interpret/operation.ts';
import type { ResultShape, Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, ValueReader } from '../types.ts';
import { each, effect, errorInResult, idempotent } from '../effects/support/effect.ts';
import { columnsOf, rowColumns } from './support/columns.ts';
import { postgresConflict } from './support/conflict-codes.ts';
import { always, count, noResult, nothing, object, row, rowOrThrow, rows } from './support/shapes.ts';
import { step } from './support/templates.ts';
import { compare, everything, joined, notKnown, whereObject } from './support/where.ts';
import type { Where } from './support/where.ts';

const FILTERS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  in: 'in',
  notIn: 'not in',
  is: '=',
  like: 'like',
  ilike: 'like',
  contains: 'other',
  containedBy: 'other',
  overlaps: 'other',
  textSearch: 'other',
  isDistinct: '<>',
  regexMatch: 'other',
  regexIMatch: 'other',
  likeAllOf: 'other',
  likeAnyOf: 'other',
  ilikeAllOf: 'other',
  ilikeAnyOf: 'other',
  rangeGt: 'other',
  rangeGte: 'other',
  rangeLt: 'other',
  rangeLte: 'other',
  rangeAdjacent: 'other',
};

/** `from('orders').update({ … }).eq('id', id).select().single()`: sent when awaited. */
function readRequest(call: Call): Meaning | undefined {
  if (step(call, 'rpc')) return routine(call);
  const said = requestOperation(call);
  return said && { is: 'operation', operations: [said], result: answer(call, said) };
}

/** `rpc('claim_event', { p_id })`: what the function answers is the data. */
function routine(call: Call): Meaning {
  const { read } = call;
  const [name, args] = step(call, 'rpc')?.args ?? [];
  const throws = step(call, 'throwOnError') !== undefined;
  const isOne = step(call, 'single', 'maybeSingle') !== undefined;
  const within = (data: ResultShape): ResultShape =>
    throws ? object({ data, count }) : object({ data, error: { kind: 'error' }, count });
  return {
    is: 'routine',
    name: read.string(name),
    schema: read.string(step(call, 'schema')?.args?.[0]) ?? null,
    args,
    rows: within(isOne ? row : rows),
    value: within(row),
    isBare: true,
  };
}

function requestOperation(call: Call): DatabaseOperation | undefined {
  const { chain, read } = call;
  const table = read.string(step(call, 'from')?.args?.[0]) ?? null;
  const schema = read.string(step(call, 'schema')?.args?.[0]) ?? null;
  const verb = chain.find((one) => ['insert', 'upsert', 'update', 'delete', 'select'].includes(one.name));
  const [values, options] = verb?.args ?? [];
  const where = filters(call);
  switch (verb?.name) {
    case 'insert':
      return operation({ action: 'insert', table, schema, ...rowColumns(read, values) });
    case 'upsert': {
      const written = rowColumns(read, values);
      return operation({
        action: 'insert',
        table,
        schema,
        ...written,
        conflict: conflictOf(read, options, written.columns),
      });
    }
    case 'update':
      return operation({ action: 'update', table, schema, ...columnsOf(read, values), ...where, many: true });
    case 'delete':
      return operation({ action: 'delete', table, schema, ...where, many: true });
    case 'select':
      return operation({ action: 'read', table, schema, ...where, many: true });
    default:
      return undefined;
  }
}

/** `{ onConflict: 'provider,event_id', ignoreDuplicates: true }`; without it the primary key decides and the row is merged. */
function conflictOf(read: ValueReader, options: Value | undefined, set: ConflictHandling['set']): ConflictHandling {
  const columns = read.string(read.get(options, 'onConflict'))?.split(',');
  const target = columns?.map((column) => column.trim()) ?? null;
  const ignores = read.boolean(read.get(options, 'ignoreDuplicates')) === true;
  const demandsKey = target !== null;
  return ignores
    ? { action: 'ignore', target, demandsKey, set: [], conditions: [] }
    : { action: 'update', target, demandsKey, set, conditions: [] };
}

function filters({ chain, read }: Call): Where {
  const parts = chain.flatMap(({ name, args }): readonly Where[] => {
    const [first, second, third] = args ?? [];
    if (name === 'match') return [whereObject(read, first, { operators: {}, and: [], or: [], not: [] })];
    if (name === 'or') return [notKnown];
    const column = read.string(first);
    if (name === 'filter' || name === 'not')
      return [column === undefined ? notKnown : spelled(read, column, name, second, third)];
    const operator = FILTERS[name];
    if (operator === undefined) return [];
    return [column === undefined ? notKnown : { where: [compare(column, operator, second, read)], whereKnown: true }];
  });
  return joined([everything, ...parts]);
}

/** `filter('status', 'eq', 'paid')`, `not('paid_at', 'is', null)`. */
function spelled(
  read: ValueReader,
  column: string,
  name: string,
  operator: Value | undefined,
  value: Value | undefined,
): Where {
  const written = FILTERS[read.string(operator) ?? ''] ?? 'other';
  const opposite = written === '=' ? '<>' : written === 'in' ? 'not in' : 'other';
  return { where: [compare(column, name === 'not' ? opposite : written, value, read)], whereKnown: true };
}

/** The client hands its error back unless the chain asks it to throw. */
function answer(call: Call, { action }: DatabaseOperation): ResultShape {
  const throws = step(call, 'throwOnError') !== undefined;
  const one: ResultShape = throws ? rowOrThrow : row;
  const asksRows = action === 'read' || step(call, 'select') !== undefined;
  const isSingle = step(call, 'single') !== undefined;
  const data = !asksRows ? noResult : isSingle ? one : step(call, 'maybeSingle') === undefined ? rows : row;
  return throws ? object({ data, count }) : object({ data, error: { kind: 'error' }, count });
}

export const supabase = defineLibrary({
  name: '@supabase/supabase-js',
  packages: ['@supabase/supabase-js', '@supabase/ssr', '@supabase/auth-helpers-nextjs', '@supabase/postgrest-js'],
  source: 'https://supabase.com/docs/reference/javascript/upsert',
  types: {
    Client: [
      'createClient()',
      'SupabaseClient.new',
      'PostgrestClient.new',
      'createServerClient()',
      'createBrowserClient()',
      'createRouteHandlerClient()',
      'createServerActionClient()',
      'createServerComponentClient()',
    ],
    Bucket: ['Client.storage.from()'],
    Channel: ['Client.channel()'],
  },
  typeAliases: { SupabaseClient: 'Client', PostgrestClient: 'Client' },
  calls: {
    'Client.auth.admin.createUser': effect('other', 'creates a user', { result: errorInResult }),
    'Client.auth.admin.inviteUserByEmail': effect('message', 'sends an invitation', { result: errorInResult }),
    ...each(
      ['signInWithOtp', 'resetPasswordForEmail', 'resend'].map((name) => `Client.auth.${name}`),
      effect('message', 'sends a mail', { result: errorInResult }),
    ),
    'Client.auth.admin.updateUserById, Client.auth.admin.deleteUser': idempotent('updates a user'),
    'Client.functions.invoke': effect('other', 'calls a function', { radius: 'other', result: errorInResult }),
    'Channel.send': effect('other', 'broadcasts', { radius: 'other' }),
    ...always('Client.auth.admin', ['getUserById', 'listUsers', 'generateLink'], nothing),
    ...always('Client.auth', ['getUser', 'getSession', 'getClaims'], nothing),
    // A file that is there is an error, or is overwritten by the same one.
    ...always('Bucket', ['upload', 'update', 'remove', 'download', 'list', 'getPublicUrl', 'createSignedUrl'], nothing),
    ...always('Channel', ['on', 'subscribe', 'unsubscribe'], nothing),
    ...always('Client', ['removeChannel', 'removeAllChannels'], nothing),
  },
  builders: [
    { starts: ['Client.from', 'Client.rpc', 'Client.schema'], thenable: true, terminals: [], read: readRequest },
  ],
  conflictErrors: { codes: postgresConflict },
  // https://docs.postgrest.org/en/v12/references/errors.html: no row, or several, where one was asked for.
  missingRowErrors: { codes: ['PGRST116'] },
});
