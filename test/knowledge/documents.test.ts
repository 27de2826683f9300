import { describe, expect, test } from 'vitest';
import { describeSteps } from './describe-steps.ts';

describe('dynamodb', () => {
  const app = (body: string) => `
    import { ConditionalCheckFailedException, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
    import { DynamoDBDocumentClient, GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
    import { pay } from 'bank';
    const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    export async function handler(event: any) { ${body} }
  `;

  test('a put under a condition is a claim that throws when it is lost', () => {
    expect(
      describeSteps(
        app(`
          try {
            await dynamo.send(new PutCommand({ TableName: 'events', Item: { id: event.id }, ConditionExpression: 'attribute_not_exists(id)' }));
          } catch (error) {
            if (error instanceof ConditionalCheckFailedException) return;
            throw error;
          }
          await pay();
        `),
      ),
    ).toEqual(['claim key or throw', 'pay when returned']);
  });

  test('a put without one overwrites', () => {
    expect(
      describeSteps(
        app(`
          const { Item } = await dynamo.send(new GetCommand({ TableName: 'events', Key: { id: event.id } }));
          if (Item !== undefined) return;
          await pay();
          await dynamo.send(new PutItemCommand({ TableName: 'events', Item: { id: { S: event.id } } }));
        `),
      ),
    ).toEqual(['read events where id = key', 'pay when missing', 'insert events(id=key) updating set id=key']);
  });

  test('update expressions', () => {
    expect(
      describeSteps(
        app(`
          await dynamo.send(new UpdateCommand({
            TableName: 'cards',
            Key: { number: event.card_id },
            UpdateExpression: 'ADD balance :amount SET #status = :paid, uses = uses + :one',
            ConditionExpression: '#status = :open',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':amount': event.amount, ':paid': 'paid', ':one': 1, ':open': 'open' },
          }));
        `),
      ),
    ).toEqual(['update cards(balance+=event, status="paid", uses+=1) where number = event and status = "open"']);
  });

  test('a conditional put in a transaction fails all of it', () => {
    expect(
      describeSteps(
        app(`
          await dynamo.send(new TransactWriteCommand({
            TransactItems: [
              { Put: { TableName: 'events', Item: { id: event.id }, ConditionExpression: 'attribute_not_exists(id)' } },
              { Update: { TableName: 'cards', Key: { id: 1 }, UpdateExpression: 'ADD n :n', ExpressionAttributeValues: { ':n': 1 } } },
            ],
          }));
        `),
      ),
    ).toEqual(['insert events(id=key)', 'update cards(n+=1) where id = 1']);
  });
});

describe('firestore', () => {
  const app = (body: string) => `
    import * as admin from 'firebase-admin';
    import { FieldValue, getFirestore } from 'firebase-admin/firestore';
    import { pay } from 'bank';
    const db = getFirestore();
    export async function handler(event: any) { ${body} }
  `;

  test('create fails where the document is there', () => {
    expect(
      describeSteps(
        app(`
          try {
            await db.collection('events').doc(event.id).create({ at: FieldValue.serverTimestamp() });
          } catch (error: any) {
            if (error.code === 6) return;
            throw error;
          }
          await pay();
        `),
      ),
    ).toEqual(['claim key or throw', 'pay when returned']);
  });

  test('reads and writes by document and by query', () => {
    expect(
      describeSteps(
        app(`
          const seen = await db.collection('events').doc(event.id).get();
          if (seen.exists) return;
          await pay();
          await db.collection('users').doc(event.user_id).set({ credits: FieldValue.increment(5) }, { merge: true });
          await admin.firestore().doc(\`users/\${event.user_id}\`).update({ plan: 'pro' });
          await db.collection('log').add({ id: event.id });
          await db.collection('orders').where('id', '==', event.order_id).limit(1).get();
        `),
      ),
    ).toEqual([
      'read events where id = key',
      'pay when missing',
      'insert users(id=event, credits+=5) updating (id) set credits+=5',
      'update users(plan="pro") where id = event',
      'insert log(id=key)',
      'read orders where id = event',
    ]);
  });

  test('a transaction is given the references', () => {
    expect(
      describeSteps(
        app(`
          const event_ = db.collection('events').doc(event.id);
          await db.runTransaction(async (tx) => {
            const seen = await tx.get(event_);
            if (seen.exists) return;
            tx.create(event_, { state: 'done' });
            tx.update(db.collection('wallets').doc('1'), { n: FieldValue.increment(1) });
          });
        `),
      ),
    ).toEqual([
      'begin serializable',
      '  read events where id = key',
      '  insert events(id=key, state="done")',
      '  update wallets(n+=1) where id = "1"',
      'commit',
      'rollback',
    ]);
  });
});
