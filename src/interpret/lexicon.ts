import type { Node } from 'oxc-parser';
import type { BlastRadius } from '../report/finding.ts';
import type { Value } from './value.ts';

/** A keyed hash: over what, with which secret, and the call that was given what it is computed over. */
export interface Mac {
  readonly payload: Value | undefined;
  readonly secret: Value | undefined;
  readonly node: Node | undefined;
}

/** What names say where nothing better is known. Facts that rest on it are likely, never certain. */
export interface Lexicon {
  effectByName(name: string):
    | {
        readonly radius: BlastRadius;
        readonly category: 'money' | 'shipment' | 'message' | 'enqueue' | 'other';
        readonly does: string;
      }
    | undefined;
  looksLikeClaimName(name: string): boolean;
  isLoggerName(name: string): boolean;
  isIdempotencyOptionName(name: string): boolean;
  isAttemptName(name: string): boolean;
  runsAfterCommit(name: string): boolean;
  looksLikeVerifierName(name: string): boolean;
  /** A hash that is being computed: it is given what is to be verified, and says nothing of it. */
  computesHash(value: Value): boolean;
  /** The keyed hash that compared values are made of; null where there is none. */
  findMac(values: readonly (Value | undefined)[]): Mac | null;
}
