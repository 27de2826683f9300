import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Project } from '../../src/project/project.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'webhook-once-pure-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** The calls of a handler that nothing knows, and its steps between the delivery and the answer. */
function known(imports: string, body: string): { unknown: string[]; steps: string[] } {
  const app = `import express from 'express';
import Stripe from 'stripe';
${imports}
const app = express();
const stripe = new Stripe('sk');
app.post('/webhooks/stripe', async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature'), 'whsec');
  ${body}
  res.sendStatus(200);
});
`;
  for (const [file, text] of [
    ['package.json', '{ "name": "app" }'],
    ['app.ts', app],
  ] as const) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const project = new Project({ root });
  const handlers = project.findHandlerFiles([root]).flatMap((file) => project.handlersIn(file));
  return {
    unknown: handlers.flatMap(({ trace }) => trace.unknownCalls.map(({ name }) => name)),
    steps: handlers.flatMap(({ trace }) =>
      trace.steps
        .slice(1, -1)
        .map(({ fact }) => (fact.kind === 'effect' ? `${fact.radius} key ${fact.key}` : fact.kind)),
    ),
  };
}

// None of these packages is installed where the app is.
it.each([
  ['lodash', `import _ from 'lodash';`, `_.groupBy(event.data.object.lines, 'id'); _.isEmpty({});`],
  ['lodash by its own package', `import omit from 'lodash/omit';`, `omit(event, 'id');`],
  ['dates', `import { addDays, parseISO } from 'date-fns';`, `addDays(parseISO(event.created), 3).toISOString();`],
  ['a moment', `import dayjs from 'dayjs';`, `dayjs().add(1, 'day').format('YYYY');`],
  ['paths and files', `import path from 'node:path';\nimport fs from 'fs';`, `fs.existsSync(path.join('a', 'b'));`],
  ['a mail as text', `import { render } from '@react-email/render';`, `await render({ id: event.id });`],
  ['a template', `import Handlebars from 'handlebars';`, `const page = Handlebars.compile('{{id}}'); page({ id: 1 });`],
  ['a flag', `import { get } from '@vercel/edge-config';`, `if (await get('beta')) res.set('x-beta', '1');`],
  [
    'a digest of the way',
    `import crypto from 'node:crypto';`,
    `crypto.createHmac('sha256', 'k').update('x').digest('hex');`,
  ],
  ['the body of an answer', '', `const answer = await fetch('https://example.com'); await answer.json();`],
])('%s is known to do nothing of interest', (_what, imports, body) => {
  const { unknown, steps } = known(imports, body);
  expect([unknown, steps.filter((step) => !step.startsWith('other'))]).toEqual([[], []]);
});

it('what is made of the event keeps its identity', () => {
  const key = `stripe.transfers.create({ amount: 1 }, { idempotencyKey: _.join([event.id], ':') });`;
  expect(known(`import _ from 'lodash';`, key).steps).toEqual(['money key present']);
});

it('functions that they are given run', () => {
  const imports = `import pLimit from 'p-limit';\nimport { AsyncLocalStorage } from 'node:async_hooks';\nconst store = new AsyncLocalStorage();\nconst limit = pLimit(2);`;
  const pays = 'stripe.refunds.create({ charge: 1 })';
  expect(known(imports, `await limit(() => ${pays});`)).toEqual({ unknown: [], steps: ['money key missing'] });
  expect(known(imports, `await store.run({}, async () => { await ${pays}; });`)).toEqual({
    unknown: [],
    steps: ['money key missing'],
  });
});
