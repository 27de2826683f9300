import { analyze } from '../analyze.ts';
import type { Analysis } from '../analyze.ts';
import { renderJson } from '../report/json.ts';
import { relativePath } from '../report/relative-path.ts';
import { renderText } from '../report/text.ts';
import type { Command } from './arguments.ts';
import { wantsColor } from './color.ts';
import { readConfig } from './config.ts';
import { readLiveDatabase } from './database.ts';
import { ProgressLine } from './progress.ts';
import type { Host } from './run.ts';

export async function check(command: Extract<Command, { command: 'check' }>, host: Host): Promise<0 | 1> {
  const config = await readConfig(host.cwd, command.config);
  const url = command.databaseUrl;
  const live = url === undefined ? undefined : await readLiveDatabase(url, host.cwd);
  const progress = new ProgressLine(host.stderr);
  const analysis = await analyze({
    root: host.cwd,
    paths: command.paths,
    settings: config.settings,
    live,
    preset: command.preset ?? config.preset,
    rules: { ...config.rules, ...command.levels },
    onProgress: (state) => {
      progress.update(state);
    },
  }).finally(() => {
    progress.clear();
  });

  reportWarnings(analysis, host);
  if (command.format !== 'json') reportMissingSchema(analysis, host);
  host.stdout.write(
    command.format === 'json' ? renderJson(analysis) : renderText(analysis, command.color ?? wantsColor(host)),
  );
  return analysis.findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

export function reportWarnings({ root, warnings }: Pick<Analysis, 'root' | 'warnings'>, host: Host): void {
  for (const { file, line, text } of warnings) {
    host.stderr.write(`webhook-once: warning: ${relativePath(root, file)}:${line}: ${text}\n`);
  }
}

/** Without a schema the proof of a missing key is missing too; a person should know why findings say `likely`. */
function reportMissingSchema({ root, withoutSchema }: Analysis, host: Host): void {
  const [first, ...more] = withoutSchema;
  if (first === undefined) return;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  host.stderr.write(
    `webhook-once: note: no migration or schema was found for ${relativePath(root, first)}${others}; which unique keys there are is not known\n`,
  );
}
