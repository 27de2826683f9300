import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

const mongoose = (body: string) => `
  import mongoose, { model, Schema } from 'mongoose';
  import { pay } from 'bank';
  const Receipt = mongoose.model('Receipt', new Schema({}));
  const Shop = model('Shop', new Schema({}));
  export async function handler(event: any) { ${body} }
`;

describe('mongoose', () => {
  test('a duplicate key is 11000', () => {
    expect(
      describeSteps(
        mongoose(`
          try {
            await Receipt.create({ eventId: event.id });
          } catch (error: any) {
            if (error.code === 11000) return;
            throw error;
          }
          await pay();
        `),
      ),
    ).toEqual(['insert Receipt(eventId=key)', 'pay when returned']);
  });

  test('an upsert that only sets on insert is told by upsertedCount', () => {
    expect(
      describeSteps(
        mongoose(`
          const result = await Receipt.updateOne({ eventId: event.id }, { $setOnInsert: { topic: 'paid' } }, { upsert: true });
          if (result.upsertedCount === 0) return;
          await pay();
        `),
      ),
    ).toEqual(['insert Receipt(eventId=key, topic="paid") ignoring (eventId)', 'pay when won']);
  });

  test('an update with the state in its filter is told by the document', () => {
    expect(
      describeSteps(
        mongoose(`
          const shop = await Shop.findOneAndUpdate({ domain: event.shop, state: { $ne: 'paid' } }, { $set: { state: 'paid' }, $inc: { n: 1 } });
          if (!shop) return;
          await pay();
        `),
      ),
    ).toEqual(['update Shop(state="paid", n+=1) where domain = event and state <> "paid"', 'pay when won']);
  });

  test('a transaction holds what is given its session', () => {
    expect(
      describeSteps(
        mongoose(`
          await mongoose.connection.transaction(async (session) => {
            await Receipt.create([{ eventId: event.id }], { session });
            await Shop.findOne({ domain: event.shop }).session(session).lean();
            await Shop.deleteMany({ domain: event.shop });
          });
          const session = await mongoose.startSession();
          await session.withTransaction(async () => {
            await Shop.updateMany({ a: 1 }, { b: 2 }, { session });
          });
        `),
      ),
    ).toEqual([
      'begin',
      '  insert Receipt(eventId=key)',
      '  read Shop where domain = event',
      'delete Shop where domain = event',
      'commit',
      'rollback',
      'begin',
      '  update Shop(b=2) where a = 1',
      'commit',
      'rollback',
    ]);
  });

  test('a new document is stored by its save', () => {
    expect(describeSteps(mongoose('const shop = new Shop({ domain: event.shop }); await shop.save();'))).toEqual([
      'insert Shop(domain=event)',
    ]);
  });
});

describe('mongodb', () => {
  test('collections, cursors and sessions', () => {
    expect(
      describeSteps(`
        import { MongoClient } from 'mongodb';
        import { pay } from 'bank';
        const client = new MongoClient('');
        const events = client.db('app').collection('events');
        export async function handler(event: any) {
          await events.insertOne({ _id: event.id });
          await events.find({ n: { $gt: 5 } }).sort({ n: 1 }).toArray();
          const session = client.startSession();
          await session.withTransaction(async () => {
            await events.updateOne({ _id: event.id }, { $inc: { n: 1 } }, { session });
          });
          const { modifiedCount } = await events.updateOne({ _id: event.id, state: 'new' }, { $set: { state: 'done' } });
          if (modifiedCount === 0) return;
          await pay();
        }
      `),
    ).toEqual([
      'insert events(_id=key)',
      'read events where n > 5',
      'begin',
      '  update events(n+=1) where _id = key',
      'commit',
      'rollback',
      'update events(state="done") where _id = key and state = "new"',
      'pay when returned, untested, won',
    ]);
  });
});
