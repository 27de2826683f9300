// Checked: customerio-node 4.4 types and source: no key; it throws.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing } from './support/effect.ts';

export const customerio = defineLibrary({
  name: 'customerio-node',
  packages: ['customerio-node'],
  source: 'https://github.com/customerio/customerio-node',
  // The default export made the tracker up to version 1.
  types: { Api: ['APIClient.new'], Track: ['TrackClient.new', 'default.new'], Request: ['SendEmailRequest.new'] },
  typeAliases: { APIClient: 'Api', TrackClient: 'Track' },
  calls: {
    'Api.sendEmail': effect('message', 'sends a mail'),
    'Api.sendSMS': effect('message', 'sends a text message'),
    'Api.sendPush': effect('message', 'sends a push notification'),
    ...each(['Api.sendInboxMessage', 'Api.sendInApp'], effect('message', 'sends a message')),
    'Api.triggerBroadcast': effect('message', 'sends a broadcast'),
    ...each(['Track.track', 'Track.trackAnonymous'], effect('message', 'triggers a campaign')),
    ...each(
      ['identify', 'destroy', 'suppress', 'unsuppress', 'addDevice', 'deleteDevice', 'mergeCustomers'].map(
        (name) => `Track.${name}`,
      ),
      idempotent('writes a contact', 'other'),
    ),
    'Request.attach': nothing,
    'Api.*, Track.*': nothing,
  },
});
