// Checked: https://upstash.com/docs/redis/sdks/ts/commands/string/set, types of @upstash/redis 1.39.
import { defineLibrary } from '../types.ts';
import { optionObject, redisCalls } from './support/redis.ts';

export const upstashRedis = defineLibrary({
  name: '@upstash/redis',
  packages: ['@upstash/redis', '@upstash/redis/cloudflare', '@upstash/redis/fastly', '@vercel/kv'],
  source: 'https://upstash.com/docs/redis/sdks/ts/commands/string/set',
  types: { Redis: ['Redis.new', 'Redis.fromEnv()', 'createClient()'] },
  typeAliases: { VercelKV: 'Redis' },
  // `kv` of @vercel/kv is a client ready for use.
  calls: { ...redisCalls('Redis', optionObject), ...redisCalls('kv', optionObject) },
});
