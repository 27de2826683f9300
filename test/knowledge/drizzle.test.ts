import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const schema = `
  import { integer, pgSchema, pgTable, pgTableCreator, text } from 'drizzle-orm/pg-core';
  export const events = pgTable('processed_events', { provider: text('provider'), eventId: text('event_id').notNull() });
  export const accounts = pgTable('accounts', { id: text('id'), credits: integer('credits'), status: text('status') });
  const table = pgTableCreator((name) => \`app_\${name}\`);
  export const orders = table('orders', { id: text('id') });
  export const bills = pgSchema('billing').table('bills', { id: text('id') });
`;

const app = (body: string, driver = 'node-postgres') => ({
  'schema.ts': schema,
  'app.ts': `
    import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
    import { drizzle } from 'drizzle-orm/${driver}';
    import { pay } from 'bank';
    import * as schema from './schema';
    import { accounts, bills, events, orders } from './schema';
    const db = drizzle(process.env.DATABASE_URL!, { schema });
    export async function handler(event: any) { ${body} }
  `,
});

describe('drizzle', () => {
  test('returned rows tell the outcome', () => {
    expect(
      describeSteps(
        app(`
          const [won] = await db
            .insert(events)
            .values({ provider: 'stripe', eventId: event.id })
            .onConflictDoNothing({ target: [events.provider, events.eventId] })
            .returning();
          if (!won) return;
          await pay();
        `),
      ),
    ).toEqual(['insert processed_events(provider="stripe", eventId=key) ignoring (provider, eventId)', 'pay when won']);
  });

  test.each([
    ['node-postgres', 'result.rowCount'],
    ['postgres-js', 'result.count'],
    ['libsql', 'result.rowsAffected'],
    ['d1', 'result.meta.changes'],
    ['mysql2', 'result[0].affectedRows'],
  ])('without them the driver %s counts in %s', (driver, counted) => {
    const insert = 'const result = await db.insert(orders).values({ id: event.id }).onConflictDoNothing();';
    expect(describeSteps(app(`${insert} if (${counted} === 0) return; await pay();`, driver))).toEqual([
      'insert app_orders(id=key) ignoring',
      'pay when won',
    ]);
  });

  test('fragments that compute with their own column add up', () => {
    expect(
      describeSteps(
        app(`
          await db.update(accounts).set({ credits: sql\`\${accounts.credits} + \${event.credits}\` }).where(eq(accounts.id, event.account_id));
          await db.update(accounts).set({ credits: sql\`credits - 1\`, status: sql\`now()\` });
          await db
            .insert(orders)
            .values([{ id: event.order_id }])
            .onConflictDoUpdate({ target: orders.id, set: { id: sql\`excluded.id\` }, setWhere: ne(orders.id, 'x') });
        `),
      ),
    ).toEqual([
      'update accounts(credits+=event) where id = event',
      'update accounts(credits+=?, status=clock)',
      'insert app_orders(id=event) updating (id) set id=? where id <> "x"',
    ]);
  });

  test('conditions, also as the callback of a relational query', () => {
    expect(
      describeSteps(
        app(`
          await db.delete(bills).where(and(eq(bills.id, event.bill_id), inArray(bills.id, [event.a, event.b])));
          await db.select().from(accounts).where(or(isNull(accounts.status), eq(accounts.credits, 1))).for('update', { skipLocked: true });
          await db.query.events.findFirst({ where: eq(events.eventId, event.id) });
          await db.query.events.findFirst({ where: (t, { and, eq }) => and(eq(t.eventId, event.id), eq(t.provider, 'stripe')) });
        `),
      ),
    ).toEqual([
      'delete billing.bills where id = event and id in event, event',
      'read accounts where status other and credits other 1 for update skip locked',
      'read processed_events where eventId = key',
      'read processed_events where eventId = key and provider = "stripe"',
    ]);
  });

  test('raw SQL names the columns as the database does', () => {
    expect(
      describeSteps(app('await db.execute(sql`delete from ${events} where ${events.eventId} = ${event.id}`);')),
    ).toEqual(['delete processed_events where event_id = key']);
  });

  test('a transaction knows the tables of the database', () => {
    expect(
      describeSteps(
        app(`
          await db.transaction(
            async (tx) => {
              await tx.query.events.findFirst({ where: eq(events.eventId, event.id) });
              await db.insert(orders).values({ id: event.id });
            },
            { isolationLevel: 'serializable' },
          );
        `),
      ),
    ).toEqual([
      'begin serializable',
      '  read processed_events where eventId = key',
      'insert app_orders(id=key)',
      'commit',
      'rollback',
    ]);
  });
});
