import type { Library } from '../types.ts';
import { amqplib } from './amqplib.ts';
import { astro, solidStart } from './astro.ts';
import { awsLambda, middy } from './aws-lambda.ts';
import { azureFunctions } from './azure-functions.ts';
import { agenda, beeQueue, bull } from './bull.ts';
import { bullmq } from './bullmq.ts';
import { bun, cloudflare, deno } from './cloudflare.ts';
import { bodyParser, express, rawBody } from './express.ts';
import { fastify, fastifyPlugin } from './fastify.ts';
import { firebaseFunctions, functionsFramework } from './firebase-functions.ts';
import { googlePubsub } from './google-pubsub.ts';
import { graphileWorker } from './graphile-worker.ts';
import { boom, hapi, httpErrors } from './hapi.ts';
import { hono, honoHttpException } from './hono.ts';
import { inngest } from './inngest.ts';
import { kafkajs } from './kafkajs.ts';
import { koa, koaRouter } from './koa.ts';
import { nats } from './nats.ts';
import { nestCore, nestCqrs, nestEvents, nestjs, nestMicroservices, nestQueues } from './nestjs.ts';
import { next } from './next.ts';
import { nitro } from './nitro.ts';
import { nodeHttp } from './node-http.ts';
import { pgBoss } from './pg-boss.ts';
import { probot } from './probot.ts';
import { remix } from './remix.ts';
import { slackBolt } from './slack-bolt.ts';
import { sveltekit } from './sveltekit.ts';
import { temporal } from './temporal.ts';
import { triggerDev } from './trigger-dev.ts';
import { vercel } from './vercel.ts';

/** Where handlers begin: HTTP frameworks, function platforms and queues. */
export const frameworks: readonly Library[] = [
  agenda,
  amqplib,
  astro,
  awsLambda,
  azureFunctions,
  beeQueue,
  bodyParser,
  boom,
  bull,
  bullmq,
  bun,
  cloudflare,
  deno,
  express,
  fastify,
  fastifyPlugin,
  firebaseFunctions,
  functionsFramework,
  googlePubsub,
  graphileWorker,
  hapi,
  hono,
  honoHttpException,
  httpErrors,
  inngest,
  kafkajs,
  koa,
  koaRouter,
  middy,
  nats,
  nestCore,
  nestCqrs,
  nestEvents,
  nestMicroservices,
  nestQueues,
  nestjs,
  next,
  nitro,
  nodeHttp,
  pgBoss,
  probot,
  rawBody,
  remix,
  slackBolt,
  solidStart,
  sveltekit,
  temporal,
  triggerDev,
  vercel,
];
