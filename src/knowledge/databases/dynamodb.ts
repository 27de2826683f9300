// Checked: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ConditionExpressions.html, types of @aws-sdk/lib-dynamodb 3.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { dynamoCommand } from './support/dynamo.ts';
import { always, nothing } from './support/shapes.ts';
import { constant } from './support/values.ts';

const DOCUMENT = ['Get', 'Put', 'Update', 'Delete', 'Query', 'Scan', 'TransactWrite'];
const ITEM = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'];

/** `new PutCommand(input)` does nothing until a client sends it. */
function command(name: string): MeaningOf {
  return ({ args: [input] }) => ({
    is: 'instance',
    type: 'Command',
    data: { name: constant(name), ...(input && { input }) },
  });
}

function send({ args: [sent], read }: Call): Meaning | undefined {
  const external = read.external(sent);
  if (external?.root !== 'Command') return undefined;
  return dynamoCommand(read, read.string(external.data?.name) ?? '', external.data?.input);
}

/** `document.put(input)`, `dynamo.putItem(input)`: the same commands as methods. */
function method(name: string): readonly [string, MeaningOf] {
  const spelled = name.charAt(0).toLowerCase() + name.slice(1);
  return [`Client.${spelled}`, ({ args: [input], read }) => dynamoCommand(read, name, input)];
}

export const dynamodb = defineLibrary({
  name: '@aws-sdk/client-dynamodb',
  packages: ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'],
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ConditionExpressions.html',
  types: {
    Client: [
      'DynamoDBClient.new',
      'DynamoDB.new',
      'DynamoDBDocumentClient.from()',
      'DynamoDBDocument.from()',
      'DynamoDBDocumentClient.new',
    ],
    Command: [],
  },
  typeAliases: { DynamoDBClient: 'Client', DynamoDBDocumentClient: 'Client', DynamoDBDocument: 'Client' },
  calls: {
    'Client.send': send,
    ...Object.fromEntries([...DOCUMENT, ...ITEM].map((name) => [`${name}Command.new`, command(name)])),
    ...Object.fromEntries([...DOCUMENT, ...ITEM].map(method)),
    ...always('Client', ['destroy'], nothing),
  },
  conflictErrors: { codes: ['ConditionalCheckFailedException'], classes: ['ConditionalCheckFailedException'] },
});
