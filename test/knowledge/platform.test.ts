import { describe, expect, test } from 'vitest';
import { traceOne } from './trace-app.ts';

/** Where the key of an effect comes from. */
const key = (imports: string, expression: string) =>
  traceOne(`
    import express from 'express';
    import Stripe from 'stripe';
    ${imports}
    const billing = new Stripe('');
    express().post('/webhooks/in', async (req, res) => {
      const event = billing.webhooks.constructEvent(req.body, '', '');
      await billing.refunds.create({}, { idempotencyKey: ${expression} });
      res.end();
    });
  `).steps.find((step) => step.startsWith('money'));

describe('the platform', () => {
  test.each([
    ["import { randomUUID } from 'node:crypto';", 'randomUUID()', 'random'],
    ["import crypto from 'crypto';", "crypto.randomBytes(8).toString('hex')", 'random'],
    ['', 'crypto.randomUUID()', 'random'],
    ['', '`refund-${Math.random()}`', 'random'],
    ["import { v4 } from 'uuid';", 'v4()', 'random'],
    ["import { nanoid } from 'nanoid';", 'nanoid()', 'random'],
    ['', '`refund-${Date.now()}`', 'clock'],
    ["import { v5 } from 'uuid';", "v5(event.id, 'ns')", 'event key'],
    ["import { createHash } from 'node:crypto';", "createHash('sha256').update(req.body).digest('hex')", 'body hash'],
    [
      "import { createHash } from 'node:crypto';",
      "createHash('sha256').update(JSON.stringify(event)).digest('hex')",
      'body hash',
    ],
    ["import { createHash } from 'node:crypto';", "createHash('sha256').update(event.id).digest('hex')", 'event key'],
  ])('%s %s', (imports, expression, origin) => {
    expect(key(imports, expression)).toBe(`money: refunds (key ${origin})`);
  });

  test('timers and ticks run later', () => {
    const { steps } = traceOne(`
      import express from 'express';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { WebClient } from '@slack/web-api';
      const s = new WebClient('');
      express().post('/webhooks/in', async (req, res) => {
        setImmediate(async () => { await s.chat.postMessage({}); });
        await sleep(5);
        res.end();
      });
    `);
    expect([...steps].sort()).toEqual(['answer 200', 'message: posts to Slack (takes no key)']);
  });
});
