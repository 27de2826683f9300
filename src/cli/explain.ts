import { rules } from '../../rules/index.ts';
import { readTextFile } from '../project/host-files.ts';
import { rulePagePath } from '../rule/own-package.ts';
import type { Command } from './arguments.ts';
import { wantsColor } from './color.ts';
import { nearest } from './nearest.ts';
import { renderPage } from './render-page.ts';
import type { Host } from './run.ts';
import { UsageError } from './arguments.ts';

/** Prints the page of a rule as this version of the package ships it. */
export function explain(command: Extract<Command, { command: 'explain' }>, host: Host): 0 {
  const name = command.rule.replace(/^webhook-once\//u, '');
  if (!Object.hasOwn(rules, name)) {
    const names = Object.keys(rules);
    const near = nearest(name, names);
    throw new UsageError(
      near.length > 0
        ? `no rule is called "${command.rule}"; did you mean ${near.join(' or ')}?`
        : `no rule is called "${command.rule}"; there are ${names.join(', ')}`,
    );
  }
  const page = readTextFile(rulePagePath(name));
  if (page === undefined) throw new UsageError(`the page of ${name} is missing from this installation`);
  host.stdout.write(renderPage(page, command.color ?? wantsColor(host)));
  return 0;
}
