import { operation } from '../../../interpret/operation.ts';
import type { ResultShape, Value } from '../../../interpret/value.ts';
import type { Call, Meaning, MeaningOf, Registration, ValueReader } from '../../types.ts';
import { plainColumn } from './columns.ts';
import { effect } from '../../effects/support/effect.ts';
import { always, count, nothing, row, rows } from './shapes.ts';
import { compare } from './where.ts';

const ok: ResultShape = { kind: 'word', word: 'OK' };

/** Commands that take entries of a stream or a list, which are handed out again where nobody acknowledges them. */
const taken = ['xreadgroup', 'xReadGroup', 'xautoclaim', 'xAutoClaim', 'blmove', 'bLMove', 'brpoplpush', 'bRPopLPush'];

export function redisWorkers(type: string): readonly Registration[] {
  return taken.map((name) => ({ by: 'takes', call: `${type}.${name}`, kind: 'batch' }));
}

/** What `set` is told besides key and value, however the client spells it. */
export interface SetOptions {
  readonly onlyIfAbsent: boolean;
  /** Seconds; null for ever; undefined where it is not constant. */
  readonly timeToLive: number | null | undefined;
}

/** `set(key, value, …)`: with NX only one caller wins it, without it overwrites. */
function setMeaning({ args: [key, value] }: Call, { onlyIfAbsent, timeToLive }: SetOptions): Meaning {
  if (onlyIfAbsent) return { is: 'claim', key, timeToLive, result: ok, throwsWhenLost: false };
  return overwrite(key, value, timeToLive ?? undefined);
}

function overwrite(key: Value | undefined, value: Value | undefined, keptFor?: number): Meaning {
  const set = value === undefined ? [] : [plainColumn('value', value)];
  const columns = key === undefined ? set : [plainColumn('key', key), ...set];
  const conflict = { action: 'update', target: ['key'], set, conditions: [] } as const;
  return {
    is: 'operation',
    operations: [operation({ action: 'insert', table: 'redis', columns, conflict, keptFor: keptFor ?? null })],
    result: ok,
  };
}

/** `'EX', 60, 'NX'` as arguments after the value. */
export function listedOptions({ args, read }: Call): SetOptions {
  const words = args.slice(2).map((arg) => read.string(arg)?.toUpperCase());
  const after = (word: string): number | null | undefined =>
    words.includes(word) ? read.number(args[words.indexOf(word) + 3]) : null;
  const [seconds, milliseconds] = [after('EX'), after('PX')];
  const timeToLive = milliseconds === null ? seconds : milliseconds === undefined ? undefined : milliseconds / 1000;
  return { onlyIfAbsent: words.includes('NX'), timeToLive };
}

/** `{ NX: true, EX: 60 }`, `{ nx: true, px: 500 }`, `{ condition: 'NX', expiration: { type: 'EX', value: 60 } }`. */
export function optionObject({ args, read }: Call): SetOptions {
  const [, , options] = args;
  const given = new Map(read.entries(options).map(([name, value]) => [name.toUpperCase(), value]));
  const onlyIfAbsent = read.boolean(given.get('NX')) === true || read.string(given.get('CONDITION')) === 'NX';
  const expiration = given.get('EXPIRATION');
  const kind = read.string(read.get(expiration, 'type'));
  const seconds = kind === 'EX' ? read.get(expiration, 'value') : given.get('EX');
  const milliseconds = kind === 'PX' ? read.get(expiration, 'value') : given.get('PX');
  return { onlyIfAbsent, timeToLive: lifetime(read, seconds, milliseconds) };
}

function lifetime(
  read: ValueReader,
  seconds: Value | undefined,
  milliseconds: Value | undefined,
): number | null | undefined {
  if (milliseconds === undefined) return seconds === undefined ? null : read.number(seconds);
  const known = read.number(milliseconds);
  return known === undefined ? undefined : known / 1000;
}

function keyRead(result: ResultShape): MeaningOf {
  return ({ args: [key] }) => {
    const where = key === undefined ? [] : [compare('key', '=', key)];
    return { is: 'operation', operations: [operation({ action: 'read', table: 'redis', where })], result };
  };
}

const remove: MeaningOf = ({ args: [key] }) => {
  const where = key === undefined ? [] : [compare('key', '=', key)];
  return { is: 'operation', operations: [operation({ action: 'delete', table: 'redis', where })], result: count };
};

/** `SETNX key`, `SADD set member`, `HSETNX hash field`: an answer of 1 is the winner's. */
function added(argument: number, result: ResultShape): MeaningOf {
  return ({ args }) => ({ is: 'claim', key: args[argument], timeToLive: null, result, throwsWhenLost: false });
}

/** `setex(key, 60, value)`; `unit` in seconds. */
function setExpiring(unit: number): MeaningOf {
  return ({ args: [key, time, value], read }) => {
    const count = read.number(time);
    return overwrite(key, value, count === undefined ? undefined : count * unit);
  };
}

/** Commands by their names in lower case, for one type of client. */
export function redisCalls(
  type: string,
  setOptions: (call: Call) => SetOptions,
  answered: ResultShape = count,
): Readonly<Record<string, Meaning | MeaningOf>> {
  const commands: Readonly<Record<string, MeaningOf>> = {
    set: (call) => setMeaning(call, setOptions(call)),
    setnx: added(0, answered),
    setNX: added(0, answered),
    hsetnx: added(1, answered),
    hSetNX: added(1, answered),
    sadd: added(1, count),
    sAdd: added(1, count),
    setex: setExpiring(1),
    setEx: setExpiring(1),
    psetex: setExpiring(0.001),
    pSetEx: setExpiring(0.001),
    get: keyRead(row),
    exists: keyRead(count),
    sismember: keyRead(answered),
    sIsMember: keyRead(answered),
    hget: keyRead(row),
    hGet: keyRead(row),
    hgetall: keyRead(rows),
    hGetAll: keyRead(rows),
    del: remove,
    unlink: remove,
    getdel: keyRead(row),
  };
  return {
    ...Object.fromEntries(Object.entries(commands).map(([name, meaning]) => [`${type}.${name}`, meaning])),
    // Counters and limits: what they count is not the business of the handler.
    // The first delivery is told 1: a counter by the event's key is a claim.
    [`${type}.incr`]: ({ args: [key] }: Call): Meaning => ({
      is: 'claim',
      key,
      timeToLive: undefined,
      result: { kind: 'ordinal' },
      throwsWhenLost: false,
    }),
    ...always(type, ['incrby', 'incrBy', 'decr', 'expire', 'pexpire', 'ttl', 'pttl', 'ping'], nothing),
    // Streams and lists as queues.
    ...Object.fromEntries(taken.map((name) => [`${type}.${name}`, { is: 'delivery', part: 'message' } as const])),
    ...always(type, ['xack', 'xAck', 'xgroup', 'xGroupCreate', 'xdel', 'xDel', 'xtrim', 'xTrim'], nothing),
    ...Object.fromEntries(
      ['xadd', 'xAdd'].map((name) => [`${type}.${name}`, effect('enqueue', 'appends to a stream')]),
    ),
    ...always(type, ['disconnect', 'quit', 'close', 'destroy'], nothing),
  };
}
