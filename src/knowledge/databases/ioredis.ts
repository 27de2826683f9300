// Checked: ioredis 6.0.0 types.
import { defineLibrary } from '../types.ts';
import { listedOptions, redisCalls, redisPipeline, redisWorkers } from './support/redis.ts';

export const ioredis = defineLibrary({
  name: 'ioredis',
  packages: ['ioredis', 'iovalkey'],
  source: 'https://redis.github.io/ioredis/classes/Redis.html',
  types: { Redis: ['default.new', 'Redis.new', 'Cluster.new', 'default.Cluster.new', 'Redis.duplicate()'] },
  typeAliases: { Cluster: 'Redis', Valkey: 'Redis' },
  calls: redisCalls('Redis', listedOptions),
  registrations: redisWorkers('Redis'),
  builders: [redisPipeline(['Redis.multi', 'Redis.pipeline'], listedOptions, { wrapped: true })],
});
