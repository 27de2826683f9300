// Checked: nodejs.org/docs/latest-v20.x/api/crypto.html, @types/node 20.
import { Origin } from '../../interpret/value.ts';
import type { Value } from '../../interpret/value.ts';
import { each, prefixed } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { digestOf } from './support/digest.ts';
import { findMac } from './support/mac.ts';
import { chained, valueOf } from './support/values.ts';

/** Every `.update(data)` of the chain. */
function updated(call: Call): readonly (Value | undefined)[] {
  return call.chain.filter((step) => step.name === 'update').map((step) => step.args?.[0]);
}

const digest: MeaningOf = (call) => digestOf(call, updated(call));
const macDigest: MeaningOf = (call) => chained(call, Origin.signature);

/** Two signatures compared in constant time: what was signed is found in how the expected one was made. */
export function timingSafeEqual({ args }: Call): Meaning {
  const mac = findMac(args);
  return {
    is: 'verification',
    verification: {
      provider: null,
      returns: 'boolean',
      payload: mac?.payload,
      secret: mac?.secret,
      computed: mac?.node,
    },
  };
}

const publicKeyVerify: MeaningOf = (call) => ({
  is: 'verification',
  verification: { provider: null, returns: 'boolean', payload: updated(call).at(-1), secret: call.args[0] },
});

const random = valueOf(Origin.random);

export const nodeCrypto = defineLibrary({
  name: 'node:crypto',
  packages: ['node:crypto', 'crypto'],
  source: 'https://nodejs.org/docs/latest-v20.x/api/crypto.html',
  calls: prefixed<Meaning | MeaningOf>(['', 'default.'], {
    ...each(
      [
        'randomUUID',
        'randomBytes',
        'randomInt',
        'getRandomValues',
        'webcrypto.randomUUID',
        'webcrypto.getRandomValues',
      ],
      random,
    ),
    'createHash().update().digest': digest,
    'createHash().update().update().digest': digest,
    'createHash().update().update().update().digest': digest,
    hash: (call) => digestOf(call, [call.args[1]]),
    'createHmac().update().digest': macDigest,
    'createHmac().update().update().digest': macDigest,
    'createHmac().update().update().update().digest': macDigest,
    // A hash that is updated in statements of its own keeps no chain.
    'createHmac().digest': macDigest,
    timingSafeEqual,
    'createVerify().update().verify': publicKeyVerify,
    'createVerify().verify': publicKeyVerify,
    verify: ({ args }) => ({
      is: 'verification',
      verification: { provider: null, returns: 'boolean', payload: args[1], secret: args[2] },
    }),
    'webcrypto.subtle.sign, subtle.sign': (call) => chained(call, Origin.signature),
    ...each(['webcrypto.subtle.verify', 'subtle.verify'], ({ args }: Call): Meaning => ({
      is: 'verification',
      verification: { provider: null, returns: 'boolean', payload: args[3], secret: args[1] },
    })),
  }),
});

/** Packages that only compare in constant time. */
export const constantTimeComparison = defineLibrary({
  name: 'constant-time comparison',
  packages: ['safe-compare', 'tsscmp', 'scmp', 'secure-compare', 'buffer-equal-constant-time', '@polka/compare'],
  source: 'https://www.npmjs.com/package/tsscmp, https://www.npmjs.com/package/safe-compare',
  calls: { default: timingSafeEqual },
});
