// Logs, errors, metrics and analytics: of no interest, never ranked above state. Sources: the packages' READMEs.
import { defineLibrary } from '../types.ts';
import type { Library } from '../types.ts';
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

/** A logger: the values that its package makes, and every method on them. */
function logger(name: string, makers: readonly string[], packages: readonly string[] = [name]): Library {
  return defineLibrary({
    name,
    packages,
    source: `https://www.npmjs.com/package/${name}`,
    types: { Logger: [...makers, 'Logger.child()', 'Logger.getSubLogger()', 'Logger.extend()'] },
    typeAliases: { BaseLogger: 'Logger', PinoLogger: 'Logger', ILogger: 'Logger' },
    calls: {
      'Logger.*': nothing,
      Logger: nothing,
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
    calls: each(['*', 'default', 'default.*', '*.*', 'Client.*', 'Client.*.*'], nothing),
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
  calls: {
    ...each(['*', 'default.*', '*.*'], nothing),
    ...each(['startSpan', 'startSpanManual', 'withMonitor'], ({ args }) => ({
      is: 'invocation',
      callbacks: [{ fn: args[1], args: [] }],
      when: 'now',
      returns: 'answer',
    })),
    ...each(['withScope', 'withIsolationScope', 'continueTrace', 'suppressTracing'], ({ args }) => ({
      is: 'invocation',
      callbacks: [{ fn: args.at(-1), args: [] }],
      when: 'now',
      returns: 'answer',
    })),
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
    Tracer: ['trace.getTracer()', 'default.trace.getTracer()'],
    Span: ['Tracer.startSpan()', 'trace.getActiveSpan()'],
    Meter: ['metrics.getMeter()'],
  },
  calls: {
    'Tracer.startActiveSpan': ({ args, read, receiver }) => ({
      is: 'invocation',
      callbacks: [{ fn: args.at(-1), args: [read.make(receiver.package, 'Span')] }],
      when: 'now',
      returns: 'answer',
    }),
    ...each(['context.with', 'default.context.with'], ({ args }) => ({
      is: 'invocation',
      callbacks: [{ fn: args[1], args: [] }],
      when: 'now',
      returns: 'answer',
    })),
    ...each(['Span.*', 'Meter.*', 'Meter.*().*', 'metrics.*', 'trace.*', 'context.*', 'propagation.*'], nothing),
  },
});
