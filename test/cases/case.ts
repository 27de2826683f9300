/** A small app and everything that must be reported in it. */
export interface Case {
  /** Why the app is silent, or what is wrong with it. */
  readonly name: string;
  /** By path. An app without a `package.json` of its own is an ES module. */
  readonly files: Readonly<Record<string, string>>;
  /** `file:line rule`, as often as it is reported; an app without any is silent. */
  readonly reports?: readonly string[];
}
