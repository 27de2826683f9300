// Checked: mailgun.js 14.0, mailgun-js 0.22 types: no key.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing, refetch } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const mailgun = defineLibrary({
  name: 'mailgun.js',
  packages: ['mailgun.js'],
  source: 'https://github.com/mailgun/mailgun.js',
  types: { Mailgun: ['default.new', 'default.default.new'], Client: ['Mailgun.client()'] },
  typeAliases: {
    IMailgunClient: 'Client',
    MailgunClient: 'Client',
    // `mailgun.js/definitions`.
    'Interfaces.IMailgunClient': 'Client',
  },
  calls: {
    'Client.messages.create': sends,
    // In the class, not in the interface that `client()` gives.
    'Client.messages.resendEmail': sends,
    ...each(
      ['Client.lists.members.createMember', 'Client.suppressions.create', 'Client.lists.members.updateMember'],
      idempotent('writes a contact', 'other'),
    ),
    'Client.messages.retrieveStoredEmail': refetch,
    'Client.*.*, Client.*.*.*': nothing,
  },
});

export const mailgunLegacy = defineLibrary({
  name: 'mailgun-js',
  packages: ['mailgun-js'],
  source: 'https://www.npmjs.com/package/mailgun-js',
  types: { Client: ['default()', 'default.new'] },
  calls: { 'Client.messages().send, Client.messages().sendMime': sends, 'Client.validateWebhook': nothing },
});
