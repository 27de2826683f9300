// Checked: @aws-sdk/client-sesv2, -ses, -sqs, -sns, -eventbridge 3.117x command inputs; docs.aws.amazon.com for FIFO deduplication.
import type { Value } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Effect, Library, Meaning, MeaningOf, ValueReader } from '../types.ts';
import { effectOf, keyAt } from './support/effect.ts';

interface Command {
  readonly category: Effect['category'];
  readonly does: string;
  /** Where its input takes a key. */
  readonly key?: readonly string[];
  /** Property of the input without which the service takes no key: a FIFO queue's group. */
  readonly onlyWith?: string;
  /** The input is a list; the first entry stands for all. */
  readonly entries?: string;
}

const commands: Readonly<Record<string, Command>> = {
  SendEmail: { category: 'message', does: 'sends a mail' },
  SendBulkEmail: { category: 'message', does: 'sends mails' },
  SendRawEmail: { category: 'message', does: 'sends a mail' },
  SendTemplatedEmail: { category: 'message', does: 'sends a mail' },
  SendBulkTemplatedEmail: { category: 'message', does: 'sends mails' },
  SendMessage: {
    category: 'enqueue',
    does: 'enqueues a message',
    key: ['MessageDeduplicationId'],
    onlyWith: 'MessageGroupId',
  },
  SendMessageBatch: {
    category: 'enqueue',
    does: 'enqueues messages',
    key: ['MessageDeduplicationId'],
    onlyWith: 'MessageGroupId',
    entries: 'Entries',
  },
  Publish: {
    category: 'enqueue',
    does: 'publishes a message',
    key: ['MessageDeduplicationId'],
    onlyWith: 'MessageGroupId',
  },
  PublishBatch: {
    category: 'enqueue',
    does: 'publishes messages',
    key: ['MessageDeduplicationId'],
    onlyWith: 'MessageGroupId',
    entries: 'PublishBatchRequestEntries',
  },
  PutEvents: { category: 'enqueue', does: 'publishes an event' },
  PutRecord: { category: 'enqueue', does: 'publishes a record' },
  PutRecords: { category: 'enqueue', does: 'publishes records' },
  Invoke: { category: 'enqueue', does: 'calls a function' },
  StartExecution: { category: 'enqueue', does: 'starts a workflow', key: ['name'] },
  CreateSchedule: { category: 'enqueue', does: 'schedules work', key: ['Name'] },
  SendTextMessage: { category: 'message', does: 'sends a text message' },
  SendMessages: { category: 'message', does: 'sends a message' },
  AdminCreateUser: { category: 'other', does: 'creates a user' },
};

/** `client.send(new XCommand(input))`: the command is an external whose chain holds its name and input. */
const send: MeaningOf = (call) => {
  const command = call.read.external(call.args[0]);
  if (!command) return undefined;
  const made = command.chain.findIndex((step) => step.isNew);
  const step = command.chain[made];
  // `new ses.SendEmailCommand(…)`, `new SendEmailCommand(…)`.
  const named =
    [step?.name, command.chain[made - 1]?.name, command.root.split('.').at(-1)].find((name) => !!name) ?? '';
  return meaningOf(named.replace(/Command$/, ''), step?.args?.[0], call);
};

/** `client.sendEmail(input)` of the aggregated client. */
const byMethod: MeaningOf = (call) => {
  const name = call.chain.at(-1)?.name ?? '';
  return meaningOf(name.charAt(0).toUpperCase() + name.slice(1), call.args[0], call);
};

function meaningOf(name: string, input: Value | undefined, call: Call): Meaning | undefined {
  const command = commands[name];
  if (name === 'ReceiveMessage') return { is: 'delivery', part: 'message' };
  if (!command)
    return /^(Get|List|Describe|Head|Query|Scan|Receive|Delete|Change)/.test(name) ? { is: 'nothing' } : undefined;
  // A text message by SNS has a number instead of a topic.
  if (name === 'Publish' && call.read.get(input, 'PhoneNumber') !== undefined && call.read.isWhole(input))
    return effectOf(call, 'message', 'sends a text message');
  const holder = command.entries === undefined ? input : call.read.items(call.read.get(input, command.entries))?.[0];
  const takesKey =
    command.key !== undefined &&
    holder !== undefined &&
    (command.onlyWith === undefined || isFifo(call.read, holder, command.onlyWith, input));
  return effectOf({ ...call, args: holder === undefined ? [] : [holder] }, command.category, command.does, {
    key: takesKey ? keyAt(0, ...(command.key ?? [])) : null,
  });
}

function isFifo(read: ValueReader, holder: Value, group: string, input: Value | undefined): boolean {
  if (read.entries(holder).some(([name]) => name === group || name === 'MessageDeduplicationId')) return true;
  const target = read.text(read.get(input, 'QueueUrl') ?? read.get(input, 'TopicArn'));
  return target?.endsWith('.fifo') === true;
}

function client(name: string, clients: readonly string[], more: Partial<Library> = {}): Library {
  return defineLibrary({
    name,
    packages: [name],
    source: 'https://docs.aws.amazon.com/AWSJavaScriptSDK/v3/latest/',
    types: { Client: clients.flatMap((one) => [`${one}.new`, `default.${one}.new`]) },
    typeAliases: Object.fromEntries(clients.map((one) => [one, 'Client'])),
    calls: { 'Client.send': send, 'Client.destroy': { is: 'nothing' }, 'Client.*': byMethod },
    ...more,
  });
}

export const awsSes = client('@aws-sdk/client-ses', ['SESClient', 'SES']);
export const awsSesv2 = client('@aws-sdk/client-sesv2', ['SESv2Client', 'SESv2']);
export const awsSqs = client('@aws-sdk/client-sqs', ['SQSClient', 'SQS'], {
  registrations: ['ReceiveMessageCommand.new', 'Client.receiveMessage'].map((call) => ({
    by: 'takes',
    call,
    kind: 'batch',
  })),
});

/** `client.sendMessage(input).promise()`, or with a callback. */
const promised: MeaningOf = (call) => {
  const step = call.chain.at(-2);
  const name = step?.name ?? '';
  return meaningOf(name.charAt(0).toUpperCase() + name.slice(1), step?.args?.[0], { ...call, args: step?.args ?? [] });
};
const calledBack: MeaningOf = (call) => (call.read.isFunction(call.args.at(-1)) ? byMethod(call) : undefined);

export const awsSqs2 = defineLibrary({
  name: 'aws-sdk/clients/sqs',
  packages: ['aws-sdk', 'aws-sdk/clients/sqs'],
  source: 'https://docs.aws.amazon.com/AWSJavaScriptSDK/latest/AWS/SQS.html',
  types: { Client: ['SQS.new', 'default.SQS.new', 'default.new'] },
  typeAliases: { SQS: 'Client', default: 'Client' },
  calls: { 'Client.*().promise': promised, 'Client.*': calledBack },
  registrations: [{ by: 'takes', call: 'Client.receiveMessage', kind: 'batch' }],
});
export const awsSns = client('@aws-sdk/client-sns', ['SNSClient', 'SNS']);
export const awsEventBridge = client('@aws-sdk/client-eventbridge', ['EventBridgeClient', 'EventBridge']);
export const awsKinesis = client('@aws-sdk/client-kinesis', ['KinesisClient', 'Kinesis']);
export const awsLambdaClient = client('@aws-sdk/client-lambda', ['LambdaClient', 'Lambda']);
export const awsSfn = client('@aws-sdk/client-sfn', ['SFNClient', 'SFN']);
export const awsScheduler = client('@aws-sdk/client-scheduler', ['SchedulerClient', 'Scheduler']);
export const awsPinpoint = client('@aws-sdk/client-pinpoint-sms-voice-v2', [
  'PinpointSMSVoiceV2Client',
  'PinpointSMSVoiceV2',
]);
export const awsCognito = client('@aws-sdk/client-cognito-identity-provider', [
  'CognitoIdentityProviderClient',
  'CognitoIdentityProvider',
]);
