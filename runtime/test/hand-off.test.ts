import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { Client, Connection, defaultPayloadConverter } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { Queue, Worker } from 'bullmq';
import { afterAll, describe, expect, inject, it } from 'vitest';
import * as toBullmq from '../src/hand-off/bullmq.ts';
import { eventOf, jobId, jobUuid } from '../src/hand-off/job.ts';
import * as toTemporal from '../src/hand-off/temporal.ts';
import { InvalidOptionError } from '../src/index.ts';
import { awkward, handsOffOnce } from './support/hand-off.ts';
import { useDatabase } from './support/postgres.ts';

describe('the id of a job', () => {
  const keys = [
    ...awkward.map((eventId) => ({ source: 'shop', eventId })),
    { source: 'shop/a', eventId: 'b' },
    { source: 'shop', eventId: 'a/b/c' },
    { source: 'shop/a/b', eventId: 'c' },
    { source: 'é'.repeat(100), eventId: '\u{1F600}'.repeat(127) },
  ];

  it('is another one for every event, and no longer than the engine takes', () => {
    for (const longest of [255, 512, 1000]) {
      const ids = keys.map((key) => jobId(key, longest));
      expect(new Set(ids).size).toBe(keys.length);
      for (const id of ids) {
        expect(id.length).toBeLessThanOrEqual(longest);
        expect(id).toMatch(/^[\w%.~!*'()/-]+$/);
      }
    }
    const uuids = keys.map(jobUuid);
    expect(new Set(uuids).size).toBe(keys.length);
    for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('stays what it is, since jobs of an earlier version may still be there', () => {
    expect(jobId({ source: 'stripe', eventId: 'evt_1' }, 255)).toBe('stripe/evt_1');
    expect(jobUuid({ source: 'stripe', eventId: 'evt_1' })).toBe('ed282980-48c3-82ce-bc7c-d5970f57dc03');
  });

  it('is not looked for in a job that was made elsewhere', () => {
    for (const data of [undefined, null, 'text', {}, { source: 'a', eventId: 'b' }])
      expect(() => eventOf(data)).toThrow(InvalidOptionError);
  });
});

const redisPort = inject('redisPort');

describe.skipIf(redisPort === undefined)('BullMQ, on a real Redis', () => {
  const { pool, onEnd } = useDatabase();

  it('runs each event once, and again only once it has forgotten the job', async () => {
    const connection = { host: '127.0.0.1', port: redisPort, db: 1 };
    const queue = new Queue('webhooks', { connection });
    onEnd(() => queue.close());
    await handsOffOnce(pool(), {
      handOff: toBullmq.handOff(queue, { job: { attempts: 5 } }),
      start: async (credit) => {
        const worker = new Worker('webhooks', (job) => credit(toBullmq.eventOf(job.data)), { connection });
        onEnd(() => worker.close());
        await worker.waitUntilReady();
      },
      forget: () => queue.obliterate({ force: true }),
    });
  });
});

/**
 * What Temporal's own documentation says of its server, behind its real client and protocol: an id is refused while its
 * workflow runs and, by the policy that the hand-off asks for, after it ended, until the namespace's retention is over.
 * It is no Temporal server, which cannot be had from a package registry.
 */
class FakeTemporal {
  readonly requests: temporal.api.workflowservice.v1.IStartWorkflowExecutionRequest[] = [];
  readonly #server = new Server();
  readonly #known = new Set<string>();

  async listen(): Promise<string> {
    const { StartWorkflowExecutionRequest: Request, StartWorkflowExecutionResponse: Response } =
      temporal.api.workflowservice.v1;
    const { GetSystemInfoRequest, GetSystemInfoResponse } = temporal.api.workflowservice.v1;
    const method = <In, Out>(
      name: string,
      request: { decode(data: Uint8Array): In },
      response: { encode(message: Out): { finish(): Uint8Array } },
    ) => ({
      path: `/temporal.api.workflowservice.v1.WorkflowService/${name}`,
      requestStream: false as const,
      responseStream: false as const,
      requestDeserialize: (data: Buffer) => request.decode(data),
      responseSerialize: (message: Out) => Buffer.from(response.encode(message).finish()),
      requestSerialize: () => Buffer.alloc(0),
      responseDeserialize: () => ({}) as Out,
    });
    this.#server.addService(
      {
        getSystemInfo: method('GetSystemInfo', GetSystemInfoRequest, GetSystemInfoResponse),
        startWorkflowExecution: method('StartWorkflowExecution', Request, Response),
      },
      {
        getSystemInfo: (_call: unknown, answer: sendUnaryData<object>) => {
          answer(null, {});
        },
        startWorkflowExecution: (
          call: ServerUnaryCall<temporal.api.workflowservice.v1.StartWorkflowExecutionRequest, object>,
          answer: sendUnaryData<object>,
        ) => {
          const id = call.request.workflowId;
          if (id.length > 1000) answer({ code: status.INVALID_ARGUMENT, details: 'WorkflowId length exceeds limit.' });
          else if (this.#known.has(id))
            answer({ code: status.ALREADY_EXISTS, details: 'Workflow execution already started.' });
          else {
            this.#known.add(id);
            this.requests.push(call.request);
            answer(null, { runId: `run-${this.requests.length}` });
          }
        },
      },
    );
    const port = await new Promise<number>((resolve, reject) => {
      this.#server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      });
    });
    return `127.0.0.1:${port}`;
  }

  forget(): void {
    this.#known.clear();
  }

  close(): void {
    this.#server.forceShutdown();
  }
}

describe('Temporal, its client and a server that answers as documented', () => {
  const { pool } = useDatabase();
  const server = new FakeTemporal();
  let connection: Connection | undefined;
  afterAll(async () => {
    await connection?.close();
    server.close();
  });

  it('starts a workflow for each event once, and again only once it has forgotten the id', async () => {
    connection = await Connection.connect({ address: await server.listen() });
    const { workflow } = new Client({ connection });
    let next = 0;
    let run: ((event: ReturnType<typeof eventOf>) => Promise<unknown>) | undefined;
    const runStarted = async (): Promise<void> => {
      for (; run !== undefined && next < server.requests.length; next++) {
        const [payload] = server.requests[next]?.input?.payloads ?? [];
        if (payload === undefined) throw new Error('A workflow was given nothing.');
        await run(toTemporal.eventOf(defaultPayloadConverter.fromPayload(payload)));
      }
    };
    const handOff = toTemporal.handOff(workflow, { workflow: 'webhook', taskQueue: 'webhooks' });
    await handsOffOnce(pool(), {
      handOff: async (event, context) => {
        await handOff(event, context);
        await runStarted();
      },
      start: async (credit) => {
        run = credit;
        await runStarted();
      },
      forget: () => {
        server.forget();
        return Promise.resolve();
      },
    });
    const { WorkflowIdReusePolicy, WorkflowIdConflictPolicy } = temporal.api.enums.v1;
    for (const request of server.requests) {
      expect(request).toMatchObject({
        workflowType: { name: 'webhook' },
        taskQueue: { name: 'webhooks' },
        workflowIdReusePolicy: WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE,
        workflowIdConflictPolicy: WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL,
      });
    }
  });

  it('throws on what is no duplicate, so that the event is offered again', async () => {
    const refused = toTemporal.handOff(
      { start: () => Promise.reject(new Error('unavailable')) },
      { workflow: 'webhook', taskQueue: 'webhooks' },
    );
    const event = { id: '1', source: 's', eventId: 'e', type: 't', payload: 1, turn: undefined, attempt: 1 };
    await expect(
      refused({ ...event, receivedAt: new Date() }, { signal: new AbortController().signal }),
    ).rejects.toThrow('unavailable');
  });
});
