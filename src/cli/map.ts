import { resolve } from 'node:path';
import { mapHandler } from '../project/handler-map.ts';
import { pathKind } from '../project/host-files.ts';
import { Project } from '../project/project.ts';
import { unknownCalls } from '../project/unknown-calls.ts';
import type { Command } from './arguments.ts';
import { UsageError } from './arguments.ts';
import { reportWarnings } from './check.ts';
import { wantsColor } from './color.ts';
import { readConfig } from './config.ts';
import { ProgressLine } from './progress.ts';
import { renderMapJson, renderMapText, renderUnknownJson, renderUnknownText } from './render-map.ts';
import type { Host } from './run.ts';

/** Prints what each handler does as far as it is known, or the calls of all of them that nothing knows. */
export async function map(command: Extract<Command, { command: 'map' }>, host: Host): Promise<0> {
  const config = await readConfig(host.cwd, command.config);
  const project = new Project({ root: host.cwd, settings: config.settings ?? {} });
  const paths = command.paths.map((path) => {
    const absolute = resolve(host.cwd, path);
    if (pathKind(absolute) === undefined) throw new UsageError(`cannot read "${path}": no such file or folder`);
    return absolute;
  });
  const progress = new ProgressLine(host.stderr);
  const files = project.findHandlerFiles(paths, (done, total) => {
    progress.update({ phase: 'finding handlers', done, total });
  });
  const handlers = files.flatMap((file, index) => {
    progress.update({ phase: 'analysing', done: index, total: files.length });
    return project.handlersIn(file);
  });
  progress.clear();
  reportWarnings({ root: host.cwd, warnings: project.warnings }, host);
  const isJson = command.format === 'json';
  const color = command.color ?? wantsColor(host);
  if (command.unknown) {
    const groups = unknownCalls(project, handlers);
    host.stdout.write(isJson ? renderUnknownJson(groups, host.cwd) : renderUnknownText(groups, host.cwd, color));
  } else {
    const mapped = handlers.map((handler) => mapHandler(project, handler));
    host.stdout.write(isJson ? renderMapJson(mapped, host.cwd) : renderMapText(mapped, host.cwd, color));
  }
  return 0;
}
