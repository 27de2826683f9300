/** A position in a file: absolute path, offsets in UTF-16 units from the start of the text, end exclusive. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** A line of a file a person can open: absolute path, 1-based line. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}
