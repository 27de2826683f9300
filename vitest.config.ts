import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/fixtures/**'];

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'linter', include: ['test/**/*.test.ts'], exclude, testTimeout: 30_000 } },
      {
        test: {
          name: 'runtime',
          include: ['runtime/test/**/*.test.ts'],
          exclude,
          // A server, eight clients and their processes share the machine with the other tests.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          globalSetup: ['postgres', 'mariadb', 'redis'].map((server) => `runtime/test/support/start-${server}.ts`),
        },
      },
    ],
  },
});
