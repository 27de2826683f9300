// Checked: fetch.spec.whatwg.org, w3c.github.io/webcrypto, lib.dom.d.ts of TypeScript 6.0, @types/node 20.
import { httpMeaning } from '../effects/http-hosts.ts';
import { nothing } from '../effects/support/effect.ts';
import { Origin } from '../../interpret/value.ts';
import { defineLibrary } from '../types.ts';
import type { Call, MeaningOf } from '../types.ts';
import { timingSafeEqual } from './node-crypto.ts';
import { digestOf } from './support/digest.ts';
import { argument, chained, valueOf } from './support/values.ts';
import { webRequest } from './support/web-request.ts';

/** `fetch(url, init)`, and `fetch(new Request(url, init))`. */
export const fetchCall: MeaningOf = ({ args, read }) => {
  const made = read.external(args[0])?.chain.find((step) => step.isNew);
  const [url, init] = made?.args && args[1] === undefined ? made.args : args;
  return httpMeaning(
    { url, method: methodOf(init, read), headers: read.get(init, 'headers'), body: read.get(init, 'body') },
    read,
  );
};

function methodOf(init: Call['args'][number] | undefined, read: Call['read']): string | null | undefined {
  const method = read.get(init, 'method');
  if (method === undefined || read.isNullish(method) === true) return undefined;
  return read.string(method) ?? null;
}

/** `new Response(body, { status })`. */
export const newResponse: MeaningOf = ({ args, read }) => {
  const [body, init] = args;
  return { is: 'response', status: statusOf(init, read), body };
};

const redirect: MeaningOf = ({ args, read }) => ({
  is: 'response',
  status: args[1] === undefined ? 302 : (read.number(args[1]) ?? null),
});

function statusOf(init: Call['args'][number] | undefined, read: Call['read']): number | null {
  if (init === undefined || read.isNullish(init) === true) return 200;
  const status = read.get(init, 'status');
  if (status !== undefined) return read.isNullish(status) === true ? 200 : (read.number(status) ?? null);
  return read.isWhole(init) ? 200 : null;
}

const subtleVerify: MeaningOf = ({ args }) => ({
  is: 'verification',
  verification: { provider: null, returns: 'boolean', payload: args[3], secret: args[1] },
});

const clock = valueOf(Origin.clock);
const random = valueOf(Origin.random);

export const web = defineLibrary({
  name: 'web',
  packages: ['global'],
  source: 'https://fetch.spec.whatwg.org',
  types: { ...webRequest.types, FetchResponse: [] },
  typeAliases: { Response: 'FetchResponse' },
  members: webRequest.members,
  calls: {
    ...webRequest.calls,
    'fetch, globalThis.fetch, global.fetch, self.fetch, window.fetch': fetchCall,
    'Response.new': newResponse,
    'Response.json': newResponse,
    'Response.redirect': redirect,
    'Response.error': { is: 'response', status: null },
    'FetchResponse.*': nothing,
    'crypto.randomUUID': random,
    'crypto.getRandomValues': random,
    'crypto.subtle.verify': subtleVerify,
    // Of Cloudflare's workers.
    'crypto.subtle.timingSafeEqual': timingSafeEqual,
    'crypto.subtle.sign': (call) => chained(call, Origin.signature),
    'crypto.subtle.digest': (call) => digestOf(call, [call.args[1]]),
    'Math.random': random,
    'Date.now': clock,
    Date: clock,
    'performance.now': clock,
    atob: (call) => argument(call),
    btoa: (call) => argument(call),
    'console.*': nothing,
    reportError: nothing,
    'localStorage.*, sessionStorage.*, caches.*': nothing,
  },
});
