import { describe, expect, test } from 'vitest';
import { traceBody } from '../support/trace-program.ts';

/** The steps that are reached, without the ends. */
function steps(body: string): string {
  return traceBody(body)
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.replace(/ @.*/, ''))
    .join('\n');
}

describe('lists grow', () => {
  const pays = '0 effect money (pays)';

  test.each([
    ['pushed', 'const list = [];\nlist.push(event.id);\nif (list.length > 0) await pay();'],
    ['put in front', 'const list = [];\nlist.unshift(event.id);\nfor (const id of list) await pay(id);'],
    ['spliced in', 'const list = [];\nlist.splice(0, 0, event.id);\nfor (const id of list) await pay(id);'],
    ['put at the end by its index', 'const list = [];\nlist[list.length] = event.id;\nif (list.length) await pay();'],
    [
      'pushed in a loop',
      'const list = [];\nfor (const item of event.items) list.push(item);\nif (list[0]) await pay();',
    ],
    [
      'pushed in a callback',
      'const list = [];\nevent.items.forEach((item) => list.push(item));\nif (list.length) await pay();',
    ],
    [
      'pushed under a second name',
      'const list = []; const same = list;\nsame.push(event.id);\nif (list.length) await pay();',
    ],
    [
      'pushed by a function that is given the list',
      'const add = (to) => { to.push(event.id); }; const list = [];\nadd(list);\nif (list.length) await pay();',
    ],
    [
      'pushed onto the list of an object',
      'const all = { list: [] };\nall.list.push(event.id);\nif (all.list.length) await pay();',
    ],
    [
      'spread from a function',
      'const made = () => { const list = []; for (const one of event.items) list.push(one); return list; };\nconst list = [1, ...made()];\nif (list.length > 1) await pay();',
    ],
    [
      'spread from two functions',
      'const none = () => []; const made = () => { const list = []; if (event.a) { list.push(1); return list; } return []; };\nconst list = [...none(), ...made()];\nif (list.length > 0) await pay();',
    ],
  ])('%s', (_, body) => {
    expect(steps(body)).toBe(pays);
  });

  test('what is in no list is reached by no loop over it', () => {
    expect(steps('const list = [];\nfor (const id of list) await pay(id);')).toBe('');
    expect(steps('const list = []; const other = [];\nother.push(event.id);\nif (list.length) await pay();')).toBe('');
  });

  test('work that is collected, and waited for together, may fail', () => {
    expect(
      traceBody(`const jobs = [];
        for (const item of event.items) jobs.push(pay(item));
        try { await Promise.all(jobs); } catch { await mail(); }`),
    ).toMatchInlineSnapshot(`
      0 effect money (pays) @2
      1 effect message (mails) @3
      end returned 200
      end threw 500
    `);
  });
});
