// Checked: day.js.org/docs, momentjs.com/docs, moment.github.io/luxon, date-fns.org/docs, github.com/MikeMcl/big.js.
import { Origin } from '../../interpret/value.ts';
import type { Value } from '../../interpret/value.ts';
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

/** `subDays(new Date(), 3)` */
function before(secondsOfUnit: number): MeaningOf {
  return ({ args: [time, amount], read }) => {
    const count = read.number(amount);
    const value = unknownOf(read.origins(time) & ~Origin.literal);
    if (value.kind !== 'unknown' || value.origins !== Origin.clock || count === undefined)
      return { is: 'value', value };
    const from = time?.kind === 'unknown' ? (time.age ?? 0) : 0;
    return { is: 'value', value: { ...value, age: from + count * secondsOfUnit } };
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
    'Immutable.isBefore': comparedWith('<'),
    'Immutable.isAfter': comparedWith('>'),
    'Immutable.isSame': comparedWith('='),
  },
});

export const dates = pureLibrary('dates', {
  source: 'https://date-fns.org/docs',
  calls: {
    subWeeks: before(604_800),
    subDays: before(86_400),
    subHours: before(3600),
    subMinutes: before(60),
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
