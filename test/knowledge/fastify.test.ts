import { describe, expect, test } from 'vitest';
import { traceApp, traceOne } from './trace-app.ts';

describe('fastify', () => {
  test('reply.code().send() answers, and so does a returned value', () => {
    const { framework, answers } = traceOne(`
      import Fastify from 'fastify';
      const server = Fastify({ logger: true });
      server.post('/hooks/orders', { config: { rawBody: true } }, async (request, reply) => {
        request.log.info('x');
        if (!request.headers['x-sign']) return reply.code(401).send();
        return { ok: request.body };
      });
    `);
    expect(framework).toBe('fastify');
    expect(answers).toEqual([200, 401]);
  });

  test('routes of an options object', () => {
    const [handler] = traceApp(`
      import { fastify } from 'fastify';
      const app = fastify();
      app.route({ method: 'POST', url: '/in', handler: async (request, reply) => reply.status(204).send() });
    `);
    expect(handler?.route).toBe('/in');
    expect(handler?.answers).toEqual([204]);
  });
});
