// Checked: axios 1.21, got 14.6, ky 1.14, undici 7.30, node-fetch 3.3, superagent 10.4 types.
import type { Value } from '../../interpret/value.ts';
import { fetchCall } from '../platform/web.ts';
import { defineLibrary } from '../types.ts';
import type { Call, Meaning, MeaningOf } from '../types.ts';
import { httpMeaning, type HttpRequest } from './http-hosts.ts';
import { each, propertyLike } from './support/effect.ts';
import { isIdempotencyOptionName } from '../lexicon.ts';

const methods = ['get', 'head', 'options', 'delete', 'post', 'put', 'patch'];

/** What a client made with defaults remembers of them. */
function madeWith({ receiver }: Call): Pick<HttpRequest, 'base' | 'defaultHeaders'> {
  return { base: receiver.data?.base, defaultHeaders: receiver.data?.headers };
}

function methodIn(options: Value | undefined, read: Call['read']): string | null | undefined {
  const method = read.get(options, 'method');
  if (method === undefined || read.isNullish(method) === true) return undefined;
  return read.string(method) ?? null;
}

/** `create({ baseURL, headers })`, `extend({ prefixUrl })`: a client that keeps its defaults. */
function creates(type: string, base: string): MeaningOf {
  return ({ args: [defaults], read }): Meaning => {
    const data: Record<string, Value> = {};
    const address = read.get(defaults, base);
    const headers = read.get(defaults, 'headers');
    if (address) data.base = address;
    if (headers) data.headers = headers;
    return { is: 'instance', type, data };
  };
}

/** `client.post(url, …, options)`: the method's name is the method; options at an index by method. */
function byName(options: (method: string) => number): MeaningOf {
  return (call) => {
    const method = call.chain.at(-1)?.name ?? '';
    const { args, read } = call;
    return httpMeaning(
      { method, url: args[0], headers: read.get(args[options(method)], 'headers'), ...madeWith(call) },
      read,
    );
  };
}

/** `client(url, options)` or `client({ url, method, … })`. */
function byOptions(call: Call): Meaning | false {
  const { args, read } = call;
  const isUrl = read.text(args[0]) !== undefined || args.length > 1;
  const options = isUrl ? args[1] : args[0];
  return httpMeaning(
    {
      method: methodIn(options, read),
      url: isUrl ? args[0] : read.get(options, 'url'),
      headers: read.get(options, 'headers'),
      ...madeWith(call),
      ...(read.get(options, 'baseURL') === undefined ? {} : { base: read.get(options, 'baseURL') }),
    },
    read,
  );
}

const hasBody = (method: string): boolean => method === 'post' || method === 'put' || method === 'patch';

function client(roots: readonly string[], named: MeaningOf): Record<string, Meaning | MeaningOf> {
  return {
    ...each(roots, byOptions),
    ...each(
      roots.map((root) => `${root}.request`),
      byOptions,
    ),
    ...each(
      roots.flatMap((root) => methods.map((method) => `${root}.${method}`)),
      named,
    ),
  };
}

export const axios = defineLibrary({
  name: 'axios',
  packages: ['axios', '@nestjs/axios', 'axios-retry', 'gaxios'],
  source: 'https://axios-http.com/docs/api_intro',
  types: { Axios: ['default.default', 'HttpService.axiosRef'], HttpService: [] },
  typeAliases: { AxiosInstance: 'Axios', AxiosStatic: 'Axios' },
  calls: {
    // `post(url, data, config)`, `get(url, config)`.
    ...client(
      ['default', 'Axios', 'HttpService'],
      byName((method) => (hasBody(method) ? 2 : 1)),
    ),
    ...each(['default.postForm', 'default.putForm', 'Axios.postForm', 'Axios.putForm'], (call) => {
      const method = (call.chain.at(-1)?.name ?? '').replace('Form', '');
      return httpMeaning(
        { method, url: call.args[0], headers: call.read.get(call.args[2], 'headers'), ...madeWith(call) },
        call.read,
      );
    }),
    ...each(['request', 'default.request'], byOptions),
    ...each(['default.create', 'create', 'Axios.create'], creates('Axios', 'baseURL')),
    'isAxiosError, default.isAxiosError, isCancel, default.isCancel': { is: 'nothing' },
  },
});

export const got = defineLibrary({
  name: 'got',
  packages: ['got'],
  source: 'https://github.com/sindresorhus/got',
  types: { Got: ['got', 'default.default'] },
  calls: {
    ...client(
      ['default', 'Got'],
      byName(() => 1),
    ),
    ...each(['default.extend', 'Got.extend'], creates('Got', 'prefixUrl')),
  },
});

export const ky = defineLibrary({
  name: 'ky',
  packages: ['ky', 'ky-universal', 'wretch', 'ofetch', 'redaxios'],
  source: 'https://github.com/sindresorhus/ky',
  types: { Ky: ['ky', 'ofetch', '$fetch'] },
  typeAliases: { KyInstance: 'Ky' },
  calls: {
    ...client(
      ['default', 'Ky'],
      byName(() => 1),
    ),
    ...each(['default.create', 'default.extend', 'Ky.create', 'Ky.extend'], creates('Ky', 'prefixUrl')),
  },
});

/** Nuxt and Nitro give `$fetch` without an import. */
export const nuxtFetch = defineLibrary({
  name: '$fetch',
  packages: ['global'],
  source: 'https://nuxt.com/docs/api/utils/dollarfetch',
  calls: { $fetch: byOptions, '$fetch.raw': byOptions },
});

export const undici = defineLibrary({
  name: 'undici',
  packages: ['undici'],
  source: 'https://undici.nodejs.org',
  types: { Dispatcher: ['Client.new', 'Pool.new', 'Agent.new'] },
  calls: {
    fetch: fetchCall,
    request: byOptions,
    stream: byOptions,
    'Dispatcher.request': ({ args, read }) =>
      httpMeaning(
        { method: methodIn(args[0], read), url: read.get(args[0], 'path'), headers: read.get(args[0], 'headers') },
        read,
      ),
  },
});

export const fetchPackages = defineLibrary({
  name: 'node-fetch',
  packages: [
    'node-fetch',
    'cross-fetch',
    'isomorphic-fetch',
    'isomorphic-unfetch',
    'unfetch',
    'node-fetch-native',
    'make-fetch-happen',
    'fetch-retry',
  ],
  source: 'https://github.com/node-fetch/node-fetch',
  calls: { default: fetchCall, fetch: fetchCall, 'default.default': fetchCall },
});

/** `superagent.post(url).set('Idempotency-Key', key).send(body)`: done when it is awaited. */
const superagentRead: MeaningOf = ({ chain, read, args }) => {
  const start = chain.find(
    (step) => step.args !== null && methods.includes(step.name === 'del' ? 'delete' : step.name),
  );
  const method = start?.name ?? chain.find((step) => step.args !== null)?.name;
  const meaning = httpMeaning({ method, url: start?.args?.[0] ?? args[0], headers: undefined }, read);
  if (meaning === false || meaning.is !== 'effect') return meaning;
  const value = chain
    .filter((step) => step.name === 'set')
    .map(({ args: set }) => {
      const name = read.string(set?.[0]);
      if (name !== undefined) return isIdempotencyOptionName(name) ? set?.[1] : undefined;
      return propertyLike(read, set?.[0], isIdempotencyOptionName).value;
    })
    .find((key) => key !== undefined);
  if (value === undefined) return meaning;
  return {
    ...meaning,
    effect: { ...meaning.effect, key: { accepted: true, value, place: 'the `idempotency-key` header' } },
  };
};

export const superagent = defineLibrary({
  name: 'superagent',
  packages: ['superagent'],
  source: 'https://forwardemail.github.io/superagent/',
  builders: [
    {
      starts: [...methods, 'del'].flatMap((method) => [`default.${method}`, method]),
      thenable: true,
      terminals: ['then', 'end'],
      read: superagentRead,
    },
  ],
});
