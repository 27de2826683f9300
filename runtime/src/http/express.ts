import type { ServerResponse } from 'node:http';
import { toNode } from './node.ts';
import type { NodeRequest } from './node.ts';
import type { Receiver } from './receiver.ts';

/**
 * A receiver as a handler of Express: `app.post('/webhooks/stripe', toExpress(receive))`, above `express.json()`, which
 * would leave nothing to verify; below `express.raw({ type: '*\/*' })` it works too.
 */
export function toExpress(receive: Receiver): (request: NodeRequest, response: ServerResponse) => Promise<void> {
  return toNode(receive);
}
