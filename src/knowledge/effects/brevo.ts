// Checked: @getbrevo/brevo 6.0 types. Documented: developers.brevo.com/docs/send-a-transactional-email.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const brevo = defineLibrary({
  name: '@getbrevo/brevo',
  packages: ['@getbrevo/brevo', 'sib-api-v3-sdk', 'sib-api-v3-typescript'],
  source: 'https://developers.brevo.com/docs/send-a-transactional-email',
  types: {
    Brevo: ['BrevoClient.new'],
    Emails: ['TransactionalEmailsApi.new', 'default.TransactionalEmailsApi.new', 'Brevo.transactionalEmails'],
    Sms: ['TransactionalSMSApi.new', 'default.TransactionalSMSApi.new', 'Brevo.transactionalSms'],
  },
  calls: { 'Emails.sendTransacEmail': sends, 'Sms.sendTransacSms': effect('message', 'sends a text message') },
});
