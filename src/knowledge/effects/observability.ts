// Logs, errors, metrics and analytics: of no interest, never ranked above state. Checked: pino 10, winston 3.19.0, @opentelemetry/api 1.10.0 types. Not checked: the others, of which the READMEs say how a client is made.
import { defineLibrary } from '../types.ts';
import type { Library, Meaning, MeaningOf } from '../types.ts';
import { each, nothing } from './support/effect.ts';

const logMethods = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'log',
  'verbose',
  'silly',
  'http',
  'success',
  'child',
  'flush',
];

/** What a call makes is of the library too: a child of a logger, a span. */
const makes = (type: string): Meaning => ({ is: 'instance', type });

/** Calls that make what `paths` yield, where a table of all names would take them for nothing. */
function making(type: string, paths: readonly string[]): Record<string, Meaning> {
  return Object.fromEntries(
    paths.filter((path) => path.endsWith('()')).map((path) => [path.slice(0, -2), makes(type)] as const),
  );
}

/** A logger: the values that its package makes, and every method on them. */
function logger(name: string, makers: readonly string[], packages: readonly string[] = [name]): Library {
  return defineLibrary({
    name,
    packages,
    source: `https://www.npmjs.com/package/${name}`,
    types: { Logger: makers },
    typeAliases: { BaseLogger: 'Logger', PinoLogger: 'Logger', ILogger: 'Logger' },
    calls: {
      'Logger.*': nothing,
      Logger: nothing,
      ...each(
        ['Logger.child', 'Logger.getSubLogger', 'Logger.extend', 'Logger.withContext', 'Logger.with'],
        makes('Logger'),
      ),
      ...each(
        logMethods.flatMap((method) => [method, `default.${method}`]),
        nothing,
      ),
    },
  });
}

export const pino = logger('pino', ['default()', 'pino()', 'default.pino()'], ['pino', 'pino-http', 'nestjs-pino']);
export const winston = logger('winston', ['createLogger()', 'default.createLogger()', 'loggers.get()']);
export const otherLoggers = logger(
  'loggers',
  [
    'default()',
    'default.new',
    'Logger.new',
    'createLogger()',
    'getLogger()',
    'default.getLogger()',
    'default.createLogger()',
    'createConsola()',
    'consola',
  ],
  [
    'bunyan',
    'log4js',
    'loglevel',
    'signale',
    'consola',
    'debug',
    'tslog',
    'npmlog',
    'roarr',
    'adze',
    '@logtape/logtape',
    '@logtail/node',
    '@logtail/next',
    'next-axiom',
    '@axiomhq/js',
    '@aws-lambda-powertools/logger',
    '@google-cloud/logging',
    '@google-cloud/logging-winston',
    'electron-log',
    'evlog',
    'diary',
    'ulog',
  ],
);

/** Every function of the package, and every method of what it makes. */
function silent(name: string, packages: readonly string[], types: readonly string[] = []): Library {
  return defineLibrary({
    name,
    packages,
    source: `https://www.npmjs.com/package/${packages[0] ?? name}`,
    types: { Client: [...types] },
    calls: {
      ...each(['*', 'default', 'default.*', '*.*', 'Client.*', 'Client.*.*'], nothing),
      ...making('Client', types),
    },
  });
}

const settersOfSpan = [
  'setAttribute',
  'setAttributes',
  'addEvent',
  'addLink',
  'addLinks',
  'setStatus',
  'updateName',
  'recordException',
].map((name) => `Span.${name}`);

const settersOfScope = [
  'setTag',
  'setTags',
  'setUser',
  'setExtra',
  'setExtras',
  'setContext',
  'setLevel',
  'addBreadcrumb',
].map((name) => `Scope.${name}`);

/** Runs the last function that it is given, handing it a value of this type. */
function runs(given: string | null): MeaningOf {
  return ({ args, read, receiver }) => ({
    is: 'invocation',
    callbacks: [
      {
        fn: args.findLast((argument) => read.isFunction(argument)) ?? args.at(-1),
        args: given === null ? [] : [read.make(receiver.package, given)],
      },
    ],
    when: 'now',
    returns: 'answer',
  });
}

/** `Sentry.withScope(fn)`, `startSpan(options, fn)`: what they are given runs inside. */
export const sentry = defineLibrary({
  name: '@sentry/node',
  packages: [
    '@sentry/node',
    '@sentry/nextjs',
    '@sentry/core',
    '@sentry/browser',
    '@sentry/sveltekit',
    '@sentry/remix',
    '@sentry/cloudflare',
    '@sentry/deno',
    '@sentry/bun',
    '@sentry/aws-serverless',
    '@sentry/nestjs',
    '@sentry/serverless',
    '@sentry/react-router',
    '@sentry/astro',
    '@sentry/nuxt',
  ],
  source: 'https://docs.sentry.io/platforms/javascript/guides/node/apis/',
  types: { Scope: [], Span: [] },
  calls: {
    ...each(['*', 'default.*', '*.*', 'Scope.*', 'Span.*'], nothing),
    ...each(
      ['getCurrentScope', 'getIsolationScope', 'getGlobalScope', 'getClient', 'Scope.clone', ...settersOfScope],
      makes('Scope'),
    ),
    ...each(['startInactiveSpan', 'getActiveSpan', 'getRootSpan', ...settersOfSpan], makes('Span')),
    ...each(['startSpan', 'startSpanManual'], runs('Span')),
    withMonitor: runs(null),
    ...each(['withScope', 'withIsolationScope'], runs('Scope')),
    ...each(['continueTrace', 'suppressTracing', 'startNewTrace', 'withActiveSpan'], runs(null)),
    // Wrappers give back the handler that they were given.
    ...each(
      ['wrapApiHandlerWithSentry', 'wrapRouteHandlerWithSentry', 'wrapHandler', 'AWSLambda.wrapHandler'],
      ({ args: [fn] }) => (fn ? { is: 'value', value: fn } : false),
    ),
  },
});

export const posthog = silent('posthog-node', ['posthog-node', 'posthog-js'], ['PostHog.new', 'default.new']);
export const segment = silent(
  '@segment/analytics-node',
  ['@segment/analytics-node', 'analytics-node'],
  ['Analytics.new', 'default.new'],
);
export const analytics = silent(
  'analytics',
  [
    'mixpanel',
    '@amplitude/node',
    '@amplitude/analytics-node',
    '@vercel/analytics',
    '@vercel/analytics/server',
    'rudder-sdk-node',
    '@rudderstack/rudder-sdk-node',
    'plausible-tracker',
    '@june-so/analytics-node',
    'ga-4-react',
    'universal-analytics',
    'logsnag',
    '@logsnag/node',
    'heap-api',
  ],
  ['default.new', 'default.init()', 'init()', 'LogSnag.new', 'Analytics.new', 'default()', 'createInstance()'],
);
export const datadog = silent(
  'dd-trace',
  [
    'dd-trace',
    'hot-shots',
    'datadog-metrics',
    'node-statsd',
    'newrelic',
    'elastic-apm-node',
    '@bugsnag/js',
    '@honeybadger-io/js',
    'rollbar',
    '@newrelic/native-metrics',
    'applicationinsights',
  ],
  ['default.new', 'StatsD.new', 'default.start()'],
);
export const prometheus = silent(
  'prom-client',
  ['prom-client'],
  [
    'Counter.new',
    'Gauge.new',
    'Histogram.new',
    'Summary.new',
    'default.Counter.new',
    'default.Gauge.new',
    'default.Histogram.new',
  ],
);

export const opentelemetry = defineLibrary({
  name: '@opentelemetry/api',
  packages: ['@opentelemetry/api', '@opentelemetry/api-logs'],
  source: 'https://opentelemetry.io/docs/languages/js/instrumentation/',
  types: {
    Tracer: [],
    Span: [],
    Meter: [],
    Instrument: ['Meter.*()'],
    Logger: ['logs.getLogger()'],
  },
  typeAliases: { Counter: 'Instrument', Histogram: 'Instrument', UpDownCounter: 'Instrument', Gauge: 'Instrument' },
  calls: {
    ...each(
      ['Span.*', 'Instrument.*', 'Logger.*', 'metrics.*', 'trace.*', 'context.*', 'propagation.*', 'diag.*'],
      nothing,
    ),
    'trace.getTracer': makes('Tracer'),
    'metrics.getMeter': makes('Meter'),
    ...each(['trace.getActiveSpan', 'trace.getSpan', 'Tracer.startSpan', ...settersOfSpan], makes('Span')),
    'Tracer.startActiveSpan': runs('Span'),
    // What it is given comes after the function: `with(context, fn, thisArg, …args)`.
    'context.with': runs(null),
  },
});
