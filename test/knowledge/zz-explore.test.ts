import { test } from 'vitest';
import { readFileSync } from 'node:fs';
import { describeSteps } from './describe-steps.ts';
test('explore', () => {
  const text = readFileSync('/tmp/knowledge-db/explore/cases.txt', 'utf8');
  for (const block of text.split(/^=== /m).slice(1)) {
    const [title = '', ...rest] = block.split('\n');
    const files: Record<string, string> = {};
    let name = 'app.ts';
    for (const line of rest) {
      const m = /^--- (.*)$/.exec(line);
      if (m) name = m[1] ?? '';
      else files[name] = (files[name] ?? '') + line + '\n';
    }
    let out: readonly string[];
    try { out = describeSteps(files); } catch (e) { out = [String((e as Error).stack)]; }
    console.log('=== ' + title + '\n' + out.join('\n'));
  }
});
