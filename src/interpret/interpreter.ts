import type { Knowledge } from '../knowledge/registry.ts';
import type { ModuleGraph } from '../resolve/module.ts';
import { injected, typed } from './annotation.ts';
import { noBindings, type Bindings } from './bindings.ts';
import { call, callUnknown, throughFunctions } from './call.ts';
import { evaluate } from './evaluate.ts';
import { execute } from './execute.ts';
import type { Lexicon } from './lexicon.ts';
import {
  callExternal,
  deliveryPart,
  externalMember,
  header,
  instanceOf,
  noteAssignment,
  noteUnknownCall,
  recordComparison,
  recordMaybeClaim,
  recordMemory,
  recordNamedEffect,
  runLazy,
  stepThrew,
} from './library.ts';
import { exported, lookup, superOf } from './lookup.ts';
import { LazyMemory, Machine, type Parts } from './machine.ts';
import { member, setMember } from './member.ts';
import { callOwn } from './own-calls.ts';
import { boundValue } from './provision.ts';
import { rowMethod } from './row-methods.ts';
import { settle } from './settle.ts';

const parts: Parts = {
  evaluate,
  execute,
  call,
  callUnknown,
  throughFunctions,
  callOwn,
  callExternal,
  member,
  setMember,
  settle,
  lookup,
  exported,
  typed: (m, type, file, name) => typed(m, type, file, name),
  boundValue,
  injected,
  superOf,
  externalMember,
  instanceOf,
  header,
  deliveryPart,
  runLazy,
  rowMethod,
  noteAssignment,
  stepThrew,
  recordMaybeClaim,
  recordMemory,
  recordNamedEffect,
  recordComparison,
  noteUnknownCall,
};

/** An interpreter for one handler. `memory` may be shared while no file changes. */
export function createMachine(
  graph: ModuleGraph,
  knowledge: Knowledge,
  lexicon: Lexicon,
  memory: LazyMemory = new LazyMemory(),
  bindings: Bindings = noBindings,
): Machine {
  return new Machine(graph, knowledge, lexicon, parts, memory, bindings);
}

export { LazyMemory };
