import { headerOf } from './node.ts';
import type { Receiver } from './receiver.ts';

/** What is used of a request of Fastify. */
export interface FastifyRequest {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly protocol: string;
  readonly url: string;
}

/** What is used of a reply of Fastify. */
export interface FastifyReply {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body: string): unknown;
}

/** What is used of an instance of Fastify, whose own types are told by the application and not by us. */
export interface FastifyInstance {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(...parameters: never): unknown;
  post(...parameters: never): unknown;
}

type AddParser = (
  type: '*',
  options: { parseAs: 'buffer'; bodyLimit: number },
  parser: (request: unknown, body: Buffer, done: (error: null, body: Buffer) => void) => void,
) => unknown;
type Post = (path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>) => unknown;

/**
 * A receiver as a plugin of Fastify: `app.register(toFastify(receive, '/webhooks/stripe'))`. The plugin reads the raw body
 * in a context of its own, so that other routes keep their parsers.
 */
export function toFastify(receive: Receiver, path: string): (app: FastifyInstance) => Promise<void> {
  return (app) => {
    const addParser = app.addContentTypeParser.bind(app) as AddParser;
    const post = app.post.bind(app) as Post;
    app.removeAllContentTypeParsers();
    addParser('*', { parseAs: 'buffer', bodyLimit: receive.maxBytes }, (_request, body, done) => {
      done(null, body);
    });
    post(path, async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const header = (name: string): string | undefined => headerOf(request.headers[name]);
      const url = `${request.protocol}://${header('host') ?? 'localhost'}${request.url}`;
      const answer = await receive.receive({ body, header, url });
      reply.code(answer.status);
      reply.header('content-type', 'text/plain');
      await reply.send(answer.body);
    });
    return Promise.resolve();
  };
}
