// Checked: dwolla-v2 3.4.2 types and source. Documented: github.com/Dwolla/dwolla-v2-node.
import { defineLibrary } from '../types.ts';
import { effectOf, idempotent, keyAt, refetch } from './support/effect.ts';

/** `client.post('transfers', body, { 'Idempotency-Key': key })`; a path that ends in an id is an update. */
export const dwolla = defineLibrary({
  name: 'dwolla-v2',
  packages: ['dwolla-v2'],
  source: 'https://github.com/Dwolla/dwolla-v2-node',
  types: { Client: ['Client.new', 'default.new', 'Client.auth.client()'] },
  calls: {
    'Client.post': (call) => {
      const path = (call.read.text(call.args[0]) ?? '').replace(/^https?:\/\/[^/]*/, '').replace(/[/?]+$/, '');
      const key = keyAt(2, 'Idempotency-Key');
      if (/(^|\/)(transfers|mass-payments)$/.test(path)) return effectOf(call, 'money', 'pays out', { key });
      return /(^|\/)(customers|funding-sources|transfers|mass-payments)\/[^/]+$/.test(path)
        ? idempotent('updates at Dwolla')
        : effectOf(call, 'other', 'creates an object at Dwolla', { key });
    },
    'Client.get': refetch,
    'Client.delete': idempotent('deletes at Dwolla'),
  },
});
