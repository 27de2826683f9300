import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

describe('sequelize', () => {
  const app = (body: string) => `
    import { literal, Op, Sequelize } from 'sequelize';
    import { pay } from 'bank';
    const sequelize = new Sequelize('');
    const Order = sequelize.define('Order', {});
    export async function handler(event: any) { ${body} }
  `;

  test('findOrCreate says whether it created', () => {
    expect(
      describeSteps(
        app(`
          const [, created] = await Order.findOrCreate({ where: { id: event.id }, defaults: { status: 'new' } });
          if (!created) return;
          await pay();
        `),
      ),
    ).toEqual(['insert Order(id=key, status="new") ignoring (id)', 'pay when won']);
  });

  test('update answers the number of rows', () => {
    expect(
      describeSteps(
        app(`
          const [changed] = await Order.update({ n: literal('n + 1') }, { where: { id: event.order_id, status: 'open' } });
          if (changed === 0) return;
          await pay();
        `),
      ),
    ).toEqual(['update Order(n+=?) where id = event and status = "open"', 'pay when won']);
  });

  test('a transaction holds what is given it', () => {
    expect(
      describeSteps(
        app(`
          await sequelize.transaction(async (transaction) => {
            await Order.create({ id: event.id }, { transaction });
            await Order.increment('n', { by: 5, where: { id: event.order_id }, transaction });
            await Order.destroy({ where: { id: 1 } });
          });
          const transaction = await sequelize.transaction();
          await Order.findByPk(event.order_id, { lock: true, transaction });
          await transaction.commit();
        `),
      ),
    ).toEqual([
      'begin',
      '  insert Order(id=key)',
      '  update Order(n+=5) where id = event',
      'delete Order where id = 1',
      'commit',
      'rollback',
      'begin',
      '  read Order where id = event for update',
      'commit',
    ]);
  });
});

describe('mikro-orm', () => {
  test('native writes in a transactional callback', () => {
    expect(
      describeSteps(`
        import { MikroORM } from '@mikro-orm/postgresql';
        import { pay } from 'bank';
        class Order {}
        const orm = await MikroORM.init({});
        export async function handler(event: any) {
          const em = orm.em.fork();
          await em.transactional(async (tx) => {
            await tx.findOne(Order, { id: event.order_id });
            const changed = await tx.nativeUpdate(Order, { id: event.order_id, status: { $ne: 'paid' } }, { status: 'paid' });
            if (changed === 0) return;
            await pay();
          });
        }
      `),
    ).toEqual([
      'begin',
      '  read Order where id = event',
      '  update Order(status="paid") where id = event and status <> "paid"',
      'pay when won',
      'commit',
      'rollback',
    ]);
  });
});
