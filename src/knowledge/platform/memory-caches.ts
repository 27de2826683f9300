// Checked: type declarations of lru-cache 11.5, node-cache 5.1, quick-lru 7.3, tiny-lru 13.1, @isaacs/ttlcache 2.1; source of memory-cache 0.2.
import { defineLibrary, type MeaningOf } from '../types.ts';

type Action = 'read' | 'write' | 'delete';

const keyed =
  (action: Action, result: 'boolean' | 'value' = 'value'): MeaningOf =>
  ({ args: [key] }) => ({ is: 'memory', action, key, result });

const methods: Readonly<Record<string, MeaningOf>> = {
  has: keyed('read', 'boolean'),
  get: keyed('read'),
  peek: keyed('read'),
  set: keyed('write'),
  add: keyed('write'),
  put: keyed('write'),
  del: keyed('delete'),
  delete: keyed('delete'),
};

function of(type: string): Readonly<Record<string, MeaningOf>> {
  return Object.fromEntries(Object.entries(methods).map(([name, meaning]) => [`${type}.${name}`, meaning]));
}

/** Caches that live in the memory of one process, whatever their size and time to live. */
export const memoryCaches = defineLibrary({
  name: 'caches in memory',
  packages: ['lru-cache', 'node-cache', 'quick-lru', 'tiny-lru', '@isaacs/ttlcache', 'memory-cache'],
  source: 'https://www.npmjs.com/package/lru-cache, https://www.npmjs.com/package/node-cache',
  types: {
    Cache: [
      'default.new',
      'LRUCache.new',
      'LRU.new',
      'TTLCache.new',
      'NodeCache.new',
      'lru()',
      'Cache.new',
      'default.Cache.new',
    ],
  },
  typeAliases: { LRUCache: 'Cache', LRU: 'Cache', TTLCache: 'Cache', NodeCache: 'Cache', QuickLRU: 'Cache' },
  // The export itself is a cache that is ready for use.
  calls: { ...of('Cache'), ...of('default') },
});
