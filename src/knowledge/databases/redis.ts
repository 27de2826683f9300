// Checked: https://redis.io/docs/latest/develop/clients/nodejs/, types of redis 6.3.
import { defineLibrary } from '../types.ts';
import { optionObject, redisCalls, redisWorkers } from './support/redis.ts';

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
  calls: redisCalls('Client', optionObject, { kind: 'boolean' }),
  registrations: redisWorkers('Client'),
});
