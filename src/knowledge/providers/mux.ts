// Checked: @mux/mux-node 15.3 types. Time limit and retries were not read and stay null.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const mux = defineLibrary({
  name: 'mux',
  packages: ['@mux/mux-node'],
  source: 'https://www.mux.com/docs/core/listen-for-webhooks',
  types: { Mux: ['default.new', 'Mux.new'] },
  calls: {
    'Mux.webhooks.unwrap': verifies('mux', 'event', { payload: 0, secret: 2 }),
    'Mux.webhooks.verifySignature': verifies('mux', 'nothing', { payload: 0, secret: 2 }),
  },
  provider: {
    title: 'Mux',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['type'],
    eventTime: ['created_at'],
    headers: ['mux-signature'],
    signatureHeaders: ['mux-signature'],
    eventTypes: /^video\.(asset|upload|live_stream)\.\w+$/,
    object: 'data',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
