import type { Lexicon } from '../interpret/lexicon.ts';
import type { Library } from '../knowledge/types.ts';

/** `settings['webhook-once']`, as a user writes it. */
export interface Settings {
  readonly [key: string]: unknown;
}

export interface ProjectSettings {
  /** What the user declares of libraries and own code, in the form of the knowledge tables. */
  readonly libraries: readonly Library[];
  lexicon(words: Lexicon): Lexicon;
}

export function readSettings(settings: Settings | undefined): ProjectSettings {
  void settings;
  return { libraries: [], lexicon: (words) => words };
}
