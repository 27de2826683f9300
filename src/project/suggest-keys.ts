import { suggestKey, type KeySuggestion } from '../schema/suggest-key.ts';
import type { Project } from './project.ts';

/** A table that lets an event in twice, why, and how it gets a key; null where which column it needs is not known. */
export interface MissingKey {
  readonly name: string;
  readonly place: { readonly file: string; readonly line: number };
  readonly reason: string;
  readonly suggestion: KeySuggestion | null;
}

/** What is suggested for the tables that are described below these paths. */
export function suggestKeys(project: Project, paths: readonly string[], now: Date = new Date()): MissingKey[] {
  return project.findTableFiles(paths).flatMap((file) =>
    project.tablesIn(file).flatMap(({ table, missingKey }): MissingKey[] => {
      if (!missingKey) return [];
      const { column, reason } = missingKey;
      const history = { files: project.historyOf(file), textOf: (one: string) => project.textOf(one) ?? '', now };
      return [
        {
          name: table.name,
          place: table.source,
          reason,
          suggestion: column === null ? null : suggestKey(table, column, history),
        },
      ];
    }),
  );
}
