// Checked: mailgun.js 14.0 types. Documented: github.com/mailgun/mailgun.js.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';

export const mailgun = defineLibrary({
  name: 'mailgun.js',
  packages: ['mailgun.js'],
  source: 'https://github.com/mailgun/mailgun.js',
  types: { Mailgun: ['default.new'], Client: ['Mailgun.client()'] },
  typeAliases: { IMailgunClient: 'Client', MailgunClient: 'Client' },
  calls: { 'Client.messages.create': effect('message', 'sends a mail') },
});

export const mailgunLegacy = defineLibrary({
  name: 'mailgun-js',
  packages: ['mailgun-js'],
  source: 'https://www.npmjs.com/package/mailgun-js',
  types: { Client: ['default()', 'default.new'] },
  calls: { 'Client.messages().send': effect('message', 'sends a mail') },
});
