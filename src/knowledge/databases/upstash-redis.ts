// Checked: @upstash/redis 1.39.0 types.
import { defineLibrary } from '../types.ts';
import { optionObject, redisCalls, redisPipeline } from './support/redis.ts';

export const upstashRedis = defineLibrary({
  name: '@upstash/redis',
  packages: ['@upstash/redis', '@upstash/redis/cloudflare', '@upstash/redis/fastly', '@vercel/kv'],
  source: 'https://upstash.com/docs/redis/sdks/ts/commands/string/set',
  types: { Redis: ['Redis.new', 'Redis.fromEnv()', 'createClient()'] },
  typeAliases: { VercelKV: 'Redis' },
  // `kv` of @vercel/kv is a client ready for use.
  calls: { ...redisCalls('Redis', optionObject), ...redisCalls('kv', optionObject) },
  builders: [redisPipeline(['Redis.multi', 'Redis.pipeline', 'kv.multi', 'kv.pipeline'], optionObject)],
});
