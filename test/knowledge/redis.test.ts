import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const app = (body: string) => `
  import { Redis } from 'ioredis';
  import { createClient } from 'redis';
  import { Redis as Upstash } from '@upstash/redis';
  import { pay } from 'bank';
  const ioredis = new Redis('');
  const client = createClient();
  const upstash = Upstash.fromEnv();
  export async function handler(event: any) { ${body} }
`;

describe('redis', () => {
  test.each([
    ['if ((await ioredis.set(`event:${event.id}`, "1", "EX", 3600, "NX")) !== "OK") return;', 'claim key for 3600 s'],
    ['if (!(await ioredis.set(event.id, "1", "PX", event.ttl, "NX"))) return;', 'claim key for some s'],
    ['if (!(await client.set(event.id, "1", { NX: true, PX: 5000 }))) return;', 'claim key for 5 s'],
    [
      'if (!(await client.set(event.id, "1", { condition: "NX", expiration: { type: "EX", value: 60 } }))) return;',
      'claim key for 60 s',
    ],
    ['if ((await upstash.set(event.id, 1, { nx: true })) === null) return;', 'claim key'],
    ['if ((await ioredis.setnx(event.id, "1")) === 0) return;', 'claim key'],
    ['if (!(await client.setNX(event.id, "1"))) return;', 'claim key'],
    ['if (!(await ioredis.sadd("seen", event.id))) return;', 'claim key'],
  ])('%s', (claim, described) => {
    expect(describeSteps(app(`${claim} await pay();`))).toEqual([described, 'pay when won']);
  });

  test('a set without NX overwrites what a get looked for', () => {
    expect(
      describeSteps(
        app(`
          if (await ioredis.get(event.id)) return;
          await pay();
          await ioredis.set(event.id, '1', 'EX', 60);
          await ioredis.del(event.id);
        `),
      ),
    ).toEqual([
      'read redis where key = key',
      'pay when missing',
      'insert redis(key=key, value="1") updating (key) set value="1"',
      'delete redis where key = key',
    ]);
  });
});
