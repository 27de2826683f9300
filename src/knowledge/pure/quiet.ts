// Checked: the packages' documentation at npmjs.com/package/<name>; docs.launchdarkly.com/sdk, upstash.com/docs/redis/sdks/ratelimit-ts.
import { each, nothing } from '../effects/support/effect.ts';
import { defineLibrary } from '../types.ts';
import type { MeaningOf } from '../types.ts';
import { pure, pureLibrary, quietLibrary } from './support/pure.ts';

export const featureFlags = quietLibrary('feature flags', {
  source:
    'https://docs.launchdarkly.com/sdk/server-side/node-js, https://docs.getunleash.io, https://docs.growthbook.io/lib/node',
  packages: [
    'launchdarkly-node-server-sdk',
    '@launchdarkly/node-server-sdk',
    '@launchdarkly/vercel-server-sdk',
    'unleash-client',
    'flagsmith-nodejs',
    '@growthbook/growthbook',
    'statsig-node',
    '@statsig/statsig-node-core',
    'configcat-node',
    '@openfeature/server-sdk',
    '@vercel/edge-config',
    '@vercel/flags',
    '@happykit/flags',
    '@splitsoftware/splitio',
    '@optimizely/optimizely-sdk',
    '@hypertune/sdk',
  ],
  types: [
    'init()',
    'default.init()',
    'initialize()',
    'GrowthBook.new',
    'GrowthBookClient.new',
    'Unleash.new',
    'Flagsmith.new',
    'Statsig.new',
    'getClient()',
    'OpenFeature.getClient()',
    'createClient()',
  ],
});

export const configuration = quietLibrary('configuration', {
  source:
    'https://www.npmjs.com/package/dotenv, https://env.t3.gg/docs, https://docs.nestjs.com/techniques/configuration',
  packages: [
    'dotenv',
    'dotenv-expand',
    '@dotenvx/dotenvx',
    'convict',
    'envalid',
    'env-var',
    'envsafe',
    'znv',
    '@t3-oss/env-nextjs',
    '@t3-oss/env-core',
    '@nestjs/config',
    'cosmiconfig',
    'aws-sdk/clients/ssm',
    '@aws-sdk/client-ssm',
    '@aws-sdk/client-secrets-manager',
    '@google-cloud/secret-manager',
    '@azure/keyvault-secrets',
    '@azure/app-configuration',
    '@infisical/sdk',
  ],
  types: [
    'ConfigService',
    'ConfigService.new',
    'SSMClient.new',
    'SSM.new',
    'SecretsManagerClient.new',
    'SecretsManager.new',
    'SecretManagerServiceClient.new',
    'SecretClient.new',
    'default()',
  ],
});

/** Counters that let a caller through or not; what they count is forgotten in minutes. */
export const rateLimits = quietLibrary('rate limits', {
  source: 'https://upstash.com/docs/redis/sdks/ratelimit-ts, https://github.com/animir/node-rate-limiter-flexible/wiki',
  packages: [
    '@upstash/ratelimit',
    'rate-limiter-flexible',
    'express-rate-limit',
    '@unkey/ratelimit',
    'arcjet',
    '@arcjet/next',
    '@arcjet/node',
  ],
  types: [
    'Ratelimit.new',
    'RateLimiterRedis.new',
    'RateLimiterMemory.new',
    'RateLimiter.new',
    'default()',
    'rateLimit()',
  ],
});

/** `limit(fn, …args)`, `pRetry(fn)`, `limiter.schedule(fn, …args)`: they run what they are given and answer for it. */
const runs: MeaningOf = ({ args, read, receiver }) => {
  const at = args.findIndex((value) => read.isFunction(value));
  if (at < 0) return { is: 'value', value: read.make(receiver.package, 'Limiter') };
  return { is: 'invocation', callbacks: [{ fn: args[at], args: args.slice(at + 1) }], when: 'now', returns: 'answer' };
};

/** `pMap(items, fn)`. */
const maps: MeaningOf = ({ args, read }) => {
  const [items, fn] = args;
  const [item] = read.items(items) ?? [];
  return { is: 'invocation', callbacks: [{ fn, args: item ? [item] : [] }], when: 'each', returns: 'answers' };
};

export const limits = defineLibrary({
  name: 'limits of concurrency and retries',
  packages: [
    'p-limit',
    'p-queue',
    'p-retry',
    'p-throttle',
    'p-timeout',
    'async-retry',
    'promise-retry',
    'exponential-backoff',
    'bottleneck',
    'async-sema',
    'async-mutex',
    'await-semaphore',
    'opossum',
    'cockatiel',
    'yocto-queue',
    'fastq',
  ],
  source:
    'https://www.npmjs.com/package/p-limit, https://www.npmjs.com/package/p-retry, https://www.npmjs.com/package/bottleneck',
  types: {
    Limiter: [
      'default.new',
      'PQueue.new',
      'Mutex.new',
      'Semaphore.new',
      'Sema.new',
      'CircuitBreaker.new',
      'retry()',
      'circuitBreaker()',
      'wrap()',
    ],
  },
  calls: {
    ...each(['default', 'pRetry', 'pLimit', 'pThrottle', 'backOff', 'pTimeout', 'Limiter'], runs),
    ...each(['Limiter.schedule', 'Limiter.add', 'Limiter.runExclusive', 'Limiter.execute', 'noop.execute'], runs),
    ...each(['Limiter.*', '*', 'default.*', '*.*'], nothing),
  },
});

export const asyncMaps = defineLibrary({
  name: 'maps over promises',
  packages: ['p-map', 'p-each-series', 'p-map-series', 'p-filter', 'p-all', 'p-settle', 'p-props'],
  source: 'https://www.npmjs.com/package/p-map',
  calls: { default: maps, pMap: maps, '*': nothing },
});

/** Tokens and passwords. Whether a token is verified is asked of the provider's own file. */
export const tokens = defineLibrary({
  name: 'tokens and passwords',
  packages: [
    'jsonwebtoken',
    'jose',
    'jwt-decode',
    'jws',
    'fast-jwt',
    'crypto-js',
    'bcrypt',
    'bcryptjs',
    'argon2',
    '@node-rs/argon2',
    'otplib',
    'speakeasy',
  ],
  source: 'https://www.npmjs.com/package/jsonwebtoken, https://github.com/panva/jose',
  calls: {
    ...each(
      [
        'sign',
        'default.sign',
        'decode',
        'default.decode',
        'decodeJwt',
        'decodeProtectedHeader',
        'jwtDecode',
        'default',
      ],
      pure,
    ),
    ...each(
      [
        'AES.*',
        'default.AES.*',
        'enc.*.*',
        'default.enc.*.*',
        'genSalt',
        'default.genSalt',
        'importJWK',
        'importSPKI',
        'importPKCS8',
        'createRemoteJWKSet',
        'createLocalJWKSet',
        'calculateJwkThumbprint',
        'exportJWK',
      ],
      pure,
    ),
    ...each(
      [
        'SignJWT.new.*',
        'SignJWT.new.*().*',
        'SignJWT.new.*().*().*',
        'SignJWT.new.*().*().*().*',
        'SignJWT.new.*().*().*().*().*',
      ],
      nothing,
    ),
  },
});

/** Checks of shape that are no builders. */
export const shapes = pureLibrary('shapes', {
  source: 'https://valibot.dev/api, https://ajv.js.org/api.html, https://github.com/typestack/class-validator',
  packages: [
    'valibot',
    'superstruct',
    'io-ts',
    'fp-ts',
    'class-validator',
    'class-transformer',
    'arktype',
    'ajv',
    'ajv-formats',
    'runtypes',
    'myzod',
    'zod-to-json-schema',
    'zod-validation-error',
    'express-validator',
    'typia',
  ],
  calls: { 'default.new.*': pure, 'default.new.*()': pure, 'Ajv.new.*': pure },
});

/** Hooks on requests and answers: they are told of a call, and are none. */
export const interceptors = defineLibrary({
  name: 'interceptors',
  packages: ['axios', 'got', 'ky', 'axios-retry'],
  source: 'https://axios-http.com/docs/interceptors',
  calls: {
    ...each(
      [
        'Axios.interceptors.request.use',
        'Axios.interceptors.response.use',
        'default.interceptors.request.use',
        'default.interceptors.response.use',
        'Axios.getUri',
        'default.isAxiosError',
        'isAxiosError',
        'default.isCancel',
        'isCancel',
      ],
      () => false,
    ),
  },
});
