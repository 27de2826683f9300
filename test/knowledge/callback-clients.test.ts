import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

describe('results that are handed to a callback', () => {
  test('pg', () => {
    expect(
      describeSteps(`
        import { Pool } from 'pg';
        import { pay } from 'bank';
        const pool = new Pool();
        export async function handler(event: any) {
          pool.query('INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id], (error, result) => {
            if (error) return;
            if (result.rowCount === 0) return;
            pay();
          });
        }
      `),
    ).toEqual(['insert seen(id=key) ignoring', 'pay when won']);
  });

  test('mysql2, with a connection and a transaction of its own', () => {
    expect(
      describeSteps(`
        import mysql from 'mysql2';
        import { pay } from 'bank';
        const pool = mysql.createPool('');
        export async function handler(event: any) {
          pool.getConnection((error, connection) => {
            connection.beginTransaction((error) => {
              if (error) return;
              connection.query('INSERT INTO seen (id) VALUES (?)', [event.id], (error) => {
                if (error && error.code === 'ER_DUP_ENTRY') return connection.rollback(() => connection.release());
                if (error) throw error;
                connection.query('SELECT * FROM orders WHERE id = ?', [event.order], (error, rows) => {
                  if (!rows[0]) return;
                  pay();
                  connection.commit(() => connection.release());
                });
              });
            });
          });
        }
      `),
    ).toEqual([
      'begin',
      '  insert seen(id=key)',
      '  read orders where id = event',
      'pay when returned, found',
      'commit',
      'rollback',
    ]);
  });

  test('exec of mongoose', () => {
    expect(
      describeSteps(`
        import { model, Schema } from 'mongoose';
        import { pay } from 'bank';
        const Seen = model('Seen', new Schema({}));
        export async function handler(event: any) {
          Seen.findOne({ key: event.id }).exec((error, seen) => {
            if (error || seen) return;
            pay();
          });
        }
      `),
    ).toEqual(['read Seen where key = key', 'pay when missing']);
  });
});
