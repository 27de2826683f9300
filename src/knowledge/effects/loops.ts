// Checked: loops 7.3 types and source: the headers are those of the request; it throws. Documented: loops.so/docs/sdks/javascript.
import { defineLibrary } from '../types.ts';
import { each, effect, headerAt, idempotent, nothing } from './support/effect.ts';

const key = headerAt(0, 'headers', 'Idempotency-Key');

export const loops = defineLibrary({
  name: 'loops',
  packages: ['loops'],
  source: 'https://loops.so/docs/sdks/javascript',
  types: { Loops: ['LoopsClient.new', 'default.new'] },
  typeAliases: { LoopsClient: 'Loops' },
  calls: {
    'Loops.sendTransactionalEmail': effect('message', 'sends a mail', { key }),
    'Loops.sendEvent': effect('message', 'triggers mails', { key }),
    ...each(
      ['createContact', 'updateContact', 'deleteContact', 'removeContactSuppression'].map((name) => `Loops.${name}`),
      idempotent('writes a contact', 'other'),
    ),
    'Loops.createCampaign': effect('other', 'creates a campaign'),
    'Loops.*': nothing,
  },
});
