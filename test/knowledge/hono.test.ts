import { describe, expect, test } from 'vitest';
import { traceOne } from './trace-app.ts';

describe('hono', () => {
  test('the status is the second argument or a property of it', () => {
    const { answers } = traceOne(`
      import { Hono } from 'hono';
      const api = new Hono();
      api.post('/in', async (c) => {
        const payload = await c.req.text();
        if (payload === 'a') return c.json({ no: true }, 400);
        if (payload === 'b') return c.text('no', { status: 409 });
        if (payload === 'c') return c.body(null, 204);
        return c.json({ ok: true });
      });
    `);
    expect(answers.filter((status) => status !== 500)).toEqual([200, 204, 400, 409]);
  });

  test('an exception with a status, and work after the answer', () => {
    const { answers, steps } = traceOne(`
      import { Hono } from 'hono';
      import { HTTPException } from 'hono/http-exception';
      const api = new Hono();
      api.post('/in', async (c) => {
        if (!c.req.header('x')) throw new HTTPException(401);
        c.executionCtx.waitUntil(fetch('https://hooks.slack.com/services/x', { method: 'POST', body: '{}' }));
        return c.text('ok');
      });
    `);
    expect(answers).toContain(401);
    expect(steps).toContain('message: posts to Slack (takes no key)');
  });
});
