// Checked: @types/aws-lambda 8.10; events in docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html.
import { Origin } from '../../interpret/value.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { Library, Meaning, ParameterMeaning } from '../types.ts';

const attempt = valueOf(Origin.attempt);
const headers: Meaning = { is: 'delivery', part: 'headers' };
const query: Meaning = { is: 'delivery', part: 'query' };
const http: readonly ParameterMeaning[] = [{ type: 'HttpEvent' }, { type: 'Context' }];
const message: readonly ParameterMeaning[] = [{ delivery: 'message' }, { type: 'Context' }];

/** What a function is given, whoever wraps it. */
const events = {
  types: { HttpEvent: [], Context: [] },
  typeAliases: {
    APIGatewayEvent: 'HttpEvent',
    APIGatewayProxyEvent: 'HttpEvent',
    APIGatewayProxyEventV2: 'HttpEvent',
    LambdaFunctionURLEvent: 'HttpEvent',
    ALBEvent: 'HttpEvent',
    HandlerEvent: 'HttpEvent',
  },
  members: {
    'HttpEvent.body': { is: 'delivery', part: 'raw' },
    'HttpEvent.headers': headers,
    'HttpEvent.multiValueHeaders': headers,
    'HttpEvent.queryStringParameters': query,
    'HttpEvent.rawQueryString': query,
    'HttpEvent.requestContext.requestId': attempt,
    'HttpEvent.requestContext.timeEpoch': valueOf(Origin.clock),
    'Context.awsRequestId': attempt,
  },
} satisfies Partial<Library>;

export const awsLambda = defineLibrary({
  name: 'aws-lambda',
  packages: ['aws-lambda', '@netlify/functions'],
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html',
  ...events,
  returnedStatus: 'statusCode',
  // An authorizer of the gateway stands in the deployment.
  ahead: { trusted: true },
  registrations: [
    {
      by: 'type',
      functionTypes: [
        'APIGatewayProxyHandler',
        'APIGatewayProxyHandlerV2',
        'LambdaFunctionURLHandler',
        'ALBHandler',
        'ProxyHandler',
      ],
      parameterTypes: [
        'APIGatewayEvent',
        'APIGatewayProxyEvent',
        'APIGatewayProxyEventV2',
        'LambdaFunctionURLEvent',
        'ALBEvent',
        'HandlerEvent',
      ],
      parameters: http,
      kind: 'http',
    },
    // Plain JavaScript says what it is called for by what it reads.
    ...[['Records'], ['detail', 'detail-type'], ['detail', 'source']].map((reads) => ({
      by: 'export' as const,
      file: /\.[cm]?[jt]s$/,
      exports: ['handler'],
      reads,
      parameters: message,
      kind: reads.includes('Records') ? ('batch' as const) : ('queue' as const),
    })),
    // `exports.handler = async (event) => …`: the evidence of a provider decides.
    { by: 'export', file: /\.[cm]?[jt]s$/, exports: ['handler'], parameters: http, kind: 'http' },
    {
      by: 'type',
      functionTypes: ['SQSHandler', 'SNSHandler', 'DynamoDBStreamHandler', 'KinesisStreamHandler', 'MSKHandler'],
      parameterTypes: ['SQSEvent', 'SNSEvent', 'DynamoDBStreamEvent', 'KinesisStreamEvent', 'MSKEvent'],
      parameters: message,
      kind: 'batch',
    },
    {
      by: 'type',
      functionTypes: ['EventBridgeHandler', 'SESHandler', 'S3Handler'],
      parameterTypes: ['EventBridgeEvent', 'SESEvent', 'S3Event'],
      parameters: message,
      kind: 'queue',
    },
  ],
});

/** `middy(handler)` and its `.use(…)`, `.handler(fn)` wrap a handler. */
export const middy = defineLibrary({
  name: '@middy/core',
  packages: ['@middy/core'],
  source: 'https://middy.js.org/docs/intro/getting-started',
  ...events,
  returnedStatus: 'statusCode',
  types: {
    ...events.types,
    Middy: ['default()', 'middy()', 'Middy.use()', 'Middy.before()', 'Middy.after()', 'Middy.onError()'],
  },
  registrations: [
    { by: 'call', call: 'default', handlers: { argument: 0 }, parameters: http, kind: 'http' },
    { by: 'call', call: 'middy', handlers: { argument: 0 }, parameters: http, kind: 'http' },
    { by: 'call', call: 'Middy.handler', handlers: { argument: 0 }, parameters: http, kind: 'http' },
  ],
});
