import type { Library } from '../types.ts';
import { adyen } from './adyen.ts';
import { appleAppStore } from './apple-app-store.ts';
import { auth0Events } from './auth0.ts';
import { bitbucket } from './bitbucket.ts';
import { braintree } from './braintree.ts';
import { calCom } from './cal-com.ts';
import { calendly } from './calendly.ts';
import { cashfree } from './cashfree.ts';
import { chargebee } from './chargebee.ts';
import { checkoutCom } from './checkout-com.ts';
import { coinbase } from './coinbase.ts';
import { creem } from './creem.ts';
import { discordEvents } from './discord.ts';
import { docusign } from './docusign.ts';
import { dodo } from './dodo.ts';
import { easypostEvents } from './easypost.ts';
import { elevenlabsEvents } from './elevenlabs.ts';
import { flutterwave } from './flutterwave.ts';
import { fusionauth } from './fusionauth.ts';
import { github, githubMethods } from './github.ts';
import { gitlab } from './gitlab.ts';
import { gocardlessEvents } from './gocardless.ts';
import { hubspot } from './hubspot.ts';
import { intercom } from './intercom.ts';
import { jira } from './jira.ts';
import { kinde } from './kinde.ts';
import { lemonSqueezy } from './lemon-squeezy.ts';
import { line } from './line.ts';
import { linear } from './linear.ts';
import { livekit } from './livekit.ts';
import { mercadoPago } from './mercado-pago.ts';
import { meta } from './meta.ts';
import { midtrans } from './midtrans.ts';
import { mollie } from './mollie.ts';
import { mux } from './mux.ts';
import { notionEvents } from './notion.ts';
import { openaiEvents } from './openai.ts';
import { paddle } from './paddle.ts';
import { pagerduty } from './pagerduty.ts';
import { paypal } from './paypal.ts';
import { paystack } from './paystack.ts';
import { plaid } from './plaid.ts';
import { polar, polarAdapters } from './polar.ts';
import { postmarkEvents } from './postmark.ts';
import { razorpay } from './razorpay.ts';
import { recurly } from './recurly.ts';
import { replicate } from './replicate.ts';
import { revenuecat } from './revenuecat.ts';
import { sanity } from './sanity.ts';
import { sendgridEvents } from './sendgrid.ts';
import { sentryEvents } from './sentry.ts';
import { shopify, shopifyApp } from './shopify.ts';
import { slack, slackAdapters } from './slack.ts';
import { square } from './square.ts';
import { stripe } from './stripe.ts';
import { clerk, resend, standardWebhooks, svix } from './svix.ts';
import { telegramEvents } from './telegram.ts';
import { twilio } from './twilio.ts';
import { twitch } from './twitch.ts';
import { typeform } from './typeform.ts';
import { vapi } from './vapi.ts';
import { vercelEvents } from './vercel.ts';
import { webflow } from './webflow.ts';
import { wise } from './wise.ts';
import { woocommerce } from './woocommerce.ts';
import { workosEvents } from './workos.ts';
import { xendit } from './xendit.ts';
import { zendesk } from './zendesk.ts';
import { zoom } from './zoom.ts';

/** Who sends the events, and how their libraries verify them. */
export const providers: readonly Library[] = [
  adyen,
  appleAppStore,
  auth0Events,
  bitbucket,
  braintree,
  calCom,
  calendly,
  cashfree,
  chargebee,
  checkoutCom,
  clerk,
  coinbase,
  creem,
  discordEvents,
  docusign,
  dodo,
  easypostEvents,
  elevenlabsEvents,
  flutterwave,
  fusionauth,
  github,
  githubMethods,
  gitlab,
  gocardlessEvents,
  hubspot,
  intercom,
  jira,
  kinde,
  lemonSqueezy,
  line,
  linear,
  livekit,
  mercadoPago,
  meta,
  midtrans,
  mollie,
  mux,
  notionEvents,
  openaiEvents,
  paddle,
  pagerduty,
  paypal,
  paystack,
  plaid,
  polar,
  polarAdapters,
  postmarkEvents,
  razorpay,
  recurly,
  replicate,
  resend,
  revenuecat,
  sanity,
  sendgridEvents,
  sentryEvents,
  shopify,
  shopifyApp,
  slack,
  slackAdapters,
  square,
  standardWebhooks,
  stripe,
  svix,
  telegramEvents,
  twilio,
  twitch,
  typeform,
  vapi,
  vercelEvents,
  webflow,
  wise,
  woocommerce,
  workosEvents,
  xendit,
  zendesk,
  zoom,
];
