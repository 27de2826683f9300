// Checked: emailjs 5.0, zeptomail 8.0, maileroo-sdk 1.0, @emailjs/nodejs 5.0 and @types/sparkpost 2.1 types: none takes a key.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, nothing } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const smtpClients = defineLibrary({
  name: 'smtp clients',
  packages: ['emailjs', '@emailjs/nodejs', 'zeptomail', 'sparkpost', 'maileroo-sdk'],
  source: 'https://github.com/eleith/emailjs, https://github.com/SparkPost/node-sparkpost',
  types: { Client: ['SMTPClient.new', 'SendMailClient.new', 'MailerooClient.new', 'default.new'] },
  calls: {
    ...each(
      [
        // emailjs
        ...['Client.sendAsync', 'Client.send'],
        // zeptomail
        ...['Client.sendMail', 'Client.sendMailWithTemplate', 'Client.sendBatchMail', 'Client.mailBatchWithTemplate'],
        // maileroo-sdk
        ...['Client.sendBasicEmail', 'Client.sendTemplatedEmail', 'Client.sendBulkEmails'],
        // sparkpost
        'Client.transmissions.send',
        // @emailjs/nodejs
        'send',
      ],
      sends,
    ),
    'Client.deleteScheduledEmail': idempotent('deletes a mail that waits'),
    ...each(['Client.transmissions.*', 'Client.templates.*', 'Client.getScheduledEmails', 'init'], nothing),
  },
});
