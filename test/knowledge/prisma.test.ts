import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const app = (body: string) => `
  import { Prisma, PrismaClient } from '@prisma/client';
  import { pay } from 'bank';
  const prisma = new PrismaClient();
  async function credit(tx: Prisma.TransactionClient, id: string) {
    await tx.wallet.update({ where: { id }, data: { cents: { increment: 5 } } });
  }
  export async function handler(event: any) { ${body} }
`;

describe('prisma', () => {
  test('a unique violation is P2002', () => {
    expect(
      describeSteps(
        app(`
          try {
            await prisma.processedEvent.create({ data: { provider: 'stripe', eventId: event.id } });
          } catch (error) {
            if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return;
            throw error;
          }
          await pay();
        `),
      ),
    ).toEqual(['insert processedEvent(provider="stripe", eventId=key)', 'pay when returned']);
  });

  test('skipDuplicates is told by the count', () => {
    expect(
      describeSteps(
        app(`
          const { count } = await prisma.processedEvent.createMany({ data: [{ eventId: event.id }], skipDuplicates: true });
          if (count === 0) return;
          await pay();
        `),
      ),
    ).toEqual(['insert processedEvent(eventId=key) ignoring', 'pay when won']);
  });

  test('an empty update of an upsert tells nobody whether the row was there', () => {
    expect(
      describeSteps(
        app(`
          const row = await prisma.event.upsert({ where: { id: event.id }, create: { id: event.id }, update: {} });
          if (!row) return;
          await pay();
        `),
      ),
    ).toEqual(['insert event(id=key) updating (id) set nothing', 'pay when untested']);
  });

  test('where: compound keys, operators, conjunctions, alternatives, other models', () => {
    expect(
      describeSteps(
        app(`
          await prisma.order.findUnique({ where: { provider_eventId: { provider: 'stripe', eventId: event.id } } });
          await prisma.order.findFirst({ where: { AND: [{ id: event.order_id }, { status: { not: 'PAID' } }], paidAt: null } });
          await prisma.order.findMany({ where: { status: { in: ['A', 'B'] }, NOT: { kind: 'x' }, OR: [{ a: 1 }, { b: 2 }] } });
          await prisma.order.deleteMany({ where: { user: { email: event.email }, total: { gte: 5, lt: 9 } } });
        `),
      ),
    ).toEqual([
      'read order where provider = "stripe" and eventId = key',
      'read order where id = event and status <> "PAID" and paidAt is null',
      'read order where status in "A", "B" and kind <> "x" and a other 1 and b other 2',
      'delete order where user other event and total >= 5 and total < 9',
    ]);
  });

  test('data: what adds up, what is set, what goes to other models', () => {
    expect(
      describeSteps(
        app(`
          await prisma.user.update({
            where: { id: event.user_id },
            data: {
              credits: { increment: event.credits },
              tags: { push: 'paid' },
              name: { set: 'x' },
              plan: undefined,
              team: { connect: { id: event.team_id } },
              orders: { create: [{ reference: event.reference }] },
            },
          });
        `),
      ),
    ).toEqual([
      'update user(credits+=event, tags+="paid", name="x", team=event) where id = event',
      'insert user.orders(reference=event)',
    ]);
  });

  test('the transaction is what runs on its client', () => {
    expect(
      describeSteps(
        app(`
          await prisma.$transaction(
            async (tx) => {
              await tx.event.create({ data: { id: event.id } });
              await credit(tx, event.wallet_id);
              await prisma.log.create({ data: { id: event.id } });
            },
            { isolationLevel: Prisma.TransactionIsolationLevel.Serializable },
          );
        `),
      ),
    ).toEqual([
      'begin serializable',
      '  insert event(id=key)',
      '  update wallet(cents+=5) where id = event',
      'insert log(id=key)',
      'commit',
      'rollback',
    ]);
  });

  test('raw SQL, tagged, built and plain', () => {
    expect(
      describeSteps(
        app(`
          const count = await prisma.$executeRaw\`INSERT INTO events (id) VALUES (\${event.id}) ON CONFLICT DO NOTHING\`;
          if (count === 0) return;
          await prisma.$queryRaw(Prisma.sql\`SELECT * FROM orders WHERE id IN (\${Prisma.join([event.a, event.b])}) FOR UPDATE\`);
          await prisma.$executeRawUnsafe('UPDATE orders SET total = $1 WHERE id = $2', event.total, event.order_id);
        `),
      ),
    ).toEqual([
      'insert events(id=key) ignoring',
      'read orders where id in event, event for update',
      'update orders(total=event) where id = event',
    ]);
  });
});
