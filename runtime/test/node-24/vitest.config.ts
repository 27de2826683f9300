import { defineConfig } from 'vitest/config';

/** What `../node-24.test.ts` runs, on the servers that it already has. */
export default defineConfig({
  test: {
    include: ['runtime/test/node-24/*.node24.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    provide: { postgresPort: Number(process.env.WEBHOOK_ONCE_POSTGRES_PORT) },
  },
});
