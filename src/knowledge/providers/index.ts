import type { Library } from '../types.ts';
import { adyen } from './adyen.ts';
import { braintree } from './braintree.ts';
import { checkoutCom } from './checkout-com.ts';
import { coinbase } from './coinbase.ts';
import { flutterwave } from './flutterwave.ts';
import { github, githubMethods } from './github.ts';
import { lemonSqueezy } from './lemon-squeezy.ts';
import { linear } from './linear.ts';
import { mollie } from './mollie.ts';
import { paddle } from './paddle.ts';
import { paypal } from './paypal.ts';
import { paystack } from './paystack.ts';
import { plaid } from './plaid.ts';
import { polar, polarAdapters } from './polar.ts';
import { postmarkEvents } from './postmark.ts';
import { razorpay } from './razorpay.ts';
import { replicate } from './replicate.ts';
import { sendgridEvents } from './sendgrid.ts';
import { shopify, shopifyApp } from './shopify.ts';
import { slack, slackAdapters } from './slack.ts';
import { square } from './square.ts';
import { stripe } from './stripe.ts';
import { clerk, resend, standardWebhooks, svix } from './svix.ts';
import { twilio } from './twilio.ts';
import { xendit } from './xendit.ts';

/** Who sends the events, and how their libraries verify them. */
export const providers: readonly Library[] = [
  adyen,
  braintree,
  checkoutCom,
  clerk,
  coinbase,
  flutterwave,
  github,
  githubMethods,
  lemonSqueezy,
  linear,
  mollie,
  paddle,
  paypal,
  paystack,
  plaid,
  polar,
  polarAdapters,
  postmarkEvents,
  razorpay,
  replicate,
  resend,
  sendgridEvents,
  shopify,
  shopifyApp,
  slack,
  slackAdapters,
  square,
  standardWebhooks,
  stripe,
  svix,
  twilio,
  xendit,
];
