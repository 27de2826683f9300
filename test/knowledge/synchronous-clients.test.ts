import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

describe('clients that answer at once', () => {
  test('the unique violation is caught around the call itself', () => {
    expect(
      describeSteps(`
        import Database from 'better-sqlite3';
        import { pay } from 'bank';
        const db = new Database('app.db');
        export async function handler(event: any) {
          try {
            db.prepare('INSERT INTO seen (id) VALUES (?)').run(event.id);
          } catch (error) {
            if (error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return;
            throw error;
          }
          await pay();
        }
      `),
    ).toEqual(['insert seen(id=key)', 'pay when returned']);
  });

  test('the changes of the answer tell who won', () => {
    expect(
      describeSteps(`
        import { DatabaseSync } from 'node:sqlite';
        import { pay } from 'bank';
        const db = new DatabaseSync('app.db');
        const claim = db.prepare('INSERT OR IGNORE INTO seen (id) VALUES (?)');
        export async function handler(event: any) {
          const { changes } = claim.run(event.id);
          if (changes === 0) return;
          await pay();
        }
      `),
    ).toEqual(['insert seen(id=key) ignoring', 'pay when won']);
  });

  test('a wrapped function is a transaction that throws what it threw', () => {
    expect(
      describeSteps(`
        import { Database } from 'bun:sqlite';
        import { pay } from 'bank';
        const db = new Database('app.db');
        const work = db.transaction((event: any) => {
          db.query('INSERT INTO seen (id) VALUES (?)').run(event.id);
          db.query('UPDATE wallets SET cents = cents + ? WHERE id = ?').run(event.cents, event.wallet);
        });
        export async function handler(event: any) {
          try { work(event); } catch { return; }
          await pay();
        }
      `),
    ).toEqual([
      'begin',
      '  insert seen(id=key)',
      '  update wallets(cents+=event) where id = event',
      'commit',
      'rollback',
      'pay when returned, untested',
    ]);
  });

  test("Drizzle's run() on a synchronous driver", () => {
    const app = (driver: string) => `
      import { drizzle } from 'drizzle-orm/${driver}';
      import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
      import { pay } from 'bank';
      const seen = sqliteTable('seen', { id: text('id').primaryKey() });
      const db = drizzle('app.db');
      export async function handler(event: any) {
        try { db.insert(seen).values({ id: event.id }).run(); } catch { return; }
        await pay();
      }
    `;
    expect(describeSteps(app('better-sqlite3'))).toEqual(['insert seen(id=key)', 'pay when returned']);
    // A promise that nobody waits for.
    expect(describeSteps(app('libsql'))).toEqual(['insert seen(id=key)', 'pay when untested']);
  });
});
