const ofTexts = [String.prototype, Number.prototype, BigInt.prototype, Date.prototype, RegExp.prototype];
const ofLists = [Array.prototype, Uint8Array.prototype];
const ofOthers = [Map.prototype, Set.prototype, Promise.prototype, Object.prototype, Function.prototype];

function namesIn(prototypes: readonly object[]): Set<string> {
  return new Set(prototypes.flatMap((one) => Object.getOwnPropertyNames(one)));
}

const methods = namesIn([...ofTexts, ...ofLists, ...ofOthers]);

/** Names that libraries give to methods of their own: what such a call does is told by its receiver alone. */
const shared = new Set([
  'add',
  'call',
  'clear',
  'constructor',
  'copyWithin',
  'delete',
  'exec',
  'fill',
  'find',
  'findLast',
  'get',
  'has',
  'link',
  'pop',
  'push',
  'set',
  'shift',
  'unshift',
  'values',
  'with',
]);
const harmless = new Set([...namesIn([...ofTexts, ...ofLists])].filter((name) => !shared.has(name)));

/** A method of texts, lists, numbers or dates under a name that nothing else goes by: `toISOString`, `flatMap`. */
export function isOfLanguage(name: string): boolean {
  return harmless.has(name);
}

const bodyReaders = new Set(['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']);

/** `response.json()` of whatever answered: the body of an answer that is there already. */
export function readsBody(name: string, args: readonly unknown[]): boolean {
  return args.length === 0 && bodyReaders.has(name);
}

/** A method that the language gives to some value. */
export function isMethodOfLanguage(name: string): boolean {
  return methods.has(name);
}
