import type { Library } from '../types.ts';
import { awilix } from './awilix.ts';
import { emittery, eventEmitters, mitt } from './event-emitters.ts';
import { hashes, randomIds, uuid } from './identifiers.ts';
import { memoryCaches } from './memory-caches.ts';
import { inversify } from './inversify.ts';
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
import { tsyringe } from './tsyringe.ts';
import { typedi } from './typedi.ts';
import { zod } from './validation.ts';
import { tsPattern } from './pattern-matching.ts';
import { web } from './web.ts';

/** What the platform itself gives, and packages that stand in for it. */
export const platform: readonly Library[] = [
  awilix,
  constantTimeComparison,
  emittery,
  eventEmitters,
  hashes,
  inversify,
  memoryCaches,
  mitt,
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
  tsyringe,
  typedi,
  uuid,
  web,
  zod,
];
