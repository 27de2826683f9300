// Checked: customerio-node 4.4 types. Documented: github.com/customerio/customerio-node.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent } from './support/effect.ts';

export const customerio = defineLibrary({
  name: 'customerio-node',
  packages: ['customerio-node'],
  source: 'https://github.com/customerio/customerio-node',
  types: { Api: ['APIClient.new'], Track: ['TrackClient.new', 'default.new'] },
  typeAliases: { APIClient: 'Api', TrackClient: 'Track' },
  calls: {
    ...each(
      ['Api.sendEmail', 'Api.sendPush', 'Api.sendSMS', 'Api.triggerBroadcast', 'Api.sendInboxMessage'],
      effect('message', 'sends a message'),
    ),
    'Track.track': effect('message', 'triggers a campaign'),
    'Track.identify': idempotent('writes a contact', 'other'),
  },
});
