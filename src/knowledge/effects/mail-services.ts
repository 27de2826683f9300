// Checked: loops, @getbrevo/brevo, @mailchimp/mailchimp_transactional, customerio-node types; the others from their READMEs.
import { defineLibrary } from '../types.ts';
import { each, effect, idempotent, keyAt } from './support/effect.ts';

const sends = effect('message', 'sends a mail');

export const loops = defineLibrary({
  name: 'loops',
  packages: ['loops'],
  source: 'https://loops.so/docs/sdks/javascript',
  types: { Loops: ['LoopsClient.new', 'default.new'] },
  typeAliases: { LoopsClient: 'Loops' },
  calls: {
    'Loops.sendTransactionalEmail': effect('message', 'sends a mail', { key: keyAt(0, 'headers', 'Idempotency-Key') }),
    'Loops.sendEvent': effect('message', 'triggers mails', { key: keyAt(0, 'headers', 'Idempotency-Key') }),
    ...each(['Loops.createContact', 'Loops.updateContact'], idempotent('writes a contact', 'other')),
  },
});

export const customerio = defineLibrary({
  name: 'customerio-node',
  packages: ['customerio-node'],
  source: 'https://github.com/customerio/customerio-node',
  types: { Api: ['APIClient.new'], Track: ['TrackClient.new', 'default.new'] },
  typeAliases: { APIClient: 'Api', TrackClient: 'Track' },
  calls: {
    ...each(['Api.sendEmail', 'Api.sendPush', 'Api.sendSMS', 'Api.triggerBroadcast', 'Api.sendInboxMessage'], effect('message', 'sends a message')),
    'Track.track': effect('message', 'triggers a campaign'),
    'Track.identify': idempotent('writes a contact', 'other'),
  },
});

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

export const mailchimpTransactional = defineLibrary({
  name: '@mailchimp/mailchimp_transactional',
  packages: ['@mailchimp/mailchimp_transactional', 'mandrill-api'],
  source: 'https://mailchimp.com/developer/transactional/api/messages/',
  types: { Client: ['default()', 'Mandrill.new', 'default.Mandrill.new'] },
  calls: each(['Client.messages.send', 'Client.messages.sendTemplate'], sends),
});

export const mailersend = defineLibrary({
  name: 'mailersend',
  packages: ['mailersend'],
  source: 'https://github.com/mailersend/mailersend-nodejs',
  types: { MailerSend: ['MailerSend.new'] },
  calls: { 'MailerSend.email.send': sends, 'MailerSend.email.sendBulk': sends, 'MailerSend.sms.send': effect('message', 'sends a text message') },
});

export const plunk = defineLibrary({
  name: '@plunk/node',
  packages: ['@plunk/node'],
  source: 'https://docs.useplunk.com',
  types: { Plunk: ['default.new'] },
  calls: { 'Plunk.emails.send': sends, 'Plunk.events.track': effect('message', 'triggers mails') },
});

export const mailjet = defineLibrary({
  name: 'node-mailjet',
  packages: ['node-mailjet'],
  source: 'https://github.com/mailjet/mailjet-apiv3-nodejs',
  types: { Client: ['default.new', 'Client.new', 'default.apiConnect()', 'Client.apiConnect()', 'default.connect()'] },
  calls: {
    'Client.post().request': (call) => (call.read.string(call.chain[0]?.args?.[0]) === 'send' ? sends(call) : undefined),
  },
});

export const emailjs = defineLibrary({
  name: 'smtp clients',
  packages: ['emailjs', '@emailjs/nodejs', 'zeptomail', 'sparkpost', 'maileroo-sdk', 'autosend'],
  source: 'https://github.com/eleith/emailjs, https://github.com/SparkPost/node-sparkpost',
  types: { Client: ['SMTPClient.new', 'SendMailClient.new', 'default.new'] },
  calls: each(['Client.sendAsync', 'Client.send', 'Client.sendMail', 'Client.transmissions.send', 'default.send', 'send'], sends),
});
