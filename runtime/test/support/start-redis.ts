import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { findProgram } from './find-program.ts';
import { freePort } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of a Redis on this machine; `undefined` where none is installed. */
    redisPort: number | undefined;
  }
}

/** One real server for all files; each file takes another of its numbered databases. */
export default async function startRedis(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = findProgram('redis-server') ?? findProgram('valkey-server');
  if (server === undefined) {
    // eslint-disable-next-line no-console -- a suite that is skipped says so, whatever the reporter shows
    console.warn('Redis is not installed (Debian: redis-server): the tests of BullMQ are skipped.');
    project.provide('redisPort', undefined);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'webhook-once-redis-'));
  const port = await freePort();
  const child = spawn(
    server,
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const until = Date.now() + 30_000;
  while (!(await answers(port))) {
    if (Date.now() > until) throw new Error('Redis did not start.');
    await wait(50);
  }
  project.provide('redisPort', port);
  return async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
}
