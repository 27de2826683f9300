// Checked: the packages' own type declarations; npmjs.com/package/uuid, /nanoid, /ulid, /@paralleldrive/cuid2, /dayjs.
import { Origin } from '../../interpret/value.ts';
import type { Value } from '../../interpret/value.ts';
import { each } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { unknownOf, valueOf } from './support/values.ts';

const random = valueOf(Origin.random);
const clock = valueOf(Origin.clock);

/** `v5(name, namespace)` is as stable as the name. */
function named({ args, read }: Call): Meaning {
  return { is: 'value', value: unknownOf(read.origins(args[0]) | read.origins(args[1])) };
}

export const uuid = defineLibrary({
  name: 'uuid',
  packages: ['uuid'],
  source: 'https://www.npmjs.com/package/uuid',
  calls: {
    ...each(['v1', 'v4', 'v6', 'v7', 'default.v1', 'default.v4', 'default.v7', 'default'], random),
    ...each(['v3', 'v5', 'default.v3', 'default.v5'], named),
  },
});

export const randomIds = defineLibrary({
  name: 'random ids',
  packages: [
    'nanoid',
    'ulid',
    'ulidx',
    'cuid',
    '@paralleldrive/cuid2',
    'ksuid',
    'short-uuid',
    'shortid',
    'typeid-js',
    'xid-js',
    'uid',
    'crypto-random-string',
    'hyperid',
  ],
  source: 'https://www.npmjs.com/package/nanoid',
  calls: {
    ...each(
      [
        'nanoid',
        'ulid',
        'default',
        'createId',
        'cuid',
        'typeid',
        'uid',
        'init()',
        'generate',
        'default.generate',
        'customAlphabet()',
        'monotonicFactory()',
        'default.randomSync',
        'next',
      ],
      random,
    ),
  },
});

function timeOf({ args, read }: Call): Meaning {
  const [given]: readonly (Value | undefined)[] = args;
  return given === undefined ? clock : { is: 'value', value: unknownOf(read.origins(given)) };
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
  packages: ['dayjs', 'moment', 'moment-timezone', 'luxon', 'date-fns'],
  source: 'https://day.js.org/docs/en/parse/now, https://moment.github.io/luxon',
  calls: {
    ...each(['default', 'default.utc', 'utc', 'default.unix'], timeOf),
    subDays: before(86_400),
    subHours: before(3600),
    subMinutes: before(60),
    subWeeks: before(604_800),
    ...each(['DateTime.now', 'DateTime.utc', 'DateTime.local'], clock),
  },
});

/** Hashes that are one call. */
export const hashes = defineLibrary({
  name: 'hashes',
  packages: ['md5', 'object-hash', 'hash-sum', 'ohash', 'crypto-hash', 'hasha', 'sha.js', 'stable-hash'],
  source: 'https://www.npmjs.com/package/object-hash, https://www.npmjs.com/package/ohash',
  calls: {
    ...each(
      ['default', 'default.sha1', 'default.MD5', 'hash', 'sha256', 'sha1', 'sha512', 'hasha', 'stableHash'],
      ({ args, read }: Call): Meaning => {
        const origins = read.origins(args[0]);
        const ofPayload = (origins & Origin.event) !== 0 && (origins & (Origin.eventKey | Origin.businessKey)) === 0;
        return { is: 'value', value: unknownOf(ofPayload ? Origin.bodyHash : origins) };
      },
    ),
  },
});
