import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printTrace } from '../../src/interpret/print-trace.ts';
import { Project } from '../../src/project/project.ts';

const root = join(import.meta.dirname, 'fixtures');
const kinds = ['databases', 'effects', 'frameworks', 'providers'].filter((kind) => existsSync(join(root, kind)));
const apps = kinds.flatMap((kind) =>
  // A folder where the framework goes by the file's path, or with what the library generates.
  readdirSync(join(root, kind), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/[\\/]generated[\\/]/.test(name))
    .map((name) => `${kind}/${name.replaceAll('\\', '/')}`)
    .sort(),
);

// Each app is written against the library's real types (`npm run check:apps`); beside it stands what the linter sees.
test.each(apps)('%s', async (file) => {
  const project = new Project({ root, settings: undefined });
  const path = join(root, file);
  const lines = project.handlersIn(path).map((handler) => {
    const heading = [handler.name, handler.framework, handler.kind, handler.route, handler.provider];
    const { trace } = handler;
    const unknown = trace.unknownCalls.map((call) => `unknown ${call.name}`);
    return [
      `# ${heading.filter((part) => part !== null).join(', ')}`,
      printTrace(trace, (step) => project.lineAt(step.place.file, step.place.start)),
      ...unknown,
    ].join('\n');
  });
  await expect(`${lines.join('\n\n')}\n`).toMatchFileSnapshot(path.replace(/\.tsx?$/, '.trace.txt'));
});
