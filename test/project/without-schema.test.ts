import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';

const handler = `
import express from 'express';
import { Pool } from 'pg';
import Stripe from 'stripe';
const pool = new Pool();
const stripe = new Stripe('k');
export const app = express();
app.post('/hooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = stripe.webhooks.constructEvent(req.body, req.get('stripe-signature')!, 's');
  await pool.query('INSERT INTO arrivals (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
  res.sendStatus(200);
});
`;

function app(withSchema: boolean): string {
  const root = mkdtempSync(join(tmpdir(), 'once-schema-'));
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(root, 'app.ts'), handler);
  if (withSchema) {
    mkdirSync(join(root, 'migrations'));
    writeFileSync(join(root, 'migrations/1.sql'), 'CREATE TABLE arrivals (id text PRIMARY KEY);');
  }
  return root;
}

test('a handler whose tables nothing describes is named', async () => {
  const root = app(false);
  expect((await analyze({ root })).withoutSchema).toEqual([join(root, 'app.ts')]);
});

test('with a migration none is', async () => {
  expect((await analyze({ root: app(true) })).withoutSchema).toEqual([]);
});
