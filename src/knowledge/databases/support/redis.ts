import { operation } from '../../../interpret/operation.ts';
import type { ResultShape, Value } from '../../../interpret/value.ts';
import type { Builder, Call, Meaning, MeaningOf, Registration, ValueReader } from '../../types.ts';
import { plainColumn } from './columns.ts';
import { effect } from '../../effects/support/effect.ts';
import { always, count, former, noResult, nothing, row, rows, tuple } from './shapes.ts';
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
  /** `GET`: it answers what the key held before. */
  readonly answersFormer: boolean;
}

/** `set(key, value, …)`: with NX only one caller wins it, without it overwrites. */
function setMeaning({ args: [key, value] }: Call, { onlyIfAbsent, timeToLive, answersFormer }: SetOptions): Meaning {
  const result = answersFormer ? former : ok;
  // Who is told that there was nothing before has put it there, whether or not later ones overwrite it.
  if (onlyIfAbsent || answersFormer) return { is: 'claim', key, timeToLive, result, throwsWhenLost: false };
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
  const isDated = words.some((word) => word === 'EXAT' || word === 'PXAT' || word === 'KEEPTTL');
  const timeToLive = isDated
    ? undefined
    : milliseconds === null
      ? seconds
      : milliseconds === undefined
        ? undefined
        : milliseconds / 1000;
  return { onlyIfAbsent: words.includes('NX'), timeToLive, answersFormer: words.includes('GET') };
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
  const isDated =
    ['EXAT', 'PXAT', 'KEEPTTL'].some((name) => given.has(name)) ||
    (expiration !== undefined && !/^[EP]X$/.test(kind ?? ''));
  const timeToLive = isDated ? undefined : lifetime(read, seconds, milliseconds);
  return { onlyIfAbsent, timeToLive, answersFormer: read.boolean(given.get('GET')) === true };
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

/** `GETDEL key` hands what was there to one caller. */
const take: MeaningOf = (call) => {
  const meaning = remove(call);
  return meaning && meaning.is === 'operation' ? { ...meaning, result: row } : meaning;
};

/** `ZADD set [NX] score member`, `zAdd(set, { score, value })`: it answers how many were not there before. */
const ranked: MeaningOf = ({ args, read }) => {
  const members = args
    .filter((arg) => arg.kind === 'object' || arg.kind === 'array')
    .map((arg) => read.items(arg)?.[0] ?? arg);
  const named = members
    .map((one) => read.get(one, 'value') ?? read.get(one, 'member'))
    .find((one) => one !== undefined);
  return { is: 'claim', key: named ?? args.at(-1), timeToLive: null, result: count, throwsWhenLost: false };
};

/** `INCR key`: the first delivery is told 1, so a counter by the event's key is a claim. */
const counter: MeaningOf = ({ args: [key] }) => ({
  is: 'claim',
  key,
  timeToLive: undefined,
  result: { kind: 'ordinal' },
  throwsWhenLost: false,
});

/** What commands mean, by the names that clients give them. */
function redisCommands(setOptions: (call: Call) => SetOptions): Readonly<Record<string, MeaningOf>> {
  return {
    set: (call) => setMeaning(call, setOptions(call)),
    setnx: added(0, count),
    setNX: added(0, count),
    hsetnx: added(1, count),
    hSetNX: added(1, count),
    sadd: added(1, count),
    sAdd: added(1, count),
    setex: setExpiring(1),
    setEx: setExpiring(1),
    psetex: setExpiring(0.001),
    pSetEx: setExpiring(0.001),
    get: keyRead(row),
    exists: keyRead(count),
    sismember: keyRead(count),
    sIsMember: keyRead(count),
    hexists: keyRead(count),
    hExists: keyRead(count),
    zscore: keyRead(row),
    zScore: keyRead(row),
    hget: keyRead(row),
    hGet: keyRead(row),
    hgetall: keyRead(rows),
    hGetAll: keyRead(rows),
    del: remove,
    unlink: remove,
    getdel: take,
    getDel: take,
    zadd: ranked,
    zAdd: ranked,
    incr: counter,
  };
}

/** The commands of one type of client. */
export function redisCalls(
  type: string,
  setOptions: (call: Call) => SetOptions,
): Readonly<Record<string, Meaning | MeaningOf>> {
  const commands = redisCommands(setOptions);
  return {
    ...Object.fromEntries(Object.entries(commands).map(([name, meaning]) => [`${type}.${name}`, meaning])),
    // Counters and limits: what they count is not the business of the handler.
    ...always(type, QUIET, nothing),
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

/** Writes of absolute values, and what reads or ends nothing that a delivery is decided by. */
const QUIET = [
  ...['hset', 'hSet', 'hmset', 'mset', 'mSet', 'srem', 'sRem', 'zrem', 'zRem', 'hdel', 'hDel', 'persist'],
  ...['pExpire', 'expireAt', 'pttl', 'pTTL', 'watch', 'unwatch'],
];

/**
 * `client.multi().set(key, value, 'NX').expire(key, 60).exec()`: commands that are sent together. Where one of them can be
 * won, the list that is answered tells; `wrapped`: each answer in it stands behind its error.
 */
export function redisPipeline(
  starts: readonly string[],
  setOptions: (call: Call) => SetOptions,
  { wrapped = false }: { readonly wrapped?: boolean } = {},
): Builder {
  const commands = redisCommands(setOptions);
  return {
    starts,
    thenable: false,
    terminals: ['exec', 'execAsPipeline'],
    read: (call) => {
      const steps = call.chain.slice(1, -1).filter((one) => one.args !== null);
      const meanings = steps.map((one, index) => {
        const chain = call.chain.slice(0, index + 2);
        const meaning = commands[one.name]?.({ ...call, chain, args: one.args ?? [] });
        return meaning === undefined || meaning === false ? nothing : meaning;
      });
      const claimed = meanings.find((one) => one.is === 'claim');
      if (claimed === undefined) return { is: 'transaction', runs: meanings.filter((one) => one.is !== 'nothing') };
      const answers = meanings.map((one): ResultShape => {
        const answer = one === claimed ? claimed.result : noResult;
        return wrapped ? tuple(noResult, answer) : answer;
      });
      return { ...claimed, result: tuple(...answers) };
    },
  };
}
