/** What a defect can do, worst first. */
export type BlastRadius = 'money' | 'shipment' | 'message' | 'state' | 'other';

export const blastRadii: readonly BlastRadius[] = ['money', 'shipment', 'message', 'state', 'other'];

/** `likely`: a part of the proof rests on a name or on a schema that was not found. */
export type Confidence = 'certain' | 'likely';

export type StepKind =
  | 'delivery'
  | 'verification'
  | 'guard'
  | 'read'
  | 'claim'
  | 'write'
  | 'transition'
  | 'effect'
  | 'begin'
  | 'commit'
  | 'rollback'
  | 'acknowledgement'
  | 'throw'
  | 'call'
  | 'schema';

/** One line of the proof: absolute file, 1-based line, what happens there in the words of the user's code. */
export interface ProofStep {
  readonly file: string;
  readonly line: number;
  readonly kind: StepKind;
  readonly text: string;
}

/** A place with an extent: absolute file, 1-based lines and columns, end column exclusive. */
export interface Extent {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface HandlerReference {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

/** What a rule reports. Plain data: reporters read nothing else. */
export interface Finding {
  /** Without prefix: `no-effect-before-claim`. */
  readonly rule: string;
  readonly messageId: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly place: Extent;
  readonly blastRadius: BlastRadius;
  readonly confidence: Confidence;
  readonly handler: HandlerReference | null;
  /** Where the effect really is; may lie in another file than `place`. */
  readonly effect: { readonly file: string; readonly line: number; readonly text: string } | null;
  readonly steps: readonly ProofStep[];
}

export interface HandlerSummary extends HandlerReference {
  /** Providers by the name of their knowledge file; null where none was recognised. */
  readonly provider: string | null;
  /** Frameworks by the name of their knowledge file. */
  readonly framework: string | null;
}
