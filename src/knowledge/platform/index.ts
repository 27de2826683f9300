import type { Library } from '../types.ts';
import { hashes, randomIds, uuid } from './identifiers.ts';
import { constantTimeComparison, nodeCrypto } from './node-crypto.ts';
import {
  nodeBuffer,
  nodeEvents,
  nodeGlobals,
  nodeProcess,
  nodeStreamConsumers,
  nodeTimers,
  nodeTimersPromises,
} from './node-runtime.ts';
import { zod } from './validation.ts';
import { tsPattern } from './pattern-matching.ts';
import { web } from './web.ts';

/** What the platform itself gives, and packages that stand in for it. */
export const platform: readonly Library[] = [
  constantTimeComparison,
  hashes,
  nodeBuffer,
  nodeCrypto,
  nodeEvents,
  nodeGlobals,
  nodeProcess,
  nodeStreamConsumers,
  nodeTimers,
  nodeTimersPromises,
  randomIds,
  tsPattern,
  uuid,
  web,
  zod,
];
