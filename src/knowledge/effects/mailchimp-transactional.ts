// Checked: @mailchimp/mailchimp_transactional 1.4 source and @types/mailchimp__mailchimp_transactional 1.0 types: no key. It
// answers an error of its HTTP client instead of throwing. Source of mandrill-api: its page; not checked.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing } from './support/effect.ts';

export const mailchimpTransactional = defineLibrary({
  name: '@mailchimp/mailchimp_transactional',
  packages: ['@mailchimp/mailchimp_transactional', 'mandrill-api'],
  source: 'https://mailchimp.com/developer/transactional/api/messages/',
  types: { Client: ['default()', 'Mandrill.new'] },
  typeAliases: { ApiClient: 'Client' },
  calls: {
    ...each(
      ['send', 'sendTemplate', 'sendMcTemplate', 'sendRaw'].map((name) => `Client.messages.${name}`),
      effect('message', 'sends a mail'),
    ),
    'Client.messages.sendSms': effect('message', 'sends a text message'),
    ...each(['Client.messages.cancelScheduled', 'Client.messages.reschedule'], idempotent('changes a mail that waits')),
    'Client.*.*': nothing,
  },
});
