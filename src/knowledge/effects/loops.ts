// Checked: loops 7.3 types. Documented: loops.so/docs/sdks/javascript.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt } from './support/effect.ts';

export const loops = defineLibrary({
  name: 'loops',
  packages: ['loops'],
  source: 'https://loops.so/docs/sdks/javascript',
  types: { Loops: ['LoopsClient.new', 'default.new'] },
  typeAliases: { LoopsClient: 'Loops' },
  calls: {
    'Loops.sendTransactionalEmail': effect('message', 'sends a mail', { key: keyAt(0, 'headers', 'Idempotency-Key') }),
    'Loops.sendEvent': effect('message', 'triggers mails', { key: keyAt(0, 'headers', 'Idempotency-Key') }),
    ...each(['Loops.createContact', 'Loops.updateContact'], idempotent('writes a contact', 'other')),
  },
});
