import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readPostgres } from '../schema/from-postgres.ts';
import type { SchemaPart } from '../schema/table-draft.ts';
import { UsageError } from './arguments.ts';

/** The part of the client that is used. */
interface Client {
  connect(): Promise<void>;
  query(text: string): Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;
  end(): Promise<void>;
}

type ClientClass = new (options: {
  readonly connectionString: string;
  readonly connectionTimeoutMillis: number;
}) => Client;

/** Seconds that a server may take to answer before the command gives up. */
const patience = 10;

/** The tables, keys and columns that a Postgres server's catalogs tell of. Nothing of the project's SQL is run. */
export async function readLiveDatabase(url: string, cwd: string): Promise<SchemaPart> {
  if (!/^postgres(?:ql)?:\/\//i.test(url))
    throw new UsageError('--database-url must begin with postgres:// or postgresql://');
  const Client = loadClient(cwd);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: patience * 1000 });
  try {
    await client.connect();
    // One snapshot for all questions, and the server itself refuses to write.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL statement_timeout = '${patience}s'`);
    const part = await readPostgres(async (text) => (await client.query(text)).rows);
    await client.query('COMMIT');
    return part;
  } catch (error) {
    throw new UsageError(`cannot read the database: ${withoutSecrets(messageOf(error), url)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function loadClient(cwd: string): ClientClass {
  // The project's own client knows how its server is reached; this package brings none along.
  for (const from of [join(cwd, 'package.json'), import.meta.url]) {
    try {
      return (createRequire(from)('pg') as { readonly Client: ClientClass }).Client;
    } catch {
      continue;
    }
  }
  throw new UsageError('--database-url needs the package "pg", which is not installed here');
}

/** Several addresses that refuse come as one error without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((one) => messageOf(one)).join('; ');
  return error instanceof Error ? error.message : String(error);
}

function withoutSecrets(message: string, url: string): string {
  const password = /^\w+:\/\/[^:@/]*:([^@]*)@/.exec(url)?.[1];
  const shown = message.replaceAll(url, 'the given URL');
  return password ? shown.replaceAll(password, '***') : shown;
}
