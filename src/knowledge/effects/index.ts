import type { Library } from '../types.ts';
import { auth0, clerkClient, workos } from './auth.ts';
import { awsCognito, awsEventBridge, awsKinesis, awsLambdaClient, awsPinpoint, awsScheduler, awsSes, awsSesv2, awsSfn, awsSns, awsSqs } from './aws.ts';
import { discord } from './discord.ts';
import { axios, fetchPackages, got, ky, nuxtFetch, superagent, undici } from './http-clients.ts';
import { brevo, customerio, emailjs, loops, mailchimpTransactional, mailersend, mailjet, plunk } from './mail-services.ts';
import { mailgun, mailgunLegacy } from './mailgun.ts';
import { emailTemplates, nestMailer, nodemailer } from './nodemailer.ts';
import { courier, knock, novu } from './notifications.ts';
import { analytics, datadog, opentelemetry, otherLoggers, pino, posthog, prometheus, segment, sentry, winston } from './observability.ts';
import { adyenCalls, braintreeCalls, checkoutComCalls, coinbaseCalls, dwolla, flutterwaveCalls, gocardless, lemonSqueezyCalls, mollieCalls, otherPayments, paddleCalls, paypalCalls, paystackCalls, plaidCalls, polarCalls, razorpayCalls, squareCalls, xenditCalls } from './payments.ts';
import { postmark } from './postmark.ts';
import { expoPush, firebaseMessaging, onesignal, webPush } from './push.ts';
import { azureServiceBus, cloudTasks, qstash, redisQueues } from './queues.ts';
import { airtable, generatedModels, linearClient, notion, octokit, realtime } from './realtime.ts';
import { resendCalls } from './resend.ts';
import { sendgridClient, sendgridMail } from './sendgrid.ts';
import { easypost, prints, shipengine, shippo } from './shipping.ts';
import { shopifyCalls } from './shopify.ts';
import { slackWebApi, slackWebhook } from './slack.ts';
import { stripeCalls } from './stripe.ts';
import { messagebird, plivo, telegraf, telegramBot, vonage } from './text-messages.ts';
import { twilioCalls } from './twilio.ts';

/** What calls do to the world that a rollback cannot undo, and what they do not. */
export const effects: readonly Library[] = [
  adyenCalls,
  airtable,
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
  emailjs,
  emailTemplates,
  expoPush,
  fetchPackages,
  firebaseMessaging,
  flutterwaveCalls,
  generatedModels,
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
  messagebird,
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
  otherPayments,
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
  prints,
  prometheus,
  qstash,
  razorpayCalls,
  realtime,
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
  squareCalls,
  stripeCalls,
  superagent,
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
