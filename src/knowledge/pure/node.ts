// Checked: nodejs.org/docs/latest-v20.x/api (path, fs, os, url, util, assert, async_context, perf_hooks, zlib), @types/node 20.
import { Origin } from '../../interpret/value.ts';
import { each, nothing, prefixed } from '../effects/support/effect.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import type { Meaning, MeaningOf } from '../types.ts';
import { pure, pureLibrary, quietLibrary } from './support/pure.ts';

/** A built-in is imported with and without its prefix. */
function builtins(...names: string[]): string[] {
  return names.flatMap((name) => [`node:${name}`, name]);
}

export const nodePure = pureLibrary('node: pure modules', {
  source: 'https://nodejs.org/docs/latest-v20.x/api/path.html',
  packages: builtins(
    'path',
    'path/posix',
    'path/win32',
    'url',
    'util',
    'util/types',
    'querystring',
    'punycode',
    'string_decoder',
    'zlib',
    'os',
    'v8',
    'module',
  ),
});

/** Files of the machine are gone with it, and no rule asks about them. */
export const nodeFiles = quietLibrary('node:fs', {
  source: 'https://nodejs.org/docs/latest-v20.x/api/fs.html',
  packages: [
    ...builtins('fs', 'fs/promises'),
    'fs-extra',
    'graceful-fs',
    'tmp-promise',
    'glob',
    'fast-glob',
    'globby',
    'rimraf',
    'mkdirp',
  ],
});

export const nodeStreams = quietLibrary('node:stream', {
  source: 'https://nodejs.org/docs/latest-v20.x/api/stream.html',
  packages: [
    ...builtins('stream', 'stream/promises', 'stream/web', 'readline', 'dns', 'dns/promises', 'diagnostics_channel'),
    'stream-json',
    'through2',
  ],
  types: ['Readable.new', 'Readable.from()', 'Readable.fromWeb()', 'PassThrough.new', 'Transform.new', 'Writable.new'],
});

const clock = valueOf(Origin.clock);

export const nodePerformance = defineLibrary({
  name: 'node:perf_hooks',
  packages: builtins('perf_hooks'),
  source: 'https://nodejs.org/docs/latest-v20.x/api/perf_hooks.html',
  calls: prefixed<Meaning>(['', 'default.'], { 'performance.now': clock, 'performance.*': nothing }),
});

/** `storage.run(store, fn, …args)`: the function runs, and its answer is the call's. */
const runs: MeaningOf = ({ args: [, fn, ...rest] }) => ({
  is: 'invocation',
  callbacks: [{ fn, args: rest }],
  when: 'now',
  returns: 'answer',
});

const exits: MeaningOf = ({ args: [fn, ...rest] }) => ({
  is: 'invocation',
  callbacks: [{ fn, args: rest }],
  when: 'now',
  returns: 'answer',
});

export const nodeContext = defineLibrary({
  name: 'node:async_hooks',
  packages: builtins('async_hooks'),
  source: 'https://nodejs.org/docs/latest-v20.x/api/async_context.html',
  types: {
    AsyncLocalStorage: ['AsyncLocalStorage.new', 'default.AsyncLocalStorage.new'],
    AsyncResource: ['AsyncResource.new'],
  },
  calls: {
    'AsyncLocalStorage.run': runs,
    'AsyncLocalStorage.exit': exits,
    'AsyncResource.runInAsyncScope': exits,
    ...each(['AsyncLocalStorage.*', 'AsyncResource.*', '*'], nothing),
  },
});

/** Of the language and the web, beside what `platform` has. */
export const globals = defineLibrary({
  name: 'globals',
  packages: ['global'],
  source: 'https://developer.mozilla.org/docs/Web/API',
  calls: {
    ...each(
      [
        'Buffer.*',
        'AbortSignal.*',
        'URL.*',
        'Uint8Array.*',
        'Uint8Array.new.*',
        'ArrayBuffer.*',
        'TextEncoder.new.*',
        'TextDecoder.new.*',
        'Temporal.*.*',
        'escape',
        'unescape',
        'encodeURI',
        'decodeURI',
        'isFinite',
        'Intl.*.new.*',
        'Intl.*().*',
        'RegExp',
        'RegExp.new.*',
        'Symbol.*',
      ],
      pure,
    ),
    ...each(
      [
        'AbortController.new.*',
        'AbortController.new.signal.*',
        'FormData.new.*',
        'Headers.new.*',
        'URLSearchParams.new.*',
        'Blob.new.*',
        'File.new.*',
        'ReadableStream.new.*',
        'TransformStream.new.*',
        'crypto.subtle.importKey',
        'crypto.subtle.exportKey',
        'crypto.subtle.generateKey',
        'crypto.subtle.deriveBits',
        'crypto.subtle.deriveKey',
        'crypto.subtle.encrypt',
        'crypto.subtle.decrypt',
        'performance.*',
        'Bun.file().*',
        'Bun.*',
        'Atomics.*',
      ],
      nothing,
    ),
  },
});
