// Source: github.com/mailersend/mailersend-nodejs; not checked against types.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const mailersend = defineLibrary({
  name: 'mailersend',
  packages: ['mailersend'],
  source: 'https://github.com/mailersend/mailersend-nodejs',
  types: { MailerSend: ['MailerSend.new'] },
  calls: {
    'MailerSend.email.send': sends,
    'MailerSend.email.sendBulk': sends,
    'MailerSend.sms.send': effect('message', 'sends a text message'),
  },
});
