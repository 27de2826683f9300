import type { Library } from '../types.ts';
import { clocks, dates, durations, numbers } from './dates-and-numbers.ts';
import { collections, formats, templates, texts } from './functions.ts';
import { globals, nodeContext, nodeFiles, nodePerformance, nodePure, nodeStreams } from './node.ts';
import { asyncMaps, configuration, featureFlags, interceptors, limits, rateLimits, shapes, tokens } from './quiet.ts';

/** What is known to do nothing that a rule asks about. Behind all others: where one has more to say, that holds. */
export const pure: readonly Library[] = [
  asyncMaps,
  clocks,
  collections,
  configuration,
  dates,
  durations,
  featureFlags,
  formats,
  globals,
  interceptors,
  limits,
  nodeContext,
  nodeFiles,
  nodePerformance,
  nodePure,
  nodeStreams,
  numbers,
  rateLimits,
  shapes,
  templates,
  texts,
  tokens,
];
