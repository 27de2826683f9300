import { describe, expect, test } from 'vitest';
import { traceApp, traceOne } from './trace-app.ts';

const inHandler = (imports: string, body: string) => `
  import express from 'express';
  ${imports}
  express().post('/webhooks/in', async (req, res) => { const event = req.body; ${body} res.end(); });
`;
const enqueued = (imports: string, body: string) =>
  traceOne(inHandler(imports, body)).steps.filter((step) => step.startsWith('enqueue'));

describe('queues', () => {
  test('a bullmq worker is called for each job, and its data is the message', () => {
    const { kind, framework, steps } = traceOne(`
      import { Worker, type Job } from 'bullmq';
      import twilio from 'twilio';
      const sms = twilio('a', 'b');
      export const w = new Worker('q', async (job: Job) => {
        await sms.messages.create({ to: job.data.phone });
      });
    `);
    expect([kind, framework]).toEqual(['queue', 'bullmq']);
    expect(steps).toEqual(['message: sends a text message (takes no key)']);
  });

  test('bullmq takes jobId or a deduplication id', () => {
    const queue = "import { Queue } from 'bullmq'; const q = new Queue('q');";
    expect(enqueued(queue, "await q.add('n', event);")).toEqual(['enqueue: enqueues a job (key missing)']);
    expect(enqueued(queue, "await q.add('n', event, { jobId: event.id });")).toEqual([
      'enqueue: enqueues a job (key event key)',
    ]);
    expect(enqueued(queue, "await q.add('n', event, { deduplication: { id: event.id } });")).toEqual([
      'enqueue: enqueues a job (key event key)',
    ]);
    expect(enqueued(queue, "await q.add('n', event, options());")).toEqual(['enqueue: enqueues a job (key unknown)']);
    expect(enqueued(queue, "await q.addBulk([{ name: 'n', data: event, opts: { jobId: event.id } }]);")).toEqual([
      'enqueue: enqueues a job (key event key)',
    ]);
  });

  test('bull: options come after the data, with or without a name', () => {
    const queue = "import Queue from 'bull'; const q = new Queue('q');";
    expect(enqueued(queue, 'await q.add(event, { jobId: event.id });')).toEqual([
      'enqueue: enqueues a job (key event key)',
    ]);
    expect(enqueued(queue, "await q.add('n', event, { jobId: event.id });")).toEqual([
      'enqueue: enqueues a job (key event key)',
    ]);
    expect(
      traceApp("import Queue from 'bull'; const q = new Queue('q'); q.process(5, async (job) => job.data);")[0]?.kind,
    ).toBe('queue');
  });

  test.each([
    [
      'pg-boss',
      "import PgBoss from 'pg-boss'; const b = new PgBoss('');",
      "await b.send('q', event, { singletonKey: event.id });",
      'enqueues a job',
    ],
    [
      'pg-boss',
      "import PgBoss from 'pg-boss'; const b = new PgBoss('');",
      "await b.send({ name: 'q', data: event, options: { singletonKey: event.id } });",
      'enqueues a job',
    ],
    [
      'graphile',
      "import { makeWorkerUtils } from 'graphile-worker'; const b = await makeWorkerUtils({});",
      "await b.addJob('q', event, { jobKey: event.id });",
      'enqueues a job',
    ],
    [
      'graphile',
      "import { quickAddJob } from 'graphile-worker';",
      "await quickAddJob({}, 'q', event, { jobKey: event.id });",
      'enqueues a job',
    ],
    [
      'inngest',
      "import { Inngest } from 'inngest'; const b = new Inngest({ id: 'x' });",
      "await b.send({ id: event.id, name: 'n', data: event });",
      'sends an event',
    ],
    [
      'trigger.dev',
      "import { tasks } from '@trigger.dev/sdk/v3';",
      "await tasks.trigger('t', event, { idempotencyKey: event.id });",
      'starts a task',
    ],
    [
      'temporal',
      "import { Client } from '@temporalio/client'; const b = new Client();",
      "await b.workflow.start('w', { workflowId: event.id, taskQueue: 'q' });",
      'starts a workflow',
    ],
    [
      'qstash',
      "import { Client } from '@upstash/qstash'; const b = new Client({});",
      "await b.publishJSON({ url: 'u', body: event, deduplicationId: event.id });",
      'enqueues a message',
    ],
    [
      'cloud tasks',
      "import { CloudTasksClient } from '@google-cloud/tasks'; const b = new CloudTasksClient();",
      'await b.createTask({ parent: "p", task: { name: event.id } });',
      'enqueues a task',
    ],
    [
      'nats',
      "import { connect } from 'nats'; const nc = await connect(); const b = nc.jetstream();",
      'await b.publish("s", "", { msgID: event.id });',
      'publishes a message',
    ],
  ])('%s takes a key: %s', (_name, imports, body, does) => {
    expect(enqueued(imports, body)).toEqual([`enqueue: ${does} (key event key)`]);
    expect(
      enqueued(
        imports,
        body.replace(
          /(singletonKey|jobKey|idempotencyKey|workflowId|deduplicationId|msgID|\bid|name): event\.id,? ?/,
          '',
        ),
      ),
    ).toEqual([`enqueue: ${does} (key missing)`]);
  });

  test('kafka and rabbit take no key, and their consumers are handlers', () => {
    expect(
      enqueued(
        "import { Kafka } from 'kafkajs'; const producer = new Kafka({}).producer();",
        "await producer.send({ topic: 't', messages: [{ value: '' }] });",
      ),
    ).toEqual(['enqueue: publishes a message (takes no key)']);
    const consumers = traceApp(`
      import { Kafka } from 'kafkajs';
      import amqp from 'amqplib';
      const consumer = new Kafka({}).consumer({ groupId: 'g' });
      await consumer.run({ eachMessage: async ({ message }) => { void message.value; } });
      const channel = await (await amqp.connect('')).createChannel();
      await channel.consume('q', async (message) => { void message.content; });
    `);
    expect(consumers.map(({ framework, kind }) => [framework, kind])).toEqual([
      ['kafkajs', 'queue'],
      ['amqplib', 'queue'],
    ]);
  });

  test('SQS takes a key on a FIFO queue only', () => {
    const sqs = "import { SQSClient, SendMessageCommand } from '@aws-sdk/client-sqs'; const c = new SQSClient({});";
    const sends = (input: string) => enqueued(sqs, `await c.send(new SendMessageCommand(${input}));`);
    expect(sends("{ QueueUrl: process.env.Q, MessageBody: '' }")).toEqual([
      'enqueue: enqueues a message (takes no key)',
    ]);
    expect(sends("{ QueueUrl: process.env.Q, MessageGroupId: 'g', MessageBody: '' }")).toEqual([
      'enqueue: enqueues a message (key missing)',
    ]);
    expect(
      sends("{ QueueUrl: process.env.Q, MessageGroupId: 'g', MessageDeduplicationId: event.id, MessageBody: '' }"),
    ).toEqual(['enqueue: enqueues a message (key event key)']);
  });
});
