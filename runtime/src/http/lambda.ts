import type { Receiver } from './receiver.ts';

/** What is used of an event of API Gateway (both payload formats) or a function URL. */
export interface LambdaEvent {
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  readonly requestContext?: { readonly domainName?: string };
  readonly rawPath?: string;
  readonly path?: string;
}

export interface LambdaAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver as a handler of AWS Lambda: `export const handler = toLambda(receive)`. */
export function toLambda(receive: Receiver): (event: LambdaEvent) => Promise<LambdaAnswer> {
  return async (event) => {
    const headers = new Map(Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
    const answer = await receive.receive({
      body: Buffer.from(event.body ?? '', event.isBase64Encoded === true ? 'base64' : 'utf8'),
      header: (name) => headers.get(name),
      url: `https://${event.requestContext?.domainName ?? headers.get('host') ?? 'localhost'}${event.rawPath ?? event.path ?? '/'}`,
    });
    return { statusCode: answer.status, headers: { 'content-type': 'text/plain' }, body: answer.body };
  };
}
