import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const app = (body: string) => `
  import { DataSource, In, IsNull, Not, Repository } from 'typeorm';
  import { pay } from 'bank';
  class Order { id!: string; status!: string; total!: number }
  class ProcessedEvent { id!: string }
  class Service {
    constructor(private readonly orders: Repository<Order>, private readonly source: DataSource) {}
    async run(event: any) { ${body} }
  }
  const source = new DataSource({} as any);
  const service = new Service(source.getRepository(Order), source);
  export async function handler(event: any) { await service.run(event); }
`;

describe('typeorm', () => {
  test('an ignored conflict is told by what the driver returned', () => {
    expect(
      describeSteps(
        app(`
          const result = await this.source.createQueryBuilder().insert().into(ProcessedEvent).values({ id: event.id }).orIgnore().returning('id').execute();
          if (result.raw.length === 0) return;
          await pay();
        `),
      ),
    ).toEqual(['insert ProcessedEvent(id=key) ignoring', 'pay when won']);
  });

  test('the identifiers are there whether or not it was inserted', () => {
    expect(
      describeSteps(
        app(`
          const result = await this.source.createQueryBuilder().insert().into(ProcessedEvent).values({ id: event.id }).orIgnore().execute();
          if (result.identifiers.length === 0) return;
          await pay();
        `),
      ),
    ).toEqual(['insert ProcessedEvent(id=key) ignoring', 'pay when untested']);
  });

  test('a loaded entity is updated by what was set on it', () => {
    expect(
      describeSteps(
        app(`
          const order = await this.orders.findOneOrFail({ where: { id: event.order_id, status: Not('paid') }, lock: { mode: 'pessimistic_write' } });
          order.status = 'paid';
          await this.orders.save(order);
        `),
      ),
    ).toEqual([
      'read Order where id = event and status <> "paid" for update',
      'update Order(status="paid", …) where id = row',
    ]);
  });

  test('an entity with an id of its own is looked up and merged, one without is new', () => {
    expect(
      describeSteps(
        app(`
          await this.orders.save({ id: event.order_id, status: 'paid' });
          await this.orders.save(this.orders.create({ status: 'new' }));
        `),
      ),
    ).toEqual(['insert Order(id=event, status="paid") updating (id) set status="paid"', 'insert Order(status="new")']);
  });

  test('writes by criteria', () => {
    expect(
      describeSteps(
        app(`
          const { affected } = await this.orders.update({ id: event.order_id, status: In(['open', 'failed']) }, { status: 'paid' });
          if (!affected) return;
          await pay();
          await this.orders.update(event.order_id, { total: () => 'total + 5' });
          await this.orders.increment({ id: event.order_id }, 'total', event.amount);
          await this.orders.upsert({ id: event.order_id, status: 'x' }, ['id']);
          await this.orders.delete({ id: event.order_id, status: IsNull() });
        `),
      ),
    ).toEqual([
      'update Order(status="paid") where id = event and status in "open", "failed"',
      'pay when won',
      'update Order(total+=?) where id = event',
      'update Order(total+=event) where id = event',
      'insert Order(id=event, status="x") updating (id) set id=event, status="x"',
      'delete Order where id = event and status is null',
    ]);
  });

  test('the predicate of a query builder is read from its text', () => {
    expect(
      describeSteps(
        app(`
          await this.orders
            .createQueryBuilder('o')
            .update(Order)
            .set({ status: 'paid' })
            .where('o.id = :id AND o.status IN (:...open)', { id: event.order_id, open: ['new'] })
            .andWhere('o.paidAt IS NULL')
            .execute();
        `),
      ),
    ).toEqual(['update Order(status="paid") where id = event and status in "new" and paidAt is null']);
  });

  test('transactions by callback and by a query runner', () => {
    expect(
      describeSteps(
        app(`
          await this.source.transaction('SERIALIZABLE', async (manager) => {
            await manager.insert(ProcessedEvent, { id: event.id });
            await manager.getRepository(Order).findOneBy({ id: event.order_id });
            await this.orders.delete(event.order_id);
          });
          const runner = this.source.createQueryRunner();
          await runner.startTransaction();
          await runner.manager.update(Order, { id: 1 }, { status: 'paid' });
          await runner.query('DELETE FROM carts WHERE id = $1', [event.cart_id]);
          await runner.commitTransaction();
        `),
      ),
    ).toEqual([
      'begin serializable',
      '  insert ProcessedEvent(id=key)',
      '  read Order where id = event',
      'delete Order where id = event',
      'commit',
      'rollback',
      'begin',
      '  update Order(status="paid") where id = 1',
      '  delete carts where id = event',
      'commit',
    ]);
  });
});
