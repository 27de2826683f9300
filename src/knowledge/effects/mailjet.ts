// Checked: node-mailjet 6.0 types: no key.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';
import { each, effect, idempotent, nothing } from './support/effect.ts';

const mail = effect('message', 'sends a mail');
const text = effect('message', 'sends a text message');

/** `client.post('send', { version: 'v3.1' }).request({ … })`: the resource says what it does. */
function posts(call: Call): Meaning | false | undefined {
  const resource = call.read.string(call.chain[0]?.args?.[0]);
  const action = call.read.string(call.chain.find((step) => step.name === 'action')?.args?.[0]);
  if (resource === 'send' || action === 'send') return mail(call);
  if (resource === 'sms-send') return text(call);
  if (resource?.startsWith('contact') === true) return idempotent('writes a contact', 'other');
  return undefined;
}

export const mailjet = defineLibrary({
  name: 'node-mailjet',
  packages: ['node-mailjet'],
  source: 'https://github.com/mailjet/mailjet-apiv3-nodejs',
  types: {
    Client: [
      'default.new',
      'Client.new',
      // `connect` up to version 4.
      ...['apiConnect()', 'smsConnect()', 'connect()'].flatMap((name) => [name, `Client.${name}`]),
    ],
  },
  calls: {
    ...each(
      ['post().request', 'post().id().request', 'post().action().request', 'post().id().action().request'].map(
        (path) => `Client.${path}`,
      ),
      posts,
    ),
    ...each(['Client.put().request', 'Client.put().id().request'], idempotent('updates at Mailjet', 'other')),
    ...each(['Client.delete().request', 'Client.delete().id().request'], idempotent('deletes at Mailjet', 'other')),
    ...each(
      ['get().request', 'get().id().request', 'get().action().request', 'get().id().action().request'].map(
        (path) => `Client.${path}`,
      ),
      nothing,
    ),
  },
});
