import type { Library } from '../types.ts';
import { adonis } from './adonis.ts';
import { amqplib } from './amqplib.ts';
import { astro, solidStart } from './astro.ts';
import { awsLambda, middy } from './aws-lambda.ts';
import { azureFunctions } from './azure-functions.ts';
import { agenda, beeQueue, bull } from './bull.ts';
import { bullmq } from './bullmq.ts';
import { bun, cloudflare, deno } from './cloudflare.ts';
import { betterAuth, betterAuthStripe } from './better-auth.ts';
import { bodyParser, express, rawBody } from './express.ts';
import { convexHttp } from './convex.ts';
import { elysia } from './elysia.ts';
import { evershop } from './evershop.ts';
import { golevelupRabbitmq, golevelupStripe } from './golevelup.ts';
import { fastify, fastifyPlugin } from './fastify.ts';
import { firebaseFunctions, functionsFramework } from './firebase-functions.ts';
import { googlePubsub } from './google-pubsub.ts';
import { graphileWorker } from './graphile-worker.ts';
import { boom, hapi, httpErrors } from './hapi.ts';
import { hono, honoHttpException } from './hono.ts';
import { inngest } from './inngest.ts';
import { kafkajs } from './kafkajs.ts';
import { koa, koaMount, koaRouter } from './koa.ts';
import { medusa } from './medusa.ts';
import { nats } from './nats.ts';
import { nestCore, nestCqrs, nestEvents, nestjs, nestMicroservices, nestQueues } from './nestjs.ts';
import { next } from './next.ts';
import { nitro } from './nitro.ts';
import { nodeHttp } from './node-http.ts';
import { payload, payloadStripe } from './payload.ts';
import { pgBoss } from './pg-boss.ts';
import { probot } from './probot.ts';
import { remix } from './remix.ts';
import { routingControllers } from './routing-controllers.ts';
import { slackBolt } from './slack-bolt.ts';
import { nestSqs, sqsConsumer } from './sqs-consumer.ts';
import { strapi } from './strapi.ts';
import { sveltekit } from './sveltekit.ts';
import { tanstackStart } from './tanstack-start.ts';
import { temporal, temporalWorker } from './temporal.ts';
import { triggerDev } from './trigger-dev.ts';
import { vercel } from './vercel.ts';

/** Where handlers begin: HTTP frameworks, function platforms and queues. */
export const frameworks: readonly Library[] = [
  adonis,
  agenda,
  amqplib,
  astro,
  awsLambda,
  azureFunctions,
  beeQueue,
  betterAuth,
  betterAuthStripe,
  bodyParser,
  boom,
  bull,
  bullmq,
  bun,
  cloudflare,
  convexHttp,
  deno,
  elysia,
  evershop,
  express,
  fastify,
  fastifyPlugin,
  firebaseFunctions,
  functionsFramework,
  golevelupRabbitmq,
  golevelupStripe,
  googlePubsub,
  graphileWorker,
  hapi,
  hono,
  honoHttpException,
  httpErrors,
  inngest,
  kafkajs,
  koa,
  koaMount,
  koaRouter,
  medusa,
  middy,
  nats,
  nestCore,
  nestCqrs,
  nestEvents,
  nestSqs,
  nestMicroservices,
  nestQueues,
  nestjs,
  next,
  nitro,
  nodeHttp,
  payload,
  payloadStripe,
  pgBoss,
  probot,
  rawBody,
  remix,
  routingControllers,
  slackBolt,
  solidStart,
  sqsConsumer,
  strapi,
  sveltekit,
  tanstackStart,
  temporal,
  temporalWorker,
  triggerDev,
  vercel,
];
