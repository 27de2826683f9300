// Checked: bullmq 6.7 types. Documented: docs.bullmq.io/guide/jobs/job-ids.
import { Origin } from '../../interpret/value.ts';
import { effect, effectOf, keyAt } from '../effects/support/effect.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { Value } from '../../interpret/value.ts';
import type { Call, Effect, MeaningOf } from '../types.ts';

const does = 'enqueues a job';
const noted = 'enqueues a flow of jobs';

/** `queue.add(name, data, { jobId })`, or `{ deduplication: { id } }`. */
const add: MeaningOf = (call) => {
  const meaning = withOtherPlace(
    call,
    effectOf(call, 'enqueue', does, { key: keyAt(2, 'jobId'), keySpace: 'receiver' }),
    keyAt(2, 'deduplication', 'id'),
  );
  return meaning.is === 'effect'
    ? { ...meaning, effect: { ...meaning.effect, keptFor: keptFor(call, call.args[2]) } }
    : meaning;
};

/** `removeOnComplete: true` frees the id of a job when it is done, `{ age }` so many seconds later. */
export function keptFor({ read, receiver }: Call, options: Value | undefined): number | undefined {
  const ofQueue = receiver.data?.defaultJobOptions;
  const removed = read.get(options, 'removeOnComplete') ?? read.get(ofQueue, 'removeOnComplete');
  if (removed === undefined) return undefined;
  if (removed.kind === 'constant') return removed.value === true ? 0 : undefined;
  return read.number(read.get(removed, 'age'));
}

/** `new Queue(name, { defaultJobOptions })`: what holds for each job that says nothing else. */
export const makeQueue: MeaningOf = ({ args, read }) => {
  const options = args.map((one) => read.get(one, 'defaultJobOptions')).find((one) => one?.kind === 'object');
  return options ? { is: 'instance', type: 'Queue', data: { defaultJobOptions: options } } : undefined;
};

/** `queue.addBulk([{ name, data, opts: { jobId } }])`: the key of the first stands for all. */
export const addBulk: MeaningOf = ({ args, read, ...call }) => {
  const items = read.items(args[0]);
  const [first] = items ?? [];
  if (first === undefined) {
    const key: Effect['key'] = {
      accepted: true,
      value: undefined,
      place: '`{ opts: { jobId } }` of each job',
      unknown: true,
    };
    return { is: 'effect', effect: { radius: 'state', category: 'enqueue', does, key } };
  }
  return effectOf({ ...call, read, args: [first] }, 'enqueue', does, { key: keyAt(0, 'opts', 'jobId') });
};

/** A second place where the same call may take its key. */
function withOtherPlace(call: Call, meaning: ReturnType<typeof effectOf>, place: ReturnType<typeof keyAt>) {
  if (meaning.is !== 'effect' || !meaning.effect.key.accepted || meaning.effect.key.value !== undefined) return meaning;
  const other = effectOf(call, 'enqueue', does, { key: place });
  return other.is === 'effect' && other.effect.key.accepted && other.effect.key.value !== undefined ? other : meaning;
}

export const bullmq = defineLibrary({
  name: 'bullmq',
  packages: ['bullmq'],
  source: 'https://docs.bullmq.io/guide/jobs/job-ids',
  types: {
    Queue: ['Queue.new', 'QueuePro.new'],
    Worker: ['Worker.new', 'WorkerPro.new'],
    FlowProducer: ['FlowProducer.new'],
    Job: [],
  },
  typeAliases: { SandboxedJob: 'Job' },
  members: {
    'Job.data': { is: 'delivery', part: 'message' },
    'Job.id': valueOf(Origin.eventKey),
    'Job.timestamp': valueOf(Origin.eventTime),
    'Job.attemptsMade': valueOf(Origin.attempt),
    'Job.attemptsStarted': valueOf(Origin.attempt),
    'Job.processedOn': valueOf(Origin.attempt),
    'Job.token': valueOf(Origin.attempt),
  },
  calls: {
    'Queue.new, QueuePro.new': makeQueue,
    'Queue.add': add,
    'Queue.addBulk': addBulk,
    'Queue.upsertJobScheduler': { is: 'nothing' },
    'FlowProducer.add': effect('enqueue', noted, { key: keyAt(0, 'opts', 'jobId') }),
    'FlowProducer.addBulk': effect('enqueue', noted),
    'Queue.*': { is: 'nothing' },
    'Worker.*': { is: 'nothing' },
    'Job.*': { is: 'nothing' },
  },
  registrations: [
    {
      by: 'call',
      call: 'Worker.new',
      handlers: { argument: 1 },
      parameters: [{ type: 'Job' }, { ignored: true }],
      kind: 'queue',
    },
    {
      by: 'type',
      functionTypes: ['Processor'],
      parameterTypes: ['Job', 'SandboxedJob'],
      parameters: [{ type: 'Job' }],
      kind: 'queue',
    },
  ],
});
