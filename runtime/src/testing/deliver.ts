import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Effects } from './effects.ts';
import type { SignedDelivery } from './sign.ts';

type WebHandler = (request: Request) => Response | Promise<Response>;
type NodeListener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** What is used of an instance of Fastify. */
export interface Injectable {
  inject(request: {
    method: 'POST';
    url: string;
    headers: Record<string, string>;
    payload: string;
  }): PromiseLike<{ statusCode: number; body: string }>;
}

/** A Web-standard handler, a listener of Node's `http` (an Express app is one), an instance of Fastify, or a URL. */
export type App = WebHandler | NodeListener | Injectable | string | URL;

export interface DeliverOptions {
  /** How often each event is delivered; 2 by default, as a provider does when an answer is lost. */
  readonly times?: number;
  /** All at once, instead of one after another. */
  readonly concurrently?: boolean;
  /** Later events first. */
  readonly reorder?: boolean;
  /** The first delivery crashes after this kind of effect, and is delivered again for want of an answer. */
  readonly crashAfter?: { readonly effects: Effects; readonly kind: string };
  /** Everything once more in the end, as when a person presses "resend". */
  readonly replay?: boolean;
  /** How often a delivery is tried that is not answered with 2xx; 5 by default. */
  readonly tries?: number;
}

export interface Delivered {
  /** Which of the events, from 0. */
  readonly event: number;
  /** 0 where the app threw instead of answering. */
  readonly status: number;
  readonly body: string;
}

const TRIES = 5;

/**
 * Delivers events as providers do: each more than once, again until it is answered with 2xx. Gives the answers in the
 * order in which they came.
 */
export async function deliver(
  app: App,
  deliveries: SignedDelivery | readonly SignedDelivery[],
  options: DeliverOptions = {},
): Promise<Delivered[]> {
  const { times = 2, concurrently = false, reorder = false, crashAfter, replay = false, tries = TRIES } = options;
  const list = Array.isArray(deliveries) ? (deliveries as readonly SignedDelivery[]) : [deliveries as SignedDelivery];
  const order = list.map((delivery, event) => ({ delivery, event }));
  if (reorder) order.reverse();
  const rounds = Array.from({ length: times + (replay ? 1 : 0) }, () => order);
  const answers: Delivered[] = [];
  const target = await targetOf(app);
  const insist = async ({ delivery, event }: (typeof order)[number]): Promise<void> => {
    for (let attempt = 1; attempt <= tries; attempt++) {
      const { status, body } = await target
        .send(delivery)
        .catch((error: unknown) => ({ status: 0, body: String(error) }));
      answers.push({ event, status, body });
      if (status >= 200 && status < 300) return;
    }
  };
  try {
    crashAfter?.effects.crashAfter(crashAfter.kind);
    const atOnce = concurrently ? rounds.slice(0, times).flat() : [];
    await Promise.all(atOnce.map(insist));
    for (const one of (concurrently ? rounds.slice(times) : rounds).flat()) await insist(one);
  } finally {
    await target.close();
  }
  return answers;
}

interface Target {
  send(delivery: SignedDelivery): Promise<{ status: number; body: string }>;
  close(): Promise<void>;
}

async function targetOf(app: App): Promise<Target> {
  const close = (): Promise<void> => Promise.resolve();
  if (typeof app === 'string' || app instanceof URL) return { send: (delivery) => send(new URL(app), delivery), close };
  if ('inject' in app) {
    return {
      close,
      send: async ({ url, headers, body }) => {
        const { pathname, search, host } = new URL(url);
        const sent = { host, ...headers };
        const answer = await app.inject({ method: 'POST', url: pathname + search, headers: sent, payload: body });
        return { status: answer.statusCode, body: answer.body };
      },
    };
  }
  if (isListener(app)) return listen(app);
  return {
    close,
    send: async ({ url, ...init }) => {
      const response = await app(new Request(url, init));
      return { status: response.status, body: await response.text() };
    },
  };
}

function isListener(app: WebHandler | NodeListener): app is NodeListener {
  return app.length >= 2;
}

async function listen(listener: NodeListener): Promise<Target> {
  const server = createServer((request, response) => {
    Promise.resolve(listener(request, response)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    send: (delivery) => {
      const { pathname, search } = new URL(delivery.url);
      return send(new URL(pathname + search, `http://127.0.0.1:${port}`), delivery);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(url: URL, { method, headers, body }: SignedDelivery): Promise<{ status: number; body: string }> {
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, body: await response.text() };
}
