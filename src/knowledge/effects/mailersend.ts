// Checked: mailersend 3.4 types: no key.
import { defineLibrary } from '../types.ts';
import { effect, idempotent, nothing } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const mailersend = defineLibrary({
  name: 'mailersend',
  packages: ['mailersend'],
  source: 'https://github.com/mailersend/mailersend-nodejs',
  types: {
    MailerSend: ['MailerSend.new', 'default.new'],
    // What is sent is put together by setters that give it back.
    Params: ['EmailParams.new', 'SMSParams.new', 'WhatsAppParams.new', 'Params.*()'],
  },
  calls: {
    'MailerSend.email.send': sends,
    'MailerSend.email.sendBulk': effect('message', 'sends mails'),
    'MailerSend.sms.send': effect('message', 'sends a text message'),
    'MailerSend.whatsapp.send': effect('message', 'sends a WhatsApp message'),
    'MailerSend.email.schedule.delete': idempotent('deletes a mail that waits'),
    'MailerSend.email.recipient.blockRecipients': idempotent('changes who is sent mails', 'other'),
    'MailerSend.*.*, MailerSend.*.*.*': nothing,
  },
});
