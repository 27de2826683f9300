import { describe, expect, test } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { writeApp } from '../support/rule-tester.ts';

/** The handlers of an app: framework and kind, and what each does to the world. */
function workersIn(files: Readonly<Record<string, string>>): readonly string[] {
  const root = writeApp({ 'package.json': '{ "name": "app" }', ...files })('');
  const project = new Project({ root });
  const handlers = project.findHandlerFiles([root]).flatMap((file) => project.handlersIn(file));
  expect(project.warnings).toEqual([]);
  return handlers.map(({ name, framework, kind, trace }) => {
    const effects = trace.steps.flatMap(({ fact }) =>
      fact.kind === 'effect' ? [`${fact.does}${fact.key === 'present' ? ' with a key' : ''}`] : [],
    );
    return `${name} (${framework ?? '?'} ${kind}): ${effects.join(', ')}`;
  });
}

const stripe = "import Stripe from 'stripe'; const stripe = new Stripe('sk');";
const pay = (order: string, key: string | null = null) =>
  `await stripe.transfers.create({ amount: 1, currency: 'eur', destination: ${order} }${key === null ? '' : `, { idempotencyKey: ${key} }`});`;

describe('a function of Lambda without types is what it reads', () => {
  test.each([
    [
      'records of a queue',
      `exports.handler = async (event) => { for (const record of event.Records) { const order = JSON.parse(record.body); ${pay('order.shop', 'record.messageId')} } };`,
      'aws-lambda batch',
    ],
    [
      'records, destructured, of a module',
      `module.exports.handler = async ({ Records }) => { await Promise.all(Records.map(async (record) => { const order = JSON.parse(record.Sns.Message); ${pay('order.shop', 'order.id')} })); };`,
      'aws-lambda batch',
    ],
    [
      'records, in an object of exports',
      `const handler = async (event) => { const { Records } = event; for (const record of Records) { const order = JSON.parse(Buffer.from(record.kinesis.data, 'base64').toString()); ${pay('order.shop', 'order.id')} } return { batchItemFailures: [] }; }; module.exports = { handler };`,
      'aws-lambda batch',
    ],
    [
      'an event of a bus',
      `exports.handler = async (event) => { if (event['detail-type'] !== 'order.paid') return; ${pay('event.detail.shop', 'event.detail.id')} };`,
      'aws-lambda queue',
    ],
  ])('%s', (_name, handler, expected) => {
    expect(
      workersIn({ 'src/pay.js': `const Stripe = require('stripe'); const stripe = new Stripe('sk'); ${handler}` }),
    ).toEqual([`handler (${expected}): pays out with a key`]);
  });

  test('silent: a handler of something else', () => {
    const handler = `exports.handler = async (argv) => { ${pay('argv.shop')} };`;
    expect(
      workersIn({ 'src/pay.js': `const Stripe = require('stripe'); const stripe = new Stripe('sk'); ${handler}` }),
    ).toEqual([]);
  });
});

describe('a loop that takes messages itself is a worker', () => {
  test.each([
    [
      'NATS',
      `import { connect } from 'nats'; export async function start() { const nc = await connect(); const sub = nc.subscribe('orders'); (async () => { for await (const message of sub) { const order = message.json(); ${pay('order.shop')} } })(); }`,
      'worker (nats batch)',
    ],
    [
      'a JetStream consumer',
      `import { connect } from 'nats'; export async function work() { const nc = await connect(); const consumer = await nc.jetstream().consumers.get('orders', 'pay'); const messages = await consumer.consume(); for await (const message of messages) { const order = message.json(); ${pay('order.shop')} message.ack(); } }`,
      'work (nats batch)',
    ],
    [
      'SQS',
      `import { SQSClient, ReceiveMessageCommand, DeleteMessageCommand } from '@aws-sdk/client-sqs'; const sqs = new SQSClient({}); export async function poll() { while (true) { const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: 'q' })); for (const message of Messages ?? []) { const order = JSON.parse(message.Body); ${pay('order.shop')} await sqs.send(new DeleteMessageCommand({ QueueUrl: 'q', ReceiptHandle: message.ReceiptHandle })); } } }`,
      'poll (@aws-sdk/client-sqs batch)',
    ],
    [
      'SQS of the second SDK, in a class',
      `import SQS from 'aws-sdk/clients/sqs'; export class Poller { readonly sqs = new SQS(); async run() { for (;;) { const data = await this.sqs.receiveMessage({ QueueUrl: 'q' }).promise(); for (const message of data.Messages ?? []) await this.pay(JSON.parse(message.Body)); } } async pay(order: any) { ${pay('order.shop')} } }`,
      'run (aws-sdk batch)',
    ],
    [
      'a stream of Redis',
      `import Redis from 'ioredis'; const redis = new Redis(); export async function consume() { for (;;) { const streams = await redis.xreadgroup('GROUP', 'g', 'c', 'STREAMS', 'orders', '>'); for (const [, entries] of streams ?? []) for (const [id, fields] of entries) { ${pay('fields[1]')} await redis.xack('orders', 'g', id); } } }`,
      'consume (ioredis batch)',
    ],
    [
      'batches of Kafka',
      `import { Kafka } from 'kafkajs'; const consumer = new Kafka({ brokers: [] }).consumer({ groupId: 'g' }); export const go = () => consumer.run({ eachBatch: async ({ batch, resolveOffset }) => { for (const message of batch.messages) { const order = JSON.parse(message.value!.toString()); ${pay('order.shop')} resolveOffset(message.offset); } } });`,
      'run (kafkajs batch)',
    ],
    [
      'a channel of AMQP',
      `import amqp from 'amqplib'; export async function start() { const connection = await amqp.connect('amqp://x'); const channel = await connection.createChannel(); await channel.consume('orders', async (message) => { const order = JSON.parse(message!.content.toString()); ${pay('order.shop')} channel.ack(message!); }); }`,
      'consume (amqplib queue)',
    ],
  ])('%s', (_name, code, expected) => {
    expect(workersIn({ 'src/work.ts': `${stripe} ${code}` })).toEqual([`${expected}: pays out`]);
  });

  test('silent: a subscription with a callback is no loop, and one that only logs does nothing', () => {
    expect(
      workersIn({
        'src/work.ts': `import { connect } from 'nats'; export async function start() { const nc = await connect(); for await (const message of nc.subscribe('orders')) console.log(message.subject); }`,
      }),
    ).toEqual([]);
  });
});

describe("a wrapper of the project's own runs what it is given", () => {
  const handler = `export async function settle(job: any) { ${pay('job.data.shop')} }`;
  test('a function that makes a worker', () => {
    const files = {
      'src/queue.ts':
        "import { Worker, type Processor } from 'bullmq'; export function createWorker(name: string, processor: Processor) { return new Worker(name, processor, { connection: {} }); }",
      'src/main.ts':
        "import { createWorker } from './queue'; import { settle } from './settle'; createWorker('orders', settle);",
      'src/settle.ts': `${stripe} ${handler}`,
    };
    expect(workersIn(files)).toEqual(['settle (bullmq queue): pays out']);
  });

  test('a class with a queue and its worker, which calls what it was made with', () => {
    const files = {
      'src/queue.ts': `
        import { Queue, Worker } from 'bullmq';
        export class JobQueue<T> {
          private queue: Queue; private worker: Worker;
          constructor(name: string, private readonly processor: (data: T) => Promise<void>) {
            this.queue = new Queue(name);
            this.worker = new Worker(name, async (job) => { try { await this.processor(job.data); } catch (error) { console.error(error); throw error; } });
          }
        }
      `,
      'src/orders.ts': `${stripe} import { JobQueue } from './queue'; export const orders = new JobQueue<any>('orders', async (order) => { ${pay('order.shop')} });`,
    };
    expect(workersIn(files)).toEqual(['JobQueue (bullmq queue): pays out', 'Worker (bullmq queue): ']);
  });

  test('a class that takes messages off SQS and hands them to what it was made with', () => {
    const files = {
      'src/sqs.ts': `
        import SQS from 'aws-sdk/clients/sqs';
        export class SqsQueue<T> {
          readonly sqs: SQS; readonly messageHandler: (context: { payload: T }) => Promise<void>;
          constructor(settings: { url: string }, messageHandler: (context: { payload: T }) => Promise<void>) { this.sqs = new SQS(); this.messageHandler = messageHandler; }
          async listen() { const data = await this.sqs.receiveMessage({ QueueUrl: 'q' }).promise(); for (const message of data.Messages ?? []) await this.handle(message); }
          async handle(message: SQS.Message) { await this.messageHandler({ payload: JSON.parse(message.Body!) }); await this.sqs.deleteMessage({ QueueUrl: 'q', ReceiptHandle: message.ReceiptHandle! }).promise(); }
        }
      `,
      'src/queues.ts':
        "import { SqsQueue } from './sqs'; import { pushMessageHandler } from './push'; export const queues = { push: new SqsQueue<any>({ url: 'q' }, pushMessageHandler) };",
      'src/push.ts': `${stripe} export const pushMessageHandler = async (context: any) => { ${pay('context.payload.shop')} };`,
    };
    expect(workersIn(files)).toEqual(['pushMessageHandler (aws-sdk queue): pays out']);
  });

  test('silent: a function of such a name that runs nothing for messages', () => {
    const files = {
      'src/queue.ts':
        'export function createWorker(name: string, run: (job: any) => Promise<void>) { return { name, run }; }',
      'src/main.ts':
        "import { createWorker } from './queue'; import { settle } from './settle'; createWorker('orders', settle);",
      'src/settle.ts': `${stripe} ${handler}`,
    };
    expect(workersIn(files)).toEqual([]);
  });
});

test('a client that a task keeps for its run', () => {
  const root = writeApp({
    'package.json': '{ "name": "app" }',
    'src/task.ts': `
      import { locals, task } from '@trigger.dev/sdk'; import { Pool } from 'pg';
      const DbLocal = locals.create<Pool>('db');
      export const settle = task({ id: 'settle', init: async () => { locals.set(DbLocal, new Pool()); }, run: async (payload: any) => { await locals.getOrThrow(DbLocal).query('INSERT INTO payouts (id) VALUES ($1)', [payload.id]); } });
    `,
  })('');
  const project = new Project({ root });
  const [handler] = project.findHandlerFiles([root]).flatMap((file) => project.handlersIn(file));
  const tables = handler?.trace.steps.map(({ fact }) => (fact.kind === 'operation' ? fact.operation.table : null));
  expect(tables).toEqual(['payouts']);
});
