// Source: github.com/Dwolla/dwolla-v2-node. dwolla-v2 3.4 has no types.
import { defineLibrary } from '../types.ts';
import { effectOf, idempotent, keyAt, refetch } from './support/effect.ts';

/** `client.post('transfers', body, { 'Idempotency-Key': key })`. */
export const dwolla = defineLibrary({
  name: 'dwolla-v2',
  packages: ['dwolla-v2'],
  source: 'https://github.com/Dwolla/dwolla-v2-node',
  types: { Client: ['Client.new', 'default.Client.new'] },
  calls: {
    'Client.post': (call) => {
      const path = call.read.text(call.args[0]) ?? '';
      const key = keyAt(2, 'Idempotency-Key');
      return /transfers|mass-payments/.test(path)
        ? effectOf(call, 'money', 'pays out', { key })
        : effectOf(call, 'other', 'creates an object at Dwolla', { key });
    },
    'Client.get': refetch,
    'Client.delete': idempotent('deletes at Dwolla'),
  },
});
