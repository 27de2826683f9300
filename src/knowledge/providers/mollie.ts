// Facts of the provider: the project's table and docs.mollie.com/reference/webhooks.
import { defineLibrary } from '../types.ts';
import { hours } from './support/verification.ts';

/** A classic webhook is unsigned and carries an id only: fetching the resource verifies it. */
export const mollie = defineLibrary({
  name: 'mollie',
  packages: [],
  source: 'https://docs.mollie.com/reference/webhooks',
  provider: {
    title: 'Mollie',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['type'],
    eventTime: [],
    headers: ['x-mollie-signature'],
    signatureHeaders: ['x-mollie-signature'],
    naturalKey: "the resource's `id` together with its status, fetched from the API",
    timeout: 15,
    window: hours(26),
    retriesByItself: true,
    signs: 'nothing',
    order: 'unknown',
  },
});
