import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { urlOf, useDatabase } from './support/postgres.ts';

const testDatabase = useDatabase({ empty: true });
let pool: Pool;
beforeAll(() => {
  pool = testDatabase.pool();
});

const root = fileURLToPath(new URL('..', import.meta.url));
/** Runs the built command, as `npx` does. */
async function run(...parameters: string[]): Promise<{ code: number; output: string }> {
  try {
    const command = join(root, 'dist/schema/migrate-command.js');
    const { stdout } = await promisify(execFile)(process.execPath, [command, ...parameters], { cwd: root });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr };
  }
}

const columnsOf = async (table: string): Promise<string[]> =>
  (
    await pool.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'hooks' AND table_name = $1",
      [table],
    )
  ).rows.map(({ name }) => name);

describe('webhook-once-migrate', () => {
  it('applies the migrations, by two at once too, and the texts name every column of them', async () => {
    const apply = () => run('--url', urlOf(testDatabase.name), '--schema', 'hooks', '--prefix', 'wo_');
    const both = await Promise.all([apply(), apply()]);
    expect(both.map(({ output }) => output).sort()).toEqual([
      'Applied 1, 2.\n',
      'Nothing to do: the tables are up to date.\n',
    ]);
    for (const text of ['sql', 'prisma', 'drizzle', 'knex']) {
      const { output } = await run('--print', text, '--schema', 'hooks', '--prefix', 'wo_');
      expect(output).toContain('hooks');
      for (const table of ['claim', 'inbox', 'migration']) {
        expect(output).toContain(`wo_${table}`);
        for (const column of await columnsOf(`wo_${table}`)) expect(output).toMatch(new RegExp(`\\b${column}\\b`));
      }
    }
  });

  it('migrates a file of SQLite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'webhook-once-migrate-'));
    const apply = () => run('--dialect', 'sqlite', '--url', `file:${join(folder, 'a.db')}`);
    expect(await apply()).toEqual({ code: 0, output: 'Applied 1, 2.\n' });
    expect(await apply()).toEqual({ code: 0, output: 'Nothing to do: the tables are up to date.\n' });
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    [['--dialect', 'oracle'], /no dialect oracle/],
    [['--print', 'xml'], /no text for xml/],
    [['--dialect', 'sqlite', '--schema', 'a', '--print', 'sql'], /SQLite has no schemas/],
    [['--url', 'postgres://127.0.0.1:1/none'], /could not be migrated/],
  ])('refuses %j', async (parameters, message) => {
    expect(await run(...parameters)).toMatchObject({ code: 1, output: expect.stringMatching(message) as string });
  });
});
