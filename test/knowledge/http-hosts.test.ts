import { describe, expect, test } from 'vitest';
import { traceOne } from './trace-app.ts';

const steps = (imports: string, body: string) =>
  traceOne(`
    import express from 'express';
    ${imports}
    express().post('/webhooks/in', async (req, res) => { const event = req.body; ${body} res.end(); });
  `).steps.filter((step) => !step.startsWith('answer'));

describe('requests by host', () => {
  test.each([
    ["'https://shop.example/orders'", []],
    ["'https://api.stripe.com/v1/charges/ch_1'", ['refetch']],
    ['`https://api.mollie.com/v2/payments/${event.id}`', ['refetch']],
    ["'https://api.telegram.org/bot1/sendMessage?text=x'", ['message: sends a Telegram message (takes no key)']],
    ["'https://smsgateway.example/api/send?to=1'", ['message: sends a text message (takes no key)']],
  ])('GET %s', (url, expected) => {
    expect(steps('', `await fetch(${url});`)).toEqual(expected);
  });

  test.each([
    ["'https://api.stripe.com/v1/transfers'", 'money: pays out (key missing)'],
    ['`https://api.stripe.com/v1/payment_intents/${event.x}/capture`', 'money: charges (key missing)'],
    ['`https://api.stripe.com/v1/customers/${event.x}`', 'other: updates an object at Stripe (idempotent)'],
    ["'https://api.resend.com/emails'", 'message: sends a mail (key missing)'],
    ["'https://api.sendgrid.com/v3/mail/send'", 'message: sends a mail (takes no key)'],
    ["'https://api.postmarkapp.com/email'", 'message: sends a mail (takes no key)'],
    ["'https://slack.com/api/chat.postMessage'", 'message: posts to Slack (takes no key)'],
    ["'https://hooks.slack.com/services/T/B/x'", 'message: posts to Slack (takes no key)'],
    ["'https://discord.com/api/webhooks/1/x'", 'message: posts to Discord (takes no key)'],
    ["'https://api.twilio.com/2010-04-01/Accounts/AC/Messages.json'", 'message: sends a text message (takes no key)'],
    ["'https://api-m.paypal.com/v2/payments/captures/1/refund'", 'money: moves money (key missing)'],
    ["'https://connect.squareup.com/v2/payments'", 'money: moves money (key unknown)'],
    ["'https://ledger.example/v1/notes'", 'other: calls ledger.example (takes no key)'],
    ['`${process.env.LEDGER}/notes`', 'other: calls another service (takes no key)'],
  ])('POST %s', (url, step) => {
    expect(steps('', `await fetch(${url}, { method: 'POST', body: '{}' });`)).toEqual([step]);
  });

  test('the key is a header, whatever its case; an unknown host takes one where one is given', () => {
    expect(
      steps(
        '',
        "await fetch('https://api.stripe.com/v1/transfers', { method: 'post', headers: { 'Idempotency-Key': event.id } });",
      ),
    ).toEqual(['money: pays out (key event key)']);
    expect(
      steps('', "await fetch('https://a.example/x', { method: 'POST', headers: { 'x-idempotency-key': event.id } });"),
    ).toEqual(['other: calls a.example (key event key)']);
    expect(
      steps('', "await fetch('https://api.stripe.com/v1/transfers', { method: 'POST', headers: common() });"),
    ).toEqual(['money: pays out (key unknown)']);
    expect(steps('', "await fetch('https://a.example/x', { method: 'DELETE' });")).toEqual([
      'other: calls a.example (idempotent)',
    ]);
  });

  test.each([
    [
      'axios',
      "import axios from 'axios';",
      "axios.post('https://api.resend.com/emails', {}, { headers: { 'Idempotency-Key': event.id } })",
    ],
    [
      'axios',
      "import axios from 'axios';",
      "axios({ method: 'post', url: 'https://api.resend.com/emails', headers: { 'Idempotency-Key': event.id } })",
    ],
    [
      'axios.create',
      "import axios from 'axios'; const http = axios.create({ baseURL: 'https://api.resend.com' });",
      "http.post('/emails', {}, { headers: { 'Idempotency-Key': event.id } })",
    ],
    [
      'got',
      "import got from 'got';",
      "got.post('https://api.resend.com/emails', { json: {}, headers: { 'Idempotency-Key': event.id } })",
    ],
    [
      'got',
      "import got from 'got';",
      "got('https://api.resend.com/emails', { method: 'POST', headers: { 'Idempotency-Key': event.id } })",
    ],
    [
      'ky',
      "import ky from 'ky'; const http = ky.create({ prefixUrl: 'https://api.resend.com' });",
      "http.post('emails', { json: {}, headers: { 'Idempotency-Key': event.id } })",
    ],
    [
      'undici',
      "import { request } from 'undici';",
      "request('https://api.resend.com/emails', { method: 'POST', headers: { 'Idempotency-Key': event.id } })",
    ],
    [
      'node-fetch',
      "import fetch from 'node-fetch';",
      "fetch('https://api.resend.com/emails', { method: 'POST', headers: { 'Idempotency-Key': event.id } })",
    ],
    [
      'superagent',
      "import request from 'superagent';",
      "request.post('https://api.resend.com/emails').set('Idempotency-Key', event.id).send({})",
    ],
  ])('%s: %s', (_name, imports, call) => {
    expect(steps(imports, `await ${call};`)).toEqual(['message: sends a mail (key event key)']);
  });

  test('axios.get only reads', () => {
    expect(steps("import axios from 'axios';", "await axios.get('https://shop.example');")).toEqual([]);
  });
});
