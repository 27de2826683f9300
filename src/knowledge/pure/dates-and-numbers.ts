// Checked: day.js.org/docs, momentjs.com/docs, moment.github.io/luxon, date-fns.org/docs, github.com/MikeMcl/big.js.
import { each } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import { immutable, ofImmutables, pure, pureLibrary } from './support/pure.ts';

/** What `platform` says of the present time and of comparisons holds before this. */
export const moments = defineLibrary({
  name: 'moments',
  packages: ['dayjs', 'moment', 'moment-timezone', 'luxon', '@js-joda/core', '@date-io/dayjs'],
  source: 'https://day.js.org/docs/en/parse/now, https://moment.github.io/luxon',
  types: { Immutable: ['DateTime.new', 'Dayjs', 'Moment'] },
  calls: {
    ...each(['DateTime.*', 'Duration.*', 'Interval.*'], immutable),
    'default.duration': immutable,
    'default.*': pure,
    'default.tz.*': pure,
    '*': pure,
    ...ofImmutables,
  },
});

export const dates = pureLibrary('dates', {
  source: 'https://date-fns.org/docs',
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
