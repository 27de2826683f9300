// Source: nodejs.org/docs/latest-v20.x/api/http.html; not checked against types.
import { effectOf } from '../effects/support/effect.ts';
import { httpMeaning } from '../effects/http-hosts.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf, ParameterMeaning } from '../types.ts';
import { nodeRequestAs, nodeResponseAs } from './support/node-message.ts';

const request = nodeRequestAs('IncomingMessage');
const response = nodeResponseAs('ServerResponse', ['end']);
const parameters: readonly ParameterMeaning[] = [{ type: 'IncomingMessage' }, { type: 'ServerResponse' }];

/** `https.request(url, { method, headers })`, `https.request({ hostname, path, method })`. */
const outgoing: MeaningOf = (call) => {
  const { args, read } = call;
  const isUrl = read.text(args[0]) !== undefined;
  const options = isUrl ? args[1] : args[0];
  const method = read.get(options, 'method');
  const host = read.text(read.get(options, 'hostname') ?? read.get(options, 'host'));
  if (!isUrl && host === undefined) return effectOf(call, 'other', 'calls another service', { radius: 'other' });
  return httpMeaning(
    {
      method: method === undefined ? undefined : (read.string(method) ?? null),
      url: isUrl ? args[0] : read.get(options, 'path'),
      base: isUrl ? undefined : (read.get(options, 'hostname') ?? read.get(options, 'host')),
      headers: read.get(options, 'headers'),
    },
    read,
  );
};

export const nodeHttp = defineLibrary({
  name: 'node:http',
  packages: ['node:http', 'http', 'node:https', 'https'],
  source: 'https://nodejs.org/docs/latest-v20.x/api/http.html',
  types: { ...request.types, ...response.types },
  typeAliases: {
    OutgoingMessage: 'ServerResponse',
    'default.IncomingMessage': 'IncomingMessage',
    'default.ServerResponse': 'ServerResponse',
  },
  members: request.members,
  assignments: response.assignments,
  calls: { ...request.calls, ...response.calls, request: outgoing, 'default.request': outgoing },
  registrations: [
    ...['createServer', 'default.createServer'].map((call) => ({
      by: 'call' as const,
      call,
      handlers: { from: 0 },
      parameters,
      kind: 'http' as const,
    })),
    { by: 'type', functionTypes: ['RequestListener'], parameterTypes: [], parameters, kind: 'http' },
  ],
});
