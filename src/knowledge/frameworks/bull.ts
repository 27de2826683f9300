// Checked: bull 4.16, bee-queue 2.0, agenda 6.2 types. Documented: github.com/OptimalBits/bull/blob/develop/REFERENCE.md.
import { Origin } from '../../interpret/value.ts';
import { effect, effectOf, keyAt, keyOf } from '../effects/support/effect.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { addBulk, keptFor, makeQueue } from './bullmq.ts';

const does = 'enqueues a job';

/** `add(data, { jobId })` or `add(name, data, { jobId })`: a name is text. */
const add: MeaningOf = (call) => {
  const named = call.read.text(call.args[0]) !== undefined || call.args.length > 2;
  const at = named ? 2 : 1;
  const meaning = effectOf(call, 'enqueue', does, { key: keyAt(at, 'jobId'), keySpace: 'receiver' });
  return meaning.is === 'effect'
    ? { ...meaning, effect: { ...meaning.effect, keptFor: keptFor(call, call.args[at]) } }
    : meaning;
};

export const bull = defineLibrary({
  name: 'bull',
  packages: ['bull'],
  source: 'https://github.com/OptimalBits/bull/blob/develop/REFERENCE.md',
  types: { Queue: ['default.new', 'default()', 'Queue.new', 'default.default.new'], Job: [] },
  typeAliases: { 'default.Queue': 'Queue', 'default.Job': 'Job' },
  members: {
    'Job.data': { is: 'delivery', part: 'message' },
    'Job.id': valueOf(Origin.eventKey),
    'Job.timestamp': valueOf(Origin.eventTime),
    'Job.attemptsMade': valueOf(Origin.attempt),
  },
  calls: {
    'default.new, default, Queue.new, default.default.new': makeQueue,
    'Queue.add': add,
    'Queue.addBulk': addBulk,
    'Queue.*': { is: 'nothing' },
    'Job.*': { is: 'nothing' },
  },
  registrations: [
    // `process(fn)`, `process(concurrency, fn)`, `process(name, concurrency, fn)`: only a function is a handler.
    {
      by: 'call',
      call: 'Queue.process',
      handlers: { from: 0 },
      parameters: [{ type: 'Job' }, { ignored: true }],
      kind: 'queue',
    },
  ],
});

/** `queue.createJob(data).setId(id).save()`. */
const saveBeeJob: MeaningOf = ({ chain, read }) => {
  const id = chain.find((step) => step.name === 'setId')?.args ?? [];
  const key = { ...keyOf(read, id, keyAt(0)), place: '`.setId(id)` of the job' };
  return { is: 'effect', effect: { radius: 'state', category: 'enqueue', does, key } };
};

export const beeQueue = defineLibrary({
  name: 'bee-queue',
  packages: ['bee-queue'],
  source: 'https://github.com/bee-queue/bee-queue',
  types: { Queue: ['default.new', 'default()'], Job: [] },
  members: { 'Job.data': { is: 'delivery', part: 'message' }, 'Job.id': valueOf(Origin.eventKey) },
  calls: {
    'Queue.createJob().save': saveBeeJob,
    'Queue.createJob().*().save': saveBeeJob,
    'Queue.createJob().*().*().save': saveBeeJob,
  },
  registrations: [
    {
      by: 'call',
      call: 'Queue.process',
      handlers: { from: 0 },
      parameters: [{ type: 'Job' }, { ignored: true }],
      kind: 'queue',
    },
  ],
});

export const agenda = defineLibrary({
  name: 'agenda',
  packages: ['agenda', '@hokify/agenda'],
  source: 'https://github.com/agenda/agenda',
  types: { Agenda: ['Agenda.new', 'default.new', 'default()'], Job: [] },
  members: { 'Job.attrs.data': { is: 'delivery', part: 'message' }, 'Job.attrs._id': valueOf(Origin.eventKey) },
  calls: {
    'Agenda.now': effect('enqueue', does),
    'Agenda.schedule': effect('enqueue', does),
    'Agenda.create().save': effect('enqueue', does),
    'Agenda.create().*().save': effect('enqueue', does),
    'Agenda.every': { is: 'nothing' },
  },
  registrations: [
    {
      by: 'call',
      call: 'Agenda.define',
      handlers: { from: 1 },
      parameters: [{ type: 'Job' }, { ignored: true }],
      kind: 'queue',
    },
  ],
});
