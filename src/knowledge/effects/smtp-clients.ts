// Source: github.com/eleith/emailjs; not checked against types.
import { defineLibrary } from '../types.ts';
import { each, effect } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const smtpClients = defineLibrary({
  name: 'smtp clients',
  packages: ['emailjs', '@emailjs/nodejs', 'zeptomail', 'sparkpost', 'maileroo-sdk', 'autosend'],
  source: 'https://github.com/eleith/emailjs, https://github.com/SparkPost/node-sparkpost',
  types: { Client: ['SMTPClient.new', 'SendMailClient.new', 'default.new'] },
  calls: each(
    ['Client.sendAsync', 'Client.send', 'Client.sendMail', 'Client.transmissions.send', 'default.send', 'send'],
    sends,
  ),
});
