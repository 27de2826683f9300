// Checked: axios 1.21.1, got 14.6.6, ky 1.14.3, ofetch 1.5.1, undici 7.30.2, wretch 2.11.1, @types/superagent 8.1.11 types. Not checked: axios-retry, redaxios, the packages that only give fetch.
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

const bases = ['baseURL', 'prefixUrl', 'baseUrl', 'prefix'];

/** `create({ baseURL, headers })`, `extend({ prefixUrl })`: a client that keeps its defaults, and those it came from. */
function creates(type: string): MeaningOf {
  return ({ args: [defaults], read, receiver }): Meaning => {
    const given = read.isFunction(defaults) ? read.apply(defaults, []) : defaults;
    const data: Record<string, Value> = { ...receiver.data };
    const address = baseIn(given, read);
    const headers = read.get(given, 'headers');
    if (address) data.base = address;
    if (headers) data.headers = headers;
    return { is: 'instance', type, data };
  };
}

function baseIn(options: Value | undefined, read: Call['read']): Value | undefined {
  return bases.map((name) => read.get(options, name)).find((base) => base !== undefined && !read.isNullish(base));
}

/** What options say of a request that is not in its other arguments. */
function inOptions(options: Value | undefined, call: Call): Omit<HttpRequest, 'method' | 'url'> {
  const { read } = call;
  const base = baseIn(options, read);
  return {
    ...madeWith(call),
    ...(base === undefined ? {} : { base }),
    headers: read.get(options, 'headers'),
    body: read.get(options, 'data') ?? read.get(options, 'json') ?? read.get(options, 'body'),
  };
}

/** `client.post(url, …, options)`: the method's name is the method; options at an index by method. */
function byName(options: (method: string) => number): MeaningOf {
  return (call) => {
    const method = (call.chain.at(-1)?.name ?? '').replace('Form', '');
    const { args, read } = call;
    const at = options(method);
    const said = inOptions(args[at], call);
    return httpMeaning({ ...said, method, url: args[0], body: at === 2 ? args[1] : said.body }, read);
  };
}

/** `client(url, options)` or `client({ url, method, … })`. */
function byOptions(call: Call): Meaning | false {
  const { args, read } = call;
  const isUrl = read.text(args[0]) !== undefined || read.external(args[0]) !== undefined || args.length > 1;
  const options = isUrl ? args[1] : args[0];
  return httpMeaning(
    { ...inOptions(options, call), method: methodIn(options, read), url: isUrl ? args[0] : read.get(options, 'url') },
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
  packages: ['axios', '@nestjs/axios', 'axios-retry', 'gaxios', 'redaxios'],
  source: 'https://axios-http.com/docs/api_intro',
  types: {
    Axios: ['default.default', 'HttpService.axiosRef', 'Axios.new', 'Gaxios.new', 'instance'],
    HttpService: [],
  },
  typeAliases: { AxiosInstance: 'Axios', AxiosStatic: 'Axios' },
  calls: {
    // `post(url, data, config)`, `get(url, config)`.
    ...client(
      ['default', 'Axios', 'HttpService'],
      byName((method) => (hasBody(method) ? 2 : 1)),
    ),
    ...each(
      ['default', 'Axios'].flatMap((root) => ['postForm', 'putForm', 'patchForm'].map((name) => `${root}.${name}`)),
      byName(() => 2),
    ),
    ...each(['request', 'default.request'], byOptions),
    ...each(['default.create', 'create', 'Axios.create', 'Axios.new', 'Gaxios.new'], creates('Axios')),
    'isAxiosError, isCancel, default.interceptors.request.use, default.interceptors.response.use': { is: 'nothing' },
    'Axios.interceptors.request.use, Axios.interceptors.response.use': { is: 'nothing' },
  },
});

export const got = defineLibrary({
  name: 'got',
  packages: ['got'],
  source: 'https://github.com/sindresorhus/got',
  types: { Got: ['default.default'] },
  calls: {
    ...client(
      ['default', 'Got', 'got'],
      byName(() => 1),
    ),
    ...each(['default.extend', 'got.extend', 'Got.extend'], creates('Got')),
    ...each(['default.stream', 'Got.stream'], byOptions),
    ...each(
      ['default', 'Got'].flatMap((root) => methods.map((method) => `${root}.stream.${method}`)),
      byName(() => 1),
    ),
    ...each(
      ['default', 'Got'].flatMap((root) => [`${root}.paginate`, `${root}.paginate.all`, `${root}.paginate.each`]),
      { is: 'nothing' },
    ),
  },
});

export const ky = defineLibrary({
  name: 'ky',
  packages: ['ky', 'ky-universal', 'ofetch'],
  source: 'https://github.com/sindresorhus/ky',
  types: { Ky: ['default.default'] },
  typeAliases: { KyInstance: 'Ky', $Fetch: 'Ky' },
  calls: {
    ...client(
      ['default', 'Ky', 'ofetch', '$fetch'],
      byName(() => 1),
    ),
    ...each(
      ['default', 'Ky', 'ofetch', '$fetch'].flatMap((root) => [`${root}.create`, `${root}.extend`]),
      creates('Ky'),
    ),
    // Of ofetch: its `native` and `fetch` are the platform's.
    ...each(['Ky.raw', 'ofetch.raw', '$fetch.raw'], byOptions),
    ...each(['Ky.native', 'ofetch.native', '$fetch.native', 'fetch'], fetchCall),
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
  types: {
    Dispatcher: ['Client.new', 'Pool.new', 'BalancedPool.new', 'Agent.new', 'RetryAgent.new', 'ProxyAgent.new'],
  },
  calls: {
    fetch: fetchCall,
    ...each(['request', 'stream', 'pipeline'], byOptions),
    // The origin is the first argument of a client of one host.
    ...each(['Client.new', 'Pool.new', 'BalancedPool.new'], ({ args: [origin] }): Meaning => ({
      is: 'instance',
      type: 'Dispatcher',
      data: origin ? { base: origin } : {},
    })),
    ...each(['Dispatcher.request', 'Dispatcher.stream'], (call) => {
      const { args, read } = call;
      const said = inOptions(args[0], call);
      const base = read.get(args[0], 'origin') ?? said.base;
      return httpMeaning({ ...said, base, method: methodIn(args[0], read), url: read.get(args[0], 'path') }, read);
    }),
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
  const first = chain.find((step) => step.args !== null);
  // `superagent('POST', url)`.
  const isNamed = start !== undefined || first?.args?.length !== 2;
  const method = start ? (start.name === 'del' ? 'delete' : start.name) : isNamed ? 'get' : read.string(first.args[0]);
  const url = start ? start.args?.[0] : isNamed ? (first?.args?.[0] ?? args[0]) : first.args[1];
  const headers = chain.filter((step) => step.name === 'set').map((step) => step.args ?? []);
  const body = chain.find((step) => step.name === 'send')?.args?.[0];
  return withHeader(httpMeaning({ method, url, headers: undefined, body }, read), headers, read);
};

/** Headers that were set one by one: `[name, value]`, or `[object]`. */
function withHeader(meaning: Meaning | false, set: readonly (readonly Value[])[], read: Call['read']): Meaning | false {
  if (meaning === false || meaning.is !== 'effect') return meaning;
  const value = set
    .map(([given, to]) => {
      const name = read.string(given);
      if (name !== undefined) return isIdempotencyOptionName(name) ? to : undefined;
      return propertyLike(read, given, isIdempotencyOptionName).value;
    })
    .find((key) => key !== undefined);
  if (value === undefined) return meaning;
  const place = meaning.effect.key.accepted ? meaning.effect.key.place : 'the `idempotency-key` header';
  return { ...meaning, effect: { ...meaning.effect, key: { accepted: true, value, place } } };
}

export const superagent = defineLibrary({
  name: 'superagent',
  packages: ['superagent'],
  source: 'https://forwardemail.github.io/superagent/',
  builders: [
    {
      starts: [
        'default()',
        'agent().*',
        ...[...methods, 'del'].flatMap((method) => [`default.${method}`, method, `default.agent().${method}`]),
      ],
      thenable: true,
      terminals: ['then', 'end', 'pipe'],
      read: superagentRead,
    },
  ],
});

/** `wretch(base, options).headers({ … }).url('/path').post(body)`: done by the method, not by what follows it. */
const wretchRead: MeaningOf = ({ chain, read }) => {
  const [made] = chain;
  const last = chain.at(-1);
  const isSaid = last?.name === 'fetch';
  const takesBody = last?.name === 'post' || last?.name === 'put' || last?.name === 'patch';
  const steps = (name: string) => chain.filter((step) => step.name === name).map((step) => step.args ?? []);
  const url = isSaid || takesBody ? last.args?.[1] : last?.args?.[0];
  const [path] = steps('url').at(-1) ?? [];
  const [json] = steps('json').at(-1) ?? steps('body').at(-1) ?? [];
  const meaning = httpMeaning(
    {
      method: isSaid ? (read.string(last.args?.[0]) ?? 'get') : last?.name,
      url: url ?? path ?? made?.args?.[0],
      base: url === undefined && path === undefined ? undefined : made?.args?.[0],
      headers: read.get(made?.args?.[1], 'headers'),
      body: (takesBody ? last.args?.[0] : undefined) ?? json,
    },
    read,
  );
  return withHeader(meaning, steps('headers'), read);
};

export const wretch = defineLibrary({
  name: 'wretch',
  packages: ['wretch'],
  source: 'https://elbywan.github.io/wretch/',
  builders: [
    {
      starts: ['default()', 'default.default()'],
      thenable: false,
      terminals: [...methods, 'opts', 'fetch'],
      read: wretchRead,
    },
  ],
});
