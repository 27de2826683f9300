import type { Case } from './case.ts';

export const oddSyntax: readonly Case[] = [
  {
    name: 'reported: values that double in a loop do not blow up the analysis',
    files: {
      'src/w.ts': `import express from 'express';
import Stripe from 'stripe';
const stripe = new Stripe('x'); const app = express();
app.post('/webhooks/stripe', async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  let all: string[] = ['a', 'b'];
  for (let i = 0; i < 30; i++) all = [...all, ...all];
  let o: any = {}; for (let i = 0; i < 30; i++) o = { l: o, r: o };
  let s = 'ab'; for (let i = 0; i < 40; i++) s += s;
  await stripe.refunds.create({ charge: s });
  res.end();
});
`,
    },
    reports: ['src/w.ts:10 no-effect-before-claim', 'src/w.ts:10 require-idempotency-key'],
  },
  {
    name: 'reported: a regular expression with v, tagged templates, odd classes, labels and accessors',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const stripe = new Stripe('x'); const mail = nodemailer.createTransport({}); const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  const re = /[/]/v; let x = 3; do { x--; } while (x > 0); const t = tag\`a\${1}b\`;
  class Z extends (Math.random() ? A : B) {} ({ __proto__: null, async *[Symbol.iterator]() { yield* this; }, get x() { return 1; }, set x(v) {} });
  await import('./b.ts'); label: switch (1) { case 2: break label; default: }
  await mail.sendMail({ to: 'x' });
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:10 no-effect-before-claim'],
  },
  {
    name: 'reported: a do-while on one line',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const stripe = new Stripe('x'); const mail = nodemailer.createTransport({}); const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  let x = 3; do { x--; } while (x > 0);
  await mail.sendMail({ to: 'x' });
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:8 no-effect-before-claim'],
  },
  {
    name: 'reported: a computed superclass, angle-bracket casts and logical assignments',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import nodemailer from 'nodemailer';
const stripe = new Stripe('x'); const mail = nodemailer.createTransport({}); const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  class Z extends (Math.random() ? A : B) {}
  await import('./b.ts');
  const s = event satisfies any as unknown as any; const n = <any>event; n!.x!; a ??= b; a ||= c; a &&= 1; x = 1n ** 2n;
  await mail.sendMail({ to: 'x' });
  res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:10 no-effect-before-claim'],
  },
];
