// Checked: @aws-sdk/client-ses, -sesv2, -sqs, -sns, -eventbridge 3.1169 inputs of commands. Not checked: the clients of other services, aws-sdk 2. Documented: docs.aws.amazon.com for FIFO deduplication.
import type { Value } from '../../interpret/value.ts';
import type { BlastRadius } from '../../report/finding.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Effect, Library, Meaning, MeaningOf, ValueReader } from '../types.ts';
import { effectOf, idempotent as idempotentMeaning, keyAt } from './support/effect.ts';

interface Command {
  readonly category: Effect['category'];
  readonly does: string;
  /** Where its input takes a key. */
  readonly key?: readonly string[];
  /** Property of the input without which the service takes no key: a FIFO queue's group. */
  readonly onlyWith?: string;
  /** Repeating it changes nothing. */
  readonly idempotent?: true;
  readonly radius?: BlastRadius;
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
  SendCustomVerificationEmail: { category: 'message', does: 'sends a mail' },
  SendBounce: { category: 'message', does: 'sends a mail' },
  PostToConnection: { category: 'message', does: 'sends a message' },
  PutRecordBatch: { category: 'enqueue', does: 'publishes records' },
  InvokeAsync: { category: 'enqueue', does: 'calls a function' },
  StartSyncExecution: { category: 'enqueue', does: 'starts a workflow' },
  RunTask: { category: 'enqueue', does: 'starts a task', key: ['clientToken'] },
  SubmitJob: { category: 'enqueue', does: 'submits a job' },
  AdminCreateUser: { category: 'other', does: 'creates a user' },
  SignUp: { category: 'other', does: 'creates a user' },
  PutObject: { category: 'other', does: 'writes a file', idempotent: true },
  CopyObject: { category: 'other', does: 'writes a file', idempotent: true },
  InvokeModel: { category: 'other', does: 'asks a model', radius: 'other' },
  Converse: { category: 'other', does: 'asks a model', radius: 'other' },
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

const reading = /^(Get|List|Describe|Head|Query|Scan|Receive|Delete|Change|Purge|Test|Verify|BatchGet)/;
const settling =
  /^(Update|Set|Tag|Untag|Add|Remove|Create(Queue|Topic|EventBus)|Subscribe|Unsubscribe|Enable|Disable|Stop|PutRule|PutTargets|PutSuppressedDestination|AdminUpdate|AdminSet|AdminDisable|AdminEnable|AdminDelete|AdminAdd|AdminRemove)/;

function meaningOf(name: string, input: Value | undefined, call: Call): Meaning | undefined {
  const command = commands[name];
  if (name === 'ReceiveMessage') return { is: 'delivery', part: 'message' };
  if (!command)
    return reading.test(name)
      ? { is: 'nothing' }
      : settling.test(name)
        ? idempotentMeaning('updates at AWS')
        : undefined;
  // A text message by SNS has a number instead of a topic.
  if (name === 'Publish' && call.read.get(input, 'PhoneNumber') !== undefined && call.read.isWhole(input))
    return effectOf(call, 'message', 'sends a text message');
  const holder = command.entries === undefined ? input : call.read.items(call.read.get(input, command.entries))?.[0];
  const takesKey =
    command.key !== undefined &&
    holder !== undefined &&
    (command.onlyWith === undefined || isFifo(call.read, holder, command.onlyWith, input));
  const { radius, idempotent } = command;
  return effectOf({ ...call, args: holder === undefined ? [] : [holder] }, command.category, command.does, {
    key: takesKey ? keyAt(0, ...(command.key ?? [])) : null,
    ...(radius && { radius }),
    ...(idempotent && { idempotent }),
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
export const awsFirehose = client('@aws-sdk/client-firehose', ['FirehoseClient', 'Firehose']);
export const awsSocket = client('@aws-sdk/client-apigatewaymanagementapi', [
  'ApiGatewayManagementApiClient',
  'ApiGatewayManagementApi',
]);
export const awsEcs = client('@aws-sdk/client-ecs', ['ECSClient', 'ECS']);
export const awsBatch = client('@aws-sdk/client-batch', ['BatchClient', 'Batch']);
export const awsS3 = client('@aws-sdk/client-s3', ['S3Client', 'S3']);
export const awsBedrock = client('@aws-sdk/client-bedrock-runtime', ['BedrockRuntimeClient', 'BedrockRuntime']);

const services = ['SES', 'SESV2', 'SQS', 'SNS', 'EventBridge', 'Kinesis', 'Lambda', 'StepFunctions', 'Firehose', 'S3'];

/** `new AWS.SQS().sendMessage(input).promise()`, `import SQS from 'aws-sdk/clients/sqs'`. */
export const awsVersion2 = defineLibrary({
  name: 'aws-sdk',
  packages: ['aws-sdk', ...services.map((service) => `aws-sdk/clients/${service.toLowerCase()}`)],
  source: 'https://docs.aws.amazon.com/AWSJavaScriptSDK/latest/',
  types: {
    Client: ['default.new', ...services.flatMap((service) => [`${service}.new`, `default.${service}.new`])],
  },
  typeAliases: Object.fromEntries(services.map((service) => [service, 'Client'])),
  calls: { 'Client.*': byMethod, 'config.update': { is: 'nothing' } },
  registrations: [{ by: 'takes', call: 'Client.receiveMessage', kind: 'batch' }],
});
