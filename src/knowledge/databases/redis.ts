// Checked: redis 6.3.1 types, with those of its @redis/client.
import { defineLibrary } from '../types.ts';
import { optionObject, redisCalls, redisPipeline, redisWorkers } from './support/redis.ts';

export const nodeRedis = defineLibrary({
  name: 'redis',
  packages: ['redis', '@redis/client'],
  source: 'https://redis.io/docs/latest/develop/clients/nodejs/',
  types: {
    Client: [
      'createClient()',
      'createCluster()',
      'createClientPool()',
      'Client.on()',
      'Client.connect()',
      'Client.duplicate()',
    ],
  },
  typeAliases: { RedisClientType: 'Client', RedisClientPoolType: 'Client', RedisClusterType: 'Client' },
  calls: redisCalls('Client', optionObject),
  builders: [redisPipeline(['Client.multi'], optionObject)],
  registrations: redisWorkers('Client'),
});
