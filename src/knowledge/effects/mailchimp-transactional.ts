// Source: mailchimp.com/developer/transactional/api/messages. @mailchimp/mailchimp_transactional 1.4 has no types.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const mailchimpTransactional = defineLibrary({
  name: '@mailchimp/mailchimp_transactional',
  packages: ['@mailchimp/mailchimp_transactional', 'mandrill-api'],
  source: 'https://mailchimp.com/developer/transactional/api/messages/',
  types: { Client: ['default()', 'Mandrill.new', 'default.Mandrill.new'] },
  calls: each(['Client.messages.send', 'Client.messages.sendTemplate'], sends),
});
