import { describe, expect, test } from 'vitest';
import { traceOne } from './trace-app.ts';

const steps = (imports: string, body: string) =>
  traceOne(`
    import express from 'express';
    ${imports}
    express().post('/webhooks/in', async (req, res) => { const event = req.body; ${body} res.end(); });
  `).steps.filter((step) => !step.startsWith('answer'));

describe('effects', () => {
  test.each([
    [
      "import mailer from 'nodemailer'; const m = mailer.createTransport('');",
      'm.sendMail({})',
      'message: sends a mail (takes no key)',
    ],
    [
      "import { Resend } from 'resend'; const m = new Resend('');",
      'm.emails.send({}, { idempotencyKey: event.id })',
      'message: sends a mail (key event key)',
    ],
    [
      "import { Resend } from 'resend'; const m = new Resend('');",
      'm.batch.send([])',
      'message: sends mails (key missing)',
    ],
    ["import mail from '@sendgrid/mail';", 'mail.send({})', 'message: sends a mail (takes no key)'],
    [
      "import { ServerClient } from 'postmark'; const m = new ServerClient('');",
      'm.sendEmail({})',
      'message: sends a mail (takes no key)',
    ],
    [
      "import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'; const m = new SESv2Client({});",
      'm.send(new SendEmailCommand({}))',
      'message: sends a mail (takes no key)',
    ],
    [
      "import { SES } from '@aws-sdk/client-ses'; const m = new SES({});",
      'm.sendEmail({})',
      'message: sends a mail (takes no key)',
    ],
    [
      "import { LoopsClient } from 'loops'; const m = new LoopsClient('');",
      "m.sendTransactionalEmail({ headers: { 'Idempotency-Key': event.id } })",
      'message: sends a mail (key event key)',
    ],
    [
      "import twilio from 'twilio'; const t = twilio('', '');",
      't.messages.create({})',
      'message: sends a text message (takes no key)',
    ],
    [
      "import { WebClient } from '@slack/web-api'; const s = new WebClient('');",
      's.chat.postMessage({})',
      'message: posts to Slack (takes no key)',
    ],
    [
      "import { WebClient } from '@slack/web-api'; const s = new WebClient('');",
      's.chat.update({})',
      'other: updates a Slack message (idempotent)',
    ],
    [
      "import { IncomingWebhook } from '@slack/webhook'; const s = new IncomingWebhook('');",
      's.send({})',
      'message: posts to Slack (takes no key)',
    ],
    [
      "import { getMessaging } from 'firebase-admin/messaging';",
      'getMessaging().send({})',
      'message: sends a push notification (takes no key)',
    ],
    [
      "import { Expo } from 'expo-server-sdk'; const e = new Expo();",
      'e.sendPushNotificationsAsync([])',
      'message: sends a push notification (takes no key)',
    ],
    [
      "import Knock from '@knocklabs/node'; const k = new Knock();",
      "k.workflows.trigger('w', {}, { idempotencyKey: event.id })",
      'message: sends a notification (key event key)',
    ],
    [
      "import EasyPost from '@easypost/api'; const e = new EasyPost('');",
      "e.Shipment.buy('shp', 'rate')",
      'shipment: buys a shipping label (takes no key)',
    ],
    [
      "import { Shippo } from 'shippo'; const e = new Shippo({});",
      'e.transactions.create({})',
      'shipment: buys a shipping label (takes no key)',
    ],
    [
      "import { SquareClient } from 'square'; const c = new SquareClient({});",
      'c.payments.create({ idempotencyKey: event.id })',
      'money: charges (key event key)',
    ],
    [
      "import { createMollieClient } from '@mollie/api-client'; const c = createMollieClient({});",
      'c.payments.create({ idempotencyKey: event.id })',
      'money: charges (key event key)',
    ],
    [
      "import { CheckoutAPI } from '@adyen/api-library'; const c = new CheckoutAPI({});",
      "c.ModificationsApi.refundCapturedPayment('psp', {}, { idempotencyKey: event.id })",
      'money: refunds (key event key)',
    ],
    [
      "import { PlaidApi } from 'plaid'; const c = new PlaidApi({});",
      'c.transferAuthorizationCreate({ idempotency_key: event.id })',
      'money: authorizes a transfer (key event key)',
    ],
    [
      "import { Checkout } from 'checkout-sdk-node'; const c = new Checkout('');",
      "c.payments.refund('pay', {}, event.id)",
      'money: refunds (key event key)',
    ],
    [
      "import braintree from 'braintree'; const c = new braintree.BraintreeGateway({});",
      'c.transaction.sale({ apiRequestKey: event.id })',
      'money: charges (key event key)',
    ],
    [
      "import Razorpay from 'razorpay'; const c = new Razorpay({});",
      "c.payments.refund('pay', {})",
      'money: refunds (takes no key)',
    ],
    [
      "import { Paddle } from '@paddle/paddle-node-sdk'; const c = new Paddle('');",
      'c.adjustments.create({})',
      'money: refunds (takes no key)',
    ],
    [
      "import { issueOrderRefund } from '@lemonsqueezy/lemonsqueezy.js';",
      'issueOrderRefund(1, 2)',
      'money: refunds (takes no key)',
    ],
    [
      "import { OrdersController } from '@paypal/paypal-server-sdk'; const c = new OrdersController({});",
      'c.captureOrder({ id: "o", paypalRequestId: event.id })',
      'money: charges (key event key)',
    ],
    [
      "import { clerkClient } from '@clerk/nextjs/server';",
      '(await clerkClient()).users.createUser({})',
      'other: creates a user (takes no key)',
    ],
    [
      "import { MailerService } from '@nestjs-modules/mailer'; const m = new MailerService({});",
      'm.sendMail({})',
      'message: sends a mail (takes no key)',
    ],
    [
      "import Email from 'email-templates'; const m = new Email({});",
      'm.send({})',
      'message: sends a mail (takes no key)',
    ],
    [
      "import { Client } from '@hubspot/api-client'; const c = new Client({});",
      'c.marketing.transactional.singleSendApi.sendEmail({ message: { sendId: event.id } })',
      'message: sends a mail (key event key)',
    ],
    [
      "import { Client } from '@hubspot/api-client'; const c = new Client({});",
      'c.marketing.transactional.singleSendApi.sendEmail({ message: { to: "" } })',
      'message: sends a mail (takes no key)',
    ],
    [
      "import { Client } from '@hubspot/api-client'; const c = new Client({});",
      'c.crm.deals.basicApi.create({ properties: {} })',
      'other: creates an object at HubSpot (takes no key)',
    ],
    [
      "import mailchimp from '@mailchimp/mailchimp_marketing';",
      'mailchimp.lists.addListMember("list", { email_address: event.id })',
      'other: writes a contact (idempotent)',
    ],
    [
      "import TelegramBot from 'node-telegram-bot-api'; const b = new TelegramBot('', { polling: false });",
      'b.sendMessage(1, event.id)',
      'message: sends a Telegram message (takes no key)',
    ],
    [
      "import { CourierClient } from '@trycourier/courier'; const c = CourierClient({});",
      'c.send({ message: {} }, { idempotencyKey: event.id })',
      'message: sends a notification (key event key)',
    ],
    [
      "import { Novu } from '@novu/node'; const n = new Novu('');",
      "n.trigger('paid', { to: {}, transactionId: event.id })",
      'message: sends a notification (key event key)',
    ],
    [
      "import { API } from '@discordjs/core'; import { REST } from '@discordjs/rest'; const d = new API(new REST());",
      "d.channels.createMessage('1', { content: event.id })",
      'message: posts to Discord (takes no key)',
    ],
    [
      "import { clerkClient } from '@clerk/express';",
      "clerkClient.users.updateUserMetadata('u', {})",
      'other: updates a user (idempotent)',
    ],
    [
      "import africastalking from 'africastalking'; const a = africastalking({});",
      'a.AIRTIME.send({ recipients: [], idempotencyKey: event.id })',
      'money: tops up a phone (key event key)',
    ],
    [
      "import { getOctokit } from '@actions/github'; const o = getOctokit('');",
      'o.rest.issues.createComment({ body: event.id })',
      'message: writes a comment (takes no key)',
    ],
  ])('%s', (imports, call, step) => {
    expect(steps(imports, `await ${call};`)).toEqual([step]);
  });

  test('logs, errors, metrics and analytics are nothing', () => {
    expect(
      steps(
        `
          import pino from 'pino';
          import winston from 'winston';
          import * as Sentry from '@sentry/node';
          import { PostHog } from 'posthog-node';
          import { trace } from '@opentelemetry/api';
          const a = pino();
          const b = winston.createLogger({});
          const c = new PostHog('');
          const d = trace.getTracer('x');
        `,
        "a.child({}).error('x'); b.info('x'); Sentry.captureException(new Error('x')); c.capture({}); d.startActiveSpan('s', (span) => span.end());",
      ),
    ).toEqual([]);
  });

  test('what a span or a scope is given runs inside', () => {
    expect(
      steps(
        "import { trace } from '@opentelemetry/api'; import { WebClient } from '@slack/web-api'; const s = new WebClient('');",
        "await trace.getTracer('x').startActiveSpan('y', async () => { await s.chat.postMessage({}); });",
      ),
    ).toEqual(['message: posts to Slack (takes no key)']);
  });
});
