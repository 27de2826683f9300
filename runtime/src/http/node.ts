import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody, TOO_LARGE } from './receiver.ts';
import type { Answer, Receiver } from './receiver.ts';

/** A request whose body a parser may have read already, as the one of Express's `raw` does. */
export type NodeRequest = IncomingMessage & { readonly body?: unknown; readonly originalUrl?: string };

/**
 * A receiver as a listener of Node's `http`: `createServer(toNode(receive))`.
 * It must see the body before any parser does; a body that was parsed to an object is answered with 503, since its bytes
 * are gone.
 */
export function toNode(receive: Receiver): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const { status, body } = await answer(receive, request);
    // What was not read of a large body would be taken for the next request.
    if (status === TOO_LARGE.status) response.setHeader('connection', 'close');
    response.statusCode = status;
    response.setHeader('content-type', 'text/plain');
    response.end(body);
  };
}

async function answer(receive: Receiver, request: NodeRequest): Promise<Answer> {
  if (request.method !== 'POST') return { status: 405, body: 'only POST' };
  const body = await bodyOf(request, receive.maxBytes);
  if (body === 'too large') return TOO_LARGE;
  if (body === 'parsed') return { status: 503, body: 'the raw body was parsed before it could be verified' };
  const header = (name: string): string | undefined => headerOf(request.headers[name]);
  return receive.receive({ body, header, url: urlOf(request) });
}

async function bodyOf(request: NodeRequest, maxBytes: number): Promise<Uint8Array | 'too large' | 'parsed'> {
  if (request.body instanceof Uint8Array) return request.body;
  if (typeof request.body === 'string') return Buffer.from(request.body);
  if (request.readableEnded || (request.body !== undefined && request.body !== null)) return 'parsed';
  return (await readBody(request, maxBytes)) ?? 'too large';
}

export function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function urlOf(request: NodeRequest): string {
  const protocol = headerOf(request.headers['x-forwarded-proto']) ?? 'https';
  return `${protocol}://${request.headers.host ?? 'localhost'}${request.originalUrl ?? request.url ?? '/'}`;
}
