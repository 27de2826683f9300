// Checked: day.js.org/docs, github.com/vercel/ms, momentjs.com/docs, moment.github.io/luxon, date-fns.org/docs, github.com/MikeMcl/big.js.
import { Origin } from '../../interpret/value.ts';
import type { Value } from '../../interpret/value.ts';
import { constant } from '../../interpret/values.ts';
import { each } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { unknownOf } from '../platform/support/values.ts';
import { immutable, immutableOf, ofImmutables, pure, pureLibrary } from './support/pure.ts';

const now: MeaningOf = (call) => ({ is: 'value', value: immutableOf(call, Origin.clock) });

function timeOf(call: Call): Meaning {
  const [given]: readonly (Value | undefined)[] = call.args;
  if (given === undefined) return { is: 'value', value: immutableOf(call, Origin.clock) };
  return { is: 'value', value: { ...immutableOf(call, call.read.origins(given)), data: { of: given } } };
}

/** What a time was made of, so that which row or event it is of stays known. */
function madeOf({ read }: Call, time: Value | undefined): Value | undefined {
  return read.external(time)?.data?.of ?? time;
}

function compares(operator: string): MeaningOf {
  return ({ args: [left, right] }) => ({ is: 'comparison', operator, left, right });
}

/** `a.isBefore(b)` */
function comparedWith(operator: string): MeaningOf {
  return (call) => ({
    is: 'comparison',
    operator,
    left: madeOf(call, call.receiver),
    right: madeOf(call, call.args[0]),
  });
}

const secondsOf: Readonly<Record<string, number>> = {
  millisecond: 0.001, ms: 0.001, second: 1, s: 1, minute: 60, m: 60, hour: 3600, h: 3600, day: 86_400, d: 86_400,
  week: 604_800, w: 604_800, month: 2_592_000, M: 2_592_000, quarter: 7_776_000, year: 31_536_000, y: 31_536_000,
}; // prettier-ignore

function secondsOfUnit(unit: string): number | undefined {
  return secondsOf[unit] ?? secondsOf[unit.toLowerCase().replace(/s$/, '')];
}

/** `{ days: 1, hours: 12 }` in seconds; undefined where a part of it is not known. */
function durationOf({ read }: Call, given: Value | undefined): number | undefined {
  const entries = read.entries(given);
  if (entries.length === 0 || !read.isWhole(given)) return undefined;
  return entries.reduce<number | undefined>((sum, [name, value]) => {
    const [unit, count] = [secondsOfUnit(name), read.number(value)];
    return sum === undefined || unit === undefined || count === undefined ? undefined : sum + unit * count;
  }, 0);
}

/** Seconds that a time of the clock lies back; undefined for other times. */
function ageOf(time: Value | undefined): number | undefined {
  if (time?.kind === 'unknown') return time.origins === Origin.clock ? (time.age ?? 0) : undefined;
  if (time?.kind !== 'external' || time.origins !== Origin.clock || time.data?.moved) return undefined;
  const age = time.data?.age;
  return age?.kind === 'constant' && typeof age.value === 'number' ? age.value : 0;
}

/** `dayjs().subtract(1, 'day')`, `DateTime.now().minus({ days: 1 })`; `sign` is -1 where it goes forward. */
function moved(sign: 1 | -1): MeaningOf {
  return (call) => {
    const { args, read, receiver } = call;
    const [amount, unit] = args;
    const count = read.number(amount);
    const seconds =
      count === undefined ? durationOf(call, amount) : count * (secondsOfUnit(read.string(unit) ?? 'ms') ?? Number.NaN);
    const from = ageOf(receiver);
    const isKnown = from !== undefined && seconds !== undefined && !Number.isNaN(seconds);
    const data: Readonly<Record<string, Value>> = isKnown
      ? { age: constant(from + sign * seconds) }
      : { moved: receiver };
    return { is: 'value', value: { ...immutableOf(call, receiver.origins & ~Origin.literal), data } };
  };
}

/** `time.toDate()`, `time.toISO()`: the same time in another form. */
const spelled: MeaningOf = (call) => {
  const age = ageOf(call.receiver);
  const value = unknownOf(call.receiver.origins & ~Origin.literal);
  if (!age || value.kind !== 'unknown') return pure(call);
  return { is: 'value', value: { ...value, age } };
};

/** `sub(new Date(), { days: 3 })`, `add(new Date(), { days: -3 })`. */
function beforeBy(sign: 1 | -1): MeaningOf {
  return (call) => {
    const [time, amount] = call.args;
    const [from, seconds] = [ageOf(time), durationOf(call, amount)];
    const value = unknownOf(call.read.origins(time) & ~Origin.literal);
    if (value.kind !== 'unknown' || from === undefined || seconds === undefined) return { is: 'value', value };
    return { is: 'value', value: { ...value, age: from + sign * seconds } };
  };
}

/** `subDays(new Date(), 3)` */
function before(seconds: number): MeaningOf {
  return ({ args: [time, amount], read }) => {
    const count = read.number(amount);
    const value = unknownOf(read.origins(time) & ~Origin.literal);
    if (value.kind !== 'unknown' || value.origins !== Origin.clock || count === undefined)
      return { is: 'value', value };
    const from = time?.kind === 'unknown' ? (time.age ?? 0) : 0;
    return { is: 'value', value: { ...value, age: from + count * seconds } };
  };
}

export const clocks = defineLibrary({
  name: 'clocks',
  packages: ['dayjs', 'moment', 'moment-timezone', 'luxon', '@js-joda/core', '@date-io/dayjs'],
  source: 'https://day.js.org/docs/en/parse/now, https://moment.github.io/luxon',
  types: { Immutable: ['DateTime.new', 'Dayjs', 'Moment'] },
  calls: {
    ...each(['default', 'default.utc', 'utc', 'default.unix', 'default.tz'], timeOf),
    ...each(['DateTime.now', 'DateTime.utc', 'DateTime.local', 'LocalDate.now', 'Instant.now'], now),
    'DateTime.*': immutable,
    'Duration.*': immutable,
    'Interval.*': immutable,
    'default.duration': immutable,
    'default.*': pure,
    'default.tz.*': pure,
    '*': pure,
    ...ofImmutables,
    ...each(['Immutable.subtract', 'Immutable.minus'], moved(1)),
    ...each(['Immutable.add', 'Immutable.plus'], moved(-1)),
    ...each(
      [
        'toDate',
        'toJSDate',
        'toISOString',
        'toISO',
        'toMillis',
        'valueOf',
        'unix',
        'toUnixInteger',
        'format',
        'toSQL',
      ].map((name) => `Immutable.${name}`),
      spelled,
    ),
    'Immutable.isBefore': comparedWith('<'),
    'Immutable.isAfter': comparedWith('>'),
    'Immutable.isSame': comparedWith('='),
  },
});

export const dates = pureLibrary('dates', {
  source: 'https://date-fns.org/docs',
  calls: {
    sub: beforeBy(1),
    add: beforeBy(-1),
    ...Object.fromEntries(
      ['Seconds', 'Minutes', 'Hours', 'Days', 'Weeks', 'Months', 'Years'].flatMap((unit) => [
        [`sub${unit}`, before(secondsOfUnit(unit) ?? 0)],
        [`add${unit}`, before(-(secondsOfUnit(unit) ?? 0))],
      ]),
    ),
    isBefore: compares('<'),
    isAfter: compares('>'),
    isEqual: compares('='),
    ...each(['compareAsc', 'compareDesc'], compares('<')),
  },
  packages: [
    'date-fns',
    'date-fns-tz',
    '@date-fns/utc',
    '@date-fns/tz',
    'cron-parser',
    'cronstrue',
    'rrule',
    '@internationalized/date',
    'timeago.js',
    'javascript-time-ago',
    'countries-and-timezones',
    'tinytime',
    'date-holidays',
  ],
});

/** `ms('2 days')` is a number of milliseconds, `ms(1000)` a text. */
const milliseconds: MeaningOf = (call) => {
  const [, count, unit = 'ms'] = /^\s*(-?\d*\.?\d+)\s*([a-z]*)\s*$/i.exec(call.read.string(call.args[0]) ?? '') ?? [];
  const seconds = secondsOfUnit(shortUnits[unit.toLowerCase()] ?? (unit || 'ms'));
  return count === undefined || seconds === undefined
    ? pure(call)
    : { is: 'value', value: constant(Math.round(Number(count) * seconds * 1000)) };
};

const shortUnits: Readonly<Record<string, string>> = {
  msec: 'ms', msecs: 'ms', sec: 's', secs: 's', min: 'm', mins: 'm', hr: 'h', hrs: 'h', yr: 'y', yrs: 'y', mo: 'M',
}; // prettier-ignore

export const durations = pureLibrary('durations', {
  source: 'https://github.com/vercel/ms, https://github.com/jkroso/parse-duration',
  packages: ['ms', '@lukeed/ms', 'parse-duration'],
  calls: { ...each(['default', 'parse', 'default.parse', 'default.default'], milliseconds) },
});

export const numbers = defineLibrary({
  name: 'numbers',
  packages: [
    'big.js',
    'bignumber.js',
    'decimal.js',
    'decimal.js-light',
    'bn.js',
    'currency.js',
    'dinero.js',
    'fraction.js',
  ],
  source: 'https://mikemcl.github.io/big.js, https://mikemcl.github.io/decimal.js, https://currency.js.org',
  types: {
    Immutable: ['default.new', 'Decimal.new', 'BigNumber.new', 'Big.new', 'BN.new', 'default.Decimal.new'],
  },
  calls: {
    default: immutable,
    ...each(['Big', 'BigNumber', 'Decimal', 'dinero', 'Dinero'], immutable),
    '*': pure,
    'default.*': immutable,
    '*.*': immutable,
    ...ofImmutables,
  },
});
