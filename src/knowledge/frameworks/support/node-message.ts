import type { Call, Library, Meaning, MeaningOf, ParameterMeaning, Registration } from '../../types.ts';
import { header } from '../../platform/support/web-request.ts';

const body: Meaning = { is: 'delivery', part: 'body' };
const raw: Meaning = { is: 'delivery', part: 'raw' };
const headers: Meaning = { is: 'delivery', part: 'headers' };
const query: Meaning = { is: 'delivery', part: 'query' };

/** A request of Node, Express and all that copy Express, under the name that a library gives it. */
export function nodeRequestAs(type: string) {
  return {
    types: { [type]: [] },
    members: {
      [`${type}.body`]: body,
      [`${type}.rawBody`]: raw,
      [`${type}.headers`]: headers,
      [`${type}.rawHeaders`]: headers,
      [`${type}.query`]: query,
    },
    calls: {
      [`${type}.get`]: header,
      [`${type}.header`]: header,
      [`${type}.headers.get`]: header,
    },
  } satisfies Partial<Library>;
}

const statusSetters = new Set(['status', 'code', 'writeHead']);

/** How long a chain of setters may be before the method that answers: `res.status(400).set(…).type(…).send()`. */
const chains = ['', '*().', '*().*().', '*().*().*().'];

/** A response whose status is set by a method of the chain and sent by another. */
export function nodeResponseAs(type: string, sends: readonly string[] = ['send', 'json', 'jsonp', 'end']) {
  const calls: Record<string, Meaning | MeaningOf> = {
    ...Object.fromEntries([...statusSetters].map((method) => [`${type}.${method}`, setsStatus])),
  };
  for (const chain of chains) {
    for (const method of sends) calls[`${type}.${chain}${method}`] = sent;
    calls[`${type}.${chain}sendStatus`] = ({ args, read }) => ({
      is: 'acknowledgement',
      status: read.number(args[0]) ?? null,
    });
    calls[`${type}.${chain}redirect`] = redirected;
    calls[`${type}.${chain}render`] = sent;
    calls[`${type}.${chain}sendFile`] = sent;
  }
  return {
    types: { [type]: [] },
    calls,
    assignments: { [`${type}.statusCode`]: 'status' },
  } satisfies Partial<Library>;
}

const setsStatus: MeaningOf = ({ args, read }) => ({ is: 'status', status: read.number(args[0]) ?? null });

const sent: MeaningOf = (call) => {
  const [body] = call.args;
  // Express 4 takes `res.send(200)` for the status.
  const only = call.args.length === 1 ? call.read.number(body) : undefined;
  if (only !== undefined && call.chain.length === 1 && only >= 100 && only < 600)
    return { is: 'acknowledgement', status: only };
  return { is: 'acknowledgement', status: statusOf(call), body };
};

const redirected: MeaningOf = ({ args, read }) => ({ is: 'acknowledgement', status: read.number(args[0]) ?? 302 });

/** The status that the chain sets last: null where it is not constant, undefined where it sets none. */
export function statusOf({ chain, read }: Call): number | null | undefined {
  const step = chain.findLast((one) => one.args !== null && statusSetters.has(one.name));
  return step && (read.number(step.args?.[0]) ?? null);
}

/** Methods by which a provider may deliver; a GET is a page or a probe. */
const delivering = ['post', 'put', 'patch', 'all'];

/** `app.post(path, …handlers)` for each type that takes routes. */
export function routes(
  types: readonly string[],
  parameters: readonly ParameterMeaning[],
  {
    structural = false,
    methods = delivering,
  }: { readonly structural?: boolean; readonly methods?: readonly string[] } = {},
): Registration[] {
  return types.flatMap((type) =>
    methods.map((method) => ({
      by: 'call',
      call: `${type}.${method}`,
      path: 0,
      handlers: { from: 1 },
      parameters,
      kind: 'http',
      method: method === 'all' ? undefined : method.toUpperCase(),
      structural,
    })),
  );
}
