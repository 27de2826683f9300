import type { Call, Library, Meaning } from '../../types.ts';

const raw: Meaning = { is: 'delivery', part: 'raw' };
const body: Meaning = { is: 'delivery', part: 'body' };
const headers: Meaning = { is: 'delivery', part: 'headers' };

export function header(call: Call): Meaning {
  const name = call.read.string(call.args[0]);
  return name === undefined
    ? { is: 'delivery', part: 'header' }
    : { is: 'delivery', part: 'header', name: name.toLowerCase() };
}

/** The surface of a web Request under the name that a library gives it. */
export function webRequestAs(type: string) {
  return {
    types: { [type]: [`${type}.clone()`] },
    members: {
      [`${type}.headers`]: headers,
      [`${type}.body`]: raw,
      [`${type}.nextUrl.searchParams`]: { is: 'delivery', part: 'query' },
    },
    calls: {
      [`${type}.text`]: raw,
      [`${type}.json`]: body,
      [`${type}.arrayBuffer`]: raw,
      [`${type}.blob`]: raw,
      [`${type}.bytes`]: raw,
      [`${type}.formData`]: body,
    },
  } as const satisfies Partial<Library>;
}

const own = webRequestAs('Request');

/** Request and Headers as the platform has them. */
export const webRequest = {
  types: { ...own.types, Headers: [] },
  members: own.members,
  calls: { ...own.calls, 'Headers.get': header },
} satisfies Partial<Library>;
