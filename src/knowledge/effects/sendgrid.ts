// Checked: @sendgrid/mail 8.1, @sendgrid/client 8.1 types. Documented: github.com/sendgrid/sendgrid-nodejs/tree/main/packages/mail.
import { defineLibrary } from '../types.ts';
import { each, effect, nothing } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const sendgridMail = defineLibrary({
  name: '@sendgrid/mail',
  packages: ['@sendgrid/mail'],
  source: 'https://github.com/sendgrid/sendgrid-nodejs/tree/main/packages/mail',
  types: { MailService: ['MailService.new', 'default.MailService.new'] },
  calls: {
    ...each(
      ['default', '', 'MailService'].flatMap((root) =>
        ['send', 'sendMultiple'].map((name) => (root === '' ? name : `${root}.${name}`)),
      ),
      sends,
    ),
    'default.setApiKey, setApiKey, MailService.setApiKey': nothing,
    'default.setClient, MailService.setClient, default.setTwilioEmailAuth': nothing,
  },
});

export const sendgridClient = defineLibrary({
  name: '@sendgrid/client',
  packages: ['@sendgrid/client'],
  source: 'https://github.com/sendgrid/sendgrid-nodejs/tree/main/packages/client',
  types: { Client: ['Client.new'] },
  calls: {
    ...each(['default.request', 'Client.request'], (call) =>
      call.read.text(call.read.get(call.args[0], 'url'))?.includes('/mail/send') === true ? sends(call) : undefined,
    ),
  },
});
