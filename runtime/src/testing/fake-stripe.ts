import { randomUUID } from 'node:crypto';
import { recordEffects } from './effects.ts';
import type { Effects } from './effects.ts';

export interface FakeStripe {
  /** For the real library: `new Stripe('sk_test_fake', { httpClient: Stripe.createFetchHttpClient(fake.fetch) })`. */
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** What was created: the kind is the path (`charges`, `transfers`), the key the id of what was made. */
  readonly effects: Effects;
  /** The next request is carried out, and its answer is lost on the way. */
  loseNextAnswer(): void;
  /** Requests that create wait after they were begun, until the function that this gives is called. */
  hold(): () => void;
}

interface Kept {
  readonly fingerprint: string;
  answer: { status: number; body: unknown } | undefined;
}

/**
 * A Stripe that creates what it is asked for (any `POST /v1/…`) and keeps idempotency keys as the real one does: the same
 * key and parameters get the stored answer, other parameters an `idempotency_error`, and a request whose key is being
 * worked on 409. Requests without a key create something each time.
 */
export function fakeStripe(): FakeStripe {
  const keys = new Map<string, Kept>();
  const effects = recordEffects();
  let lose = 0;
  let held: Promise<void> | undefined;

  const create = (path: string, body: string): { status: number; body: unknown } => {
    const object = path.replace(/^\/v1\//, '');
    const id = `${object.slice(0, 2)}_${randomUUID().replaceAll('-', '')}`;
    const parameters = Object.fromEntries(new URLSearchParams(body));
    effects.record(object, id, parameters);
    const amount = parameters.amount === undefined ? {} : { amount: Number(parameters.amount) };
    return { status: 200, body: { ...parameters, ...amount, id, object: object.replace(/s$/, '') } };
  };

  const keyed = async (
    key: string,
    path: string,
    body: string,
  ): Promise<{ status: number; body: unknown; replayed?: true }> => {
    const fingerprint = `${path}\n${body}`;
    const kept = keys.get(key);
    if (kept === undefined) {
      const entry: Kept = { fingerprint, answer: undefined };
      keys.set(key, entry);
      await held;
      entry.answer = create(path, body);
      return entry.answer;
    }
    if (kept.fingerprint !== fingerprint) {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`;
      return { status: 400, body: { error: { type: 'idempotency_error', message } } };
    }
    if (kept.answer === undefined) {
      const message = `There is currently another in-progress request using this Idempotent Key (${key}).`;
      return {
        status: 409,
        body: { error: { type: 'invalid_request_error', code: 'idempotency_key_in_use', message } },
      };
    }
    return { ...kept.answer, replayed: true };
  };

  return {
    effects,
    loseNextAnswer: () => {
      lose++;
    },
    hold: () => {
      let release!: () => void;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        held = undefined;
        release();
      };
    },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      if (request.method !== 'POST')
        return answer(404, { error: { type: 'invalid_request_error', message: 'Only POST.' } });
      const body = await request.text();
      const key = request.headers.get('idempotency-key');
      if (key === null) await held;
      const made = key === null ? { ...create(pathname, body), replayed: undefined } : await keyed(key, pathname, body);
      if (lose > 0) {
        lose--;
        throw new TypeError('fetch failed');
      }
      return answer(made.status, made.body, 'replayed' in made && made.replayed === true);
    },
  };
}

function answer(status: number, body: unknown, replayed = false): Response {
  const headers = {
    'content-type': 'application/json',
    'request-id': `req_${randomUUID().slice(0, 14)}`,
    // As the real one: a conflict may be asked again, a misuse of a key may not.
    'stripe-should-retry': String(status === 409),
    ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
  };
  return new Response(JSON.stringify(body), { status, headers });
}
