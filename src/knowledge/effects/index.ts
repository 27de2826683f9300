import type { Library } from '../types.ts';
import { adyenCalls } from './adyen.ts';
import { auth0 } from './auth0.ts';
import {
  awsCognito,
  awsEventBridge,
  awsKinesis,
  awsLambdaClient,
  awsPinpoint,
  awsScheduler,
  awsSes,
  awsSesv2,
  awsSfn,
  awsSns,
  awsSqs,
  awsSqs2,
} from './aws.ts';
import { azureServiceBus } from './azure-service-bus.ts';
import { braintreeCalls } from './braintree.ts';
import { brevo } from './brevo.ts';
import { checkoutComCalls } from './checkout-com.ts';
import { clerkClient } from './clerk.ts';
import { coinbaseCalls } from './coinbase.ts';
import { courier } from './courier.ts';
import { customerio } from './customerio.ts';
import { discord } from './discord.ts';
import { dwolla } from './dwolla.ts';
import { easypost } from './easypost.ts';
import { expoPush } from './expo-server-sdk.ts';
import { firebaseMessaging } from './firebase-admin.ts';
import { flutterwaveCalls } from './flutterwave.ts';
import { gocardless } from './gocardless.ts';
import { cloudTasks } from './google-cloud-tasks.ts';
import { axios, fetchPackages, got, ky, nuxtFetch, superagent, undici } from './http-clients.ts';
import { knock } from './knock.ts';
import { lemonSqueezyCalls } from './lemon-squeezy.ts';
import { linearClient } from './linear.ts';
import { loops } from './loops.ts';
import { mailchimpTransactional } from './mailchimp-transactional.ts';
import { mailersend } from './mailersend.ts';
import { mailgun, mailgunLegacy } from './mailgun.ts';
import { mailjet } from './mailjet.ts';
import { mercadopago } from './mercadopago.ts';
import { messagebird } from './messagebird.ts';
import { modelClients } from './model-clients.ts';
import { mollieCalls } from './mollie.ts';
import { telegramBot } from './node-telegram-bot-api.ts';
import { emailTemplates, nestMailer, nodemailer } from './nodemailer.ts';
import { notion } from './notion.ts';
import { novu } from './novu.ts';
import {
  analytics,
  datadog,
  opentelemetry,
  otherLoggers,
  pino,
  posthog,
  prometheus,
  segment,
  sentry,
  winston,
} from './observability.ts';
import { octokit } from './octokit.ts';
import { onesignal } from './onesignal.ts';
import { paddleCalls } from './paddle.ts';
import { paypalCalls } from './paypal.ts';
import { paystackCalls } from './paystack.ts';
import { plaidCalls } from './plaid.ts';
import { plivo } from './plivo.ts';
import { plunk } from './plunk.ts';
import { polarCalls } from './polar.ts';
import { postmark } from './postmark.ts';
import { printOnDemand } from './print-on-demand.ts';
import { qstash } from './qstash.ts';
import { razorpayCalls } from './razorpay.ts';
import { redisQueues } from './redis-queues.ts';
import { resendCalls } from './resend.ts';
import { sendgridClient, sendgridMail } from './sendgrid.ts';
import { shipengine } from './shipengine.ts';
import { shippo } from './shippo.ts';
import { shopifyCalls } from './shopify.ts';
import { slackWebApi, slackWebhook } from './slack.ts';
import { smtpClients } from './smtp-clients.ts';
import { squareCalls } from './square.ts';
import { stripeCalls } from './stripe.ts';
import { tablesAndContacts } from './tables-and-contacts.ts';
import { telegraf } from './telegraf.ts';
import { twilioCalls } from './twilio.ts';
import { vonage } from './vonage.ts';
import { webPush } from './web-push.ts';
import { workos } from './workos.ts';
import { xenditCalls } from './xendit.ts';

/** What calls do to the world that a rollback cannot undo, and what they do not. */
export const effects: readonly Library[] = [
  adyenCalls,
  analytics,
  auth0,
  awsCognito,
  awsEventBridge,
  awsKinesis,
  awsLambdaClient,
  awsPinpoint,
  awsScheduler,
  awsSes,
  awsSesv2,
  awsSfn,
  awsSns,
  awsSqs,
  awsSqs2,
  axios,
  azureServiceBus,
  braintreeCalls,
  brevo,
  checkoutComCalls,
  clerkClient,
  cloudTasks,
  coinbaseCalls,
  courier,
  customerio,
  datadog,
  discord,
  dwolla,
  easypost,
  emailTemplates,
  expoPush,
  fetchPackages,
  firebaseMessaging,
  flutterwaveCalls,
  gocardless,
  got,
  knock,
  ky,
  lemonSqueezyCalls,
  linearClient,
  loops,
  mailchimpTransactional,
  mailersend,
  mailgun,
  mailgunLegacy,
  mailjet,
  mercadopago,
  messagebird,
  modelClients,
  mollieCalls,
  nestMailer,
  nodemailer,
  notion,
  novu,
  nuxtFetch,
  octokit,
  onesignal,
  opentelemetry,
  otherLoggers,
  paddleCalls,
  paypalCalls,
  paystackCalls,
  pino,
  plaidCalls,
  plivo,
  plunk,
  polarCalls,
  posthog,
  postmark,
  printOnDemand,
  prometheus,
  qstash,
  razorpayCalls,
  redisQueues,
  resendCalls,
  segment,
  sendgridClient,
  sendgridMail,
  sentry,
  shipengine,
  shippo,
  shopifyCalls,
  slackWebApi,
  slackWebhook,
  smtpClients,
  squareCalls,
  stripeCalls,
  superagent,
  tablesAndContacts,
  telegraf,
  telegramBot,
  twilioCalls,
  undici,
  vonage,
  webPush,
  winston,
  workos,
  xenditCalls,
];
