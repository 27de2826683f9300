// Source: github.com/smrchy/rsmq; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

/** Queues of Redis without an id of their own. */
export const redisQueues = defineLibrary({
  name: 'redis queues',
  packages: ['kue', 'rsmq', '@adonisjs/redis', 'zeplo', 'faktory-worker', 'celery-node'],
  source: 'https://github.com/smrchy/rsmq, https://github.com/actionhero/node-faktory-worker',
  types: { Queue: ['default.new', 'default()', 'default.createClient()', 'createClient()', 'default.createQueue()'] },
  calls: each(
    [
      'Queue.sendMessage',
      'Queue.sendMessageAsync',
      'Queue.create().save',
      'Queue.job().push',
      'Queue.createTask().applyAsync',
    ],
    effect('enqueue', 'enqueues a message'),
  ),
});
