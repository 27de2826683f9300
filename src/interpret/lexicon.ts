import type { BlastRadius } from '../report/finding.ts';

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
}
