import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import type { TestProject } from 'vitest/node';
import { findProgram } from './find-program.ts';
import { freePort } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of a MariaDB on this machine, user `root` with no password; `undefined` where none is installed. */
    mariadbPort: number | undefined;
  }
}

/** One real server for all files; each file makes a database of its own in it. */
export default async function startMariadb(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = findProgram('mariadbd') ?? findProgram('mysqld');
  const install = findProgram('mariadb-install-db');
  if (server === undefined || install === undefined) {
    // eslint-disable-next-line no-console -- a suite that is skipped says so, whatever the reporter shows
    console.warn('MariaDB is not installed (Debian: mariadb-server-core): the tests of mysql2 are skipped.');
    project.provide('mariadbPort', undefined);
    return undefined;
  }
  const folder = await mkdtemp(join(tmpdir(), 'webhook-once-mariadb-'));
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const user = `--user=${userInfo().username}`;
  const made = spawnSync(
    install,
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', user],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db failed:\n${made.stdout}${made.stderr}`);
  const port = await freePort();
  const child = spawn(
    server,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      user,
      // What a crash of the machine would lose is not what is tested.
      '--innodb-flush-log-at-trx-commit=0',
      '--skip-log-bin',
      '--max-connections=200',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await untilItAnswers(port, ended);
  project.provide('mariadbPort', port);
  return async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

async function untilItAnswers(port: number, ended: Promise<unknown>): Promise<void> {
  const server = { gone: false };
  void ended.then(() => {
    server.gone = true;
  });
  for (const until = Date.now() + 60_000; ;) {
    try {
      const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
      await connection.end();
      return;
    } catch (error) {
      if (server.gone || Date.now() > until) throw new Error('MariaDB did not start.', { cause: error });
      await wait(100);
    }
  }
}
