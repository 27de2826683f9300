import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { RuleLevel } from '../../src/analyze.ts';
import { analyze } from '../../src/analyze.ts';
import { writeApp } from './rule-tester.ts';

/** Files by path. A line that must be reported ends with `// ! rule`. */
export type MarkedFiles = Readonly<Record<string, string>>;

/** Runs some rules on small apps, and compares what they report with the marks; an app without any is silent. */
export function runMarked(
  names: readonly string[],
  common: MarkedFiles,
  kinds: Readonly<Record<string, Readonly<Record<string, MarkedFiles>>>>,
): void {
  const levels = Object.fromEntries(
    Object.keys(rules).map((name): [string, RuleLevel] => [name, names.includes(name) ? 'error' : 'off']),
  );
  const apps = Object.entries(kinds).flatMap(([kind, cases]) =>
    Object.entries(cases).map(([name, files]) => ({ kind, name, files: { ...common, ...files } })),
  );
  const pathOf = writeApp(
    Object.fromEntries(
      apps.flatMap(({ files }, index) =>
        Object.entries({ 'package.json': '{ "name": "app", "type": "module" }', ...files }).map(
          ([file, text]): [string, string] => [`app-${index}/${file}`, text],
        ),
      ),
    ),
  );
  for (const kind of Object.keys(kinds))
    describe(kind, () => {
      for (const [index, app] of apps.entries())
        if (app.kind === kind)
          it(app.name, async () => {
            const root = pathOf(`app-${index}`);
            const { findings, handlers, warnings } = await analyze({ root, rules: levels });
            const found = findings.map(({ rule, place }) => `${relative(root, place.file)}:${place.line} ${rule}`);
            expect(found.sort()).toEqual(marksIn(app.files).sort());
            expect(warnings).toEqual([]);
            expect(handlers).not.toEqual([]);
          });
    });
}

function marksIn(files: MarkedFiles): string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) => {
      const names = /\/\/ ! ([a-z-]+(?:, [a-z-]+)*)/u.exec(line)?.[1]?.split(', ') ?? [];
      return names.map((name) => `${file}:${index + 1} ${name}`);
    }),
  );
}
