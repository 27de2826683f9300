// Checked: @getbrevo/brevo 6.0 types. Documented: developers.brevo.com/docs/heterogenous-versions-batch-emails: a mail's key
// is one of the headers in its body, kept for half an hour; text messages take none.
import { defineLibrary } from '../types.ts';
import { each, effect, either, headerAt, idempotent, nothing } from './support/effect.ts';

const sends = effect('message', 'sends a mail', {
  key: either(headerAt(0, 'headers', 'Idempotency-Key'), headerAt(0, 'headers', 'idempotencyKey')),
});
const text = effect('message', 'sends a text message');

export const brevo = defineLibrary({
  name: '@getbrevo/brevo',
  packages: ['@getbrevo/brevo', 'sib-api-v3-sdk', 'sib-api-v3-typescript'],
  source: 'https://developers.brevo.com/docs/send-a-transactional-email',
  types: {
    Brevo: ['BrevoClient.new'],
    // Classes of their own up to version 3, and by subpath.
    Emails: ['TransactionalEmailsApi.new', 'TransactionalEmailsClient.new', 'Brevo.transactionalEmails'],
    Sms: ['TransactionalSMSApi.new', 'TransactionalSmsClient.new', 'Brevo.transactionalSms'],
  },
  typeAliases: {
    BrevoClient: 'Brevo',
    TransactionalEmailsApi: 'Emails',
    TransactionalSMSApi: 'Sms',
  },
  calls: {
    'Emails.sendTransacEmail': sends,
    ...each(['Sms.sendTransacSms', 'Sms.sendAsyncTransactionalSms'], text),
    'Brevo.transactionalWhatsApp.sendWhatsappMessage': effect('message', 'sends a WhatsApp message'),
    'Brevo.emailCampaigns.sendEmailCampaignNow': effect('message', 'sends a campaign'),
    'Brevo.smsCampaigns.sendSmsCampaignNow': effect('message', 'sends a campaign'),
    ...each(['Brevo.event.createEvent', 'Brevo.event.createBatchEvents'], effect('message', 'triggers mails')),
    ...each(
      ['Brevo.conversations.sendAMessageAsAnAgent', 'Brevo.conversations.sendAnAutomatedMessageToAVisitor'],
      effect('message', 'sends a message'),
    ),
    ...each(
      ['Brevo.contacts.createContact', 'Brevo.contacts.updateContact', 'Brevo.contacts.deleteContact'],
      idempotent('writes a contact', 'other'),
    ),
    'Emails.deleteScheduledEmailById': idempotent('deletes a mail that waits'),
    'Emails.*, Sms.*, Brevo.*.*': nothing,
  },
});
