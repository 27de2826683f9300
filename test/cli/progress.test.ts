import { expect, it } from 'vitest';
import { ProgressLine } from '../../src/cli/progress.ts';

function lineOn(isTTY: boolean) {
  let now = 0;
  let written = '';
  const line = new ProgressLine({ isTTY, write: (text) => (written += text) }, () => now);
  const at = (time: number, done: number) => {
    now = time;
    line.update({ phase: 'analysing', done, total: 9 });
  };
  return { at, line, written: () => written };
}

it('stays quiet for a second, then rewrites its line at most ten times a second, and is gone in the end', () => {
  const { at, line, written } = lineOn(true);
  at(500, 1);
  line.clear();
  expect(written()).toBe('');
  at(1001, 2);
  at(1050, 3);
  at(1102, 4);
  line.clear();
  expect(written()).toBe(
    '\r\u001B[Kwebhook-once: analysing, 2 of 9 files\r\u001B[Kwebhook-once: analysing, 4 of 9 files\r\u001B[K',
  );
});

it('writes nothing where there is no terminal', () => {
  const { at, line, written } = lineOn(false);
  at(5000, 1);
  line.clear();
  expect(written()).toBe('');
});
