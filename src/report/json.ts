import { rank } from './rank.ts';
import { relativePath } from './relative-path.ts';
import type { Report } from './report.ts';

/** One object for other programs. `version` rises when a field changes its meaning or goes. */
export function renderJson({ root, handlers, findings }: Report): string {
  const path = (file: string) => relativePath(root, file);
  const object = {
    version: 1,
    root,
    handlers: handlers.map(({ file, line, name, provider, framework }) => ({
      file: path(file),
      line,
      name,
      provider,
      framework,
    })),
    findings: rank(findings).map(({ rule, place, blastRadius, confidence, message, handler, effect, steps }) => ({
      rule,
      file: path(place.file),
      line: place.line,
      column: place.column,
      endLine: place.endLine,
      endColumn: place.endColumn,
      blastRadius,
      confidence,
      message,
      handler: handler && { file: path(handler.file), line: handler.line, name: handler.name },
      effect: effect && { file: path(effect.file), line: effect.line, text: effect.text },
      steps: steps.map(({ file, line, kind, text }) => ({ file: path(file), line, kind, text })),
    })),
  };
  return `${JSON.stringify(object, null, 2)}\n`;
}
