// Checked: firebase-functions 7.4, @google-cloud/functions-framework 5.0 types. Documented: firebase.google.com/docs/functions/http-events.
import { defineLibrary } from '../types.ts';
import type { ParameterMeaning, Registration } from '../types.ts';
import { nodeRequestAs, nodeResponseAs } from './support/node-message.ts';

const request = nodeRequestAs('Request');
const response = nodeResponseAs('Response');
const http: readonly ParameterMeaning[] = [{ type: 'Request' }, { type: 'Response' }];

function triggers(calls: readonly string[], from: number): Registration[] {
  return calls.map((call) => ({
    by: 'call',
    call,
    handlers: { from },
    parameters: [{ delivery: 'message' }],
    kind: 'queue',
  }));
}

const documents = [
  'onDocumentCreated',
  'onDocumentUpdated',
  'onDocumentWritten',
  'onValueCreated',
  'onValueWritten',
  'onMessagePublished',
];

export const firebaseFunctions = defineLibrary({
  name: 'firebase-functions',
  packages: [
    'firebase-functions',
    'firebase-functions/v1',
    'firebase-functions/v2',
    'firebase-functions/https',
    'firebase-functions/v2/https',
    'firebase-functions/firestore',
    'firebase-functions/v2/firestore',
    'firebase-functions/v2/pubsub',
    'firebase-functions/logger',
  ],
  source: 'https://firebase.google.com/docs/functions/http-events',
  types: { ...request.types, ...response.types },
  members: request.members,
  assignments: response.assignments,
  calls: {
    ...request.calls,
    ...response.calls,
    'logger.*': { is: 'nothing' },
    ...Object.fromEntries(
      ['log', 'info', 'warn', 'error', 'debug', 'write'].map((name) => [name, { is: 'nothing' } as const]),
    ),
    'HttpsError.new': { is: 'http-error', status: null },
    'https.HttpsError.new': { is: 'http-error', status: null },
  },
  registrations: [
    ...[
      'onRequest',
      'https.onRequest',
      'default.https.onRequest',
      'v2.https.onRequest',
      'region().https.onRequest',
      'runWith().https.onRequest',
      'region().runWith().https.onRequest',
      'runWith().region().https.onRequest',
    ].map((call) => ({ by: 'call' as const, call, handlers: { from: 0 }, parameters: http, kind: 'http' as const })),
    ...triggers(documents, 1),
    ...triggers(
      [
        'firestore.document().onCreate',
        'firestore.document().onUpdate',
        'firestore.document().onWrite',
        'pubsub.topic().onPublish',
      ],
      0,
    ),
  ],
});

export const functionsFramework = defineLibrary({
  name: '@google-cloud/functions-framework',
  packages: ['@google-cloud/functions-framework'],
  source: 'https://github.com/GoogleCloudPlatform/functions-framework-nodejs',
  types: { ...request.types, ...response.types },
  members: request.members,
  assignments: response.assignments,
  calls: { ...request.calls, ...response.calls },
  registrations: [
    ...['http', 'default.http'].map((call) => ({
      by: 'call' as const,
      call,
      path: 0,
      handlers: { argument: 1 },
      parameters: http,
      kind: 'http' as const,
    })),
    ...triggers(['cloudEvent', 'default.cloudEvent'], 1),
    { by: 'type', functionTypes: ['HttpFunction'], parameterTypes: [], parameters: http, kind: 'http' },
    {
      by: 'type',
      functionTypes: ['CloudEventFunction'],
      parameterTypes: ['CloudEvent'],
      parameters: [{ delivery: 'message' }],
      kind: 'queue',
    },
  ],
});
