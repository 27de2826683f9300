import { describe, expect, test } from 'vitest';
import { traceApp, traceOne } from './trace-app.ts';

describe('express', () => {
  test('a route answers through a chain, with sendStatus, or with the status as the only argument', () => {
    const { framework, route, answers } = traceOne(`
      import express from 'express';
      const server = express();
      server.post('/in/orders', (req, res) => {
        if (req.get('x-kind') === 'a') return res.status(422).set('x', 'y').json({ no: true });
        if (req.headers['x-kind'] === 'b') return res.sendStatus(202);
        if (req.query.kind) return res.status(pick()).end();
        res.send({ ok: true });
      });
    `);
    expect([framework, route]).toEqual(['express', '/in/orders']);
    expect(answers).toEqual([null, 200, 202, 422]);
  });

  test('routers in every spelling, and router.route', () => {
    const routes = traceApp(`
      import express, { Router } from 'express';
      const a = Router();
      const b = express.Router();
      a.post('/a', (req, res) => res.end());
      b.all('/b', (req, res) => res.end());
      b.route('/c').put((req, res) => res.end());
      a.get('/page', (req, res) => res.end());
    `);
    expect(routes.map(({ route }) => route)).toEqual(['/a', '/b', '/c']);
  });

  test('a verification over the parsed body', () => {
    const { steps, providers } = traceOne(`
      const express = require('express');
      const Stripe = require('stripe');
      const stripe = new Stripe('sk');
      const app = express();
      app.post('/stripe', (req, res) => {
        const event = stripe.webhooks.constructEvent(req.body, req.header('Stripe-Signature'), 'whsec');
        res.json({ type: event.type });
      });
    `);
    expect(providers).toEqual(['stripe']);
    expect(steps).toEqual(['verify stripe over the body', 'answer 200']);
  });

  test('a type alone registers nothing: helpers take requests too', () => {
    expect(
      traceApp(`
        import type { Request } from 'express';
        export function signed(req: Request) { return req.get('x-signature') === 'x'; }
      `),
    ).toEqual([]);
  });
});
