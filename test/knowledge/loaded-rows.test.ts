import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

describe('mongoose documents', () => {
  const app = (body: string) => `
    import mongoose from 'mongoose';
    import { pay } from 'bank';
    const Order = mongoose.model('Order', new mongoose.Schema({}));
    const Wallet = mongoose.model('Wallet', new mongoose.Schema({}));
    export async function handler(event: any) { ${body} }
  `;

  test('a status that is assigned and saved', () => {
    expect(
      describeSteps(
        app(`
          const order = await Order.findById(event.order);
          if (order.status === 'paid') return;
          order.status = 'paid';
          await order.save();
        `),
      ),
    ).toEqual(['read Order where _id = event', 'update Order(status="paid") where _id = row']);
  });

  test('a compound assignment accumulates', () => {
    expect(
      describeSteps(
        app(`
          const wallet = await Wallet.findOne({ user: event.user });
          wallet.balance += event.amount;
          wallet.payments++;
          wallet.history.push(event.id);
          await wallet.save();
        `),
      ),
    ).toEqual([
      'read Wallet where user = event',
      'update Wallet(balance+=row, payments+=row, history+=key) where _id = row',
    ]);
  });

  test('what was saved once is not written again', () => {
    expect(
      describeSteps(
        app(`
          const order = await Order.findById(event.order);
          order.status = 'processing';
          await order.save();
          order.set('note', 'done');
          await order.save();
        `),
      ),
    ).toEqual([
      'read Order where _id = event',
      'update Order(status="processing") where _id = row',
      'update Order(note="done") where _id = row',
    ]);
  });

  test('a document stays in the session that it was loaded in', () => {
    expect(
      describeSteps(
        app(`
          await mongoose.connection.transaction(async (session) => {
            const order = await Order.findById(event.order).session(session);
            order.status = 'paid';
            await order.save();
            await order.updateOne({ $inc: { total: 5 } });
            await order.deleteOne();
          });
        `),
      ),
    ).toEqual([
      'begin',
      '  read Order where _id = event',
      '  update Order(status="paid") where _id = row',
      '  update Order(total+=5) where _id = row',
      '  delete Order where _id = row',
      'commit',
      'rollback',
    ]);
  });

  test('the rows of a list', () => {
    expect(
      describeSteps(
        app(`
          for (const order of await Order.find({ user: event.user })) {
            order.status = 'cancelled';
            await order.save();
          }
        `),
      ),
    ).toEqual(['read Order where user = event', 'update Order(status="cancelled") where _id = row']);
  });

  test('changes that are not seen', () => {
    expect(
      describeSteps(
        app(`
          const order = await Order.findById(event.order);
          order[event.field] = 1;
          await order.save();
        `),
      ),
    ).toEqual(['read Order where _id = event', 'update Order(…) where _id = row']);
  });
});

describe('sequelize rows', () => {
  const app = (body: string) => `
    import { DataTypes, Model, Op, Sequelize } from 'sequelize';
    import { pay } from 'bank';
    const sequelize = new Sequelize('');
    class Order extends Model { declare status: string }
    Order.init({ status: DataTypes.STRING }, { sequelize, modelName: 'order' });
    export async function handler(event: any) { ${body} }
  `;

  test('update, increment, destroy and save', () => {
    expect(
      describeSteps(
        app(`
          const order = await Order.findByPk(event.order);
          if (!order) return;
          await order.update({ status: 'paid' });
          await order.increment('total', { by: event.amount });
          order.note = 'x';
          await order.save();
          await order.destroy();
        `),
      ),
    ).toEqual([
      'read Order where id = event',
      'update Order(status="paid") where id = row',
      'update Order(total+=event) where id = row',
      'update Order(note="x") where id = row',
      'delete Order where id = row',
    ]);
  });

  test('the transaction is the one in the options', () => {
    expect(
      describeSteps(
        app(`
          await sequelize.transaction(async (transaction) => {
            const order = await Order.findByPk(event.order, { transaction, lock: true });
            await order.update({ status: 'paid' }, { transaction });
            await order.update({ status: 'told' });
          });
        `),
      ),
    ).toEqual([
      'begin',
      '  read Order where id = event for update',
      '  update Order(status="paid") where id = row',
      'update Order(status="told") where id = row',
      'commit',
      'rollback',
    ]);
  });

  test('operators are symbols', () => {
    expect(
      describeSteps(
        app(`
          const [changed] = await Order.update(
            { status: 'paid' },
            { where: { id: event.order, status: { [Op.ne]: 'paid' }, [Op.or]: [{ a: 1 }, { b: 2 }] } },
          );
          if (changed === 0) return;
          await pay();
        `),
      ),
    ).toEqual([
      'update Order(status="paid") where id = event and status <> "paid" and a other 1 and b other 2',
      'pay when won',
    ]);
  });

  test('a new row is inserted', () => {
    expect(
      describeSteps(
        app(`const order = Order.build({ id: event.id }); await order.save(); await new Order({ id: 2 }).save();`),
      ),
    ).toEqual(['insert Order(id=key)', 'insert Order(id=2)']);
  });
});

describe('typeorm active records', () => {
  const app = (body: string) => `
    import { BaseEntity, Entity, PrimaryColumn } from 'typeorm';
    import { pay } from 'bank';
    abstract class Base extends BaseEntity { @PrimaryColumn() id!: string }
    @Entity() class Order extends Base { status!: string; total!: number }
    export async function handler(event: any) { ${body} }
  `;

  test('the class is the table', () => {
    expect(
      describeSteps(
        app(`
          const order = await Order.findOneByOrFail({ id: event.order });
          order.total += 5;
          await order.save();
          await Order.update({ id: event.order, status: 'new' }, { status: 'paid' });
          await order.remove();
        `),
      ),
    ).toEqual([
      'read Order where id = event',
      'update Order(total+=row) where id = row',
      'update Order(status="paid") where id = event and status = "new"',
      'delete Order where id = row',
    ]);
  });

  test('an entity made here is inserted', () => {
    expect(describeSteps(app(`const order = new Order(); order.status = 'new'; await order.save();`))).toEqual([
      'insert Order(status="new", …)',
    ]);
  });
});

describe('objection', () => {
  test('queries on the class and on a loaded row', () => {
    expect(
      describeSteps(`
        import { Model } from 'objection';
        class Order extends Model { static tableName = 'orders'; status!: string }
        export async function handler(event: any) {
          await Model.transaction(async (trx) => {
            const order = await Order.query(trx).findById(event.order);
            await order.$query(trx).patch({ status: 'paid' });
            await order.$query(trx).increment('total', 5);
          });
        }
      `),
    ).toEqual([
      'begin',
      '  read orders where id = event',
      '  update orders(status="paid") where id = row',
      '  update orders(total+=5) where id = row',
      'commit',
      'rollback',
    ]);
  });
});
