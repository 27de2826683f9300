// Checked: the packages' own type declarations; npmjs.com/package/uuid, /nanoid, /ulid, /@paralleldrive/cuid2.
import { Origin } from '../../interpret/value.ts';
import { each } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';
import { unknownOf, valueOf } from './support/values.ts';

const random = valueOf(Origin.random);

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
