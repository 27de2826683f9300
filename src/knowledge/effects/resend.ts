// Checked: resend 6.38 types: the key is an option of the request, and it answers { data, error } instead of throwing.
import { defineLibrary } from '../types.ts';
import { each, effect, errorInResult, idempotent, keyAt, nothing } from './support/effect.ts';

const key = keyAt(1, 'idempotencyKey');

export const resendCalls = defineLibrary({
  name: 'resend',
  packages: ['resend'],
  source: 'https://resend.com/docs/dashboard/emails/idempotency-keys',
  calls: {
    ...each(
      ['Resend.emails.send', 'Resend.emails.create', 'Resend.sendEmail'],
      effect('message', 'sends a mail', { key, result: errorInResult }),
    ),
    ...each(
      ['Resend.batch.send', 'Resend.batch.create'],
      effect('message', 'sends mails', { key, result: errorInResult }),
    ),
    'Resend.broadcasts.send': effect('message', 'sends a broadcast', { result: errorInResult }),
    'Resend.contacts.create': idempotent('adds a contact', 'other'),
    'Resend.*.*': nothing,
  },
});
