// Checked: resend 6.38 types and source: the key is an option of the request, or its header; `post` gives it to any of
// them. It answers { data, error } instead of throwing.
import { defineLibrary } from '../types.ts';
import {
  each,
  effect,
  either,
  errorInResult,
  headerAt,
  idempotent,
  keyAt,
  nothing,
  refetch,
} from './support/effect.ts';

const key = either(keyAt(1, 'idempotencyKey'), headerAt(1, 'headers', 'Idempotency-Key'));
const result = errorInResult;

export const resendCalls = defineLibrary({
  name: 'resend',
  packages: ['resend'],
  source: 'https://resend.com/docs/dashboard/emails/idempotency-keys',
  calls: {
    ...each(
      [
        'Resend.emails.send',
        'Resend.emails.create',
        'Resend.emails.receiving.forward',
        'Resend.inboxes.drafts.send',
        'Resend.inboxes.threads.emails.reply',
        'Resend.inboxes.threads.emails.forward',
        // Up to version 1.
        'Resend.sendEmail',
      ],
      effect('message', 'sends a mail', { key, result }),
    ),
    ...each(['Resend.batch.send', 'Resend.batch.create'], effect('message', 'sends mails', { key, result })),
    'Resend.broadcasts.send': effect('message', 'sends a broadcast', { result }),
    'Resend.broadcasts.create': (call) =>
      call.read.get(call.args[0], 'send') === undefined
        ? { is: 'nothing' }
        : effect('message', 'sends a broadcast', { result })(call),
    'Resend.events.send': effect('message', 'triggers mails', { result }),
    ...each(
      ['Resend.contacts.create', 'Resend.contacts.update', 'Resend.contacts.remove'],
      idempotent('writes a contact', 'other'),
    ),
    ...each(['Resend.emails.cancel', 'Resend.emails.update'], idempotent('changes a mail that waits')),
    'Resend.post': (call) =>
      /^\/(emails|batch)/.test(call.read.text(call.args[0]) ?? '')
        ? effect('message', 'sends a mail', { key: keyAt(2, 'idempotencyKey'), result })(call)
        : undefined,
    ...each(['Resend.emails.get', 'Resend.emails.receiving.get'], refetch),
    'Resend.*.*, Resend.*.*.*, Resend.get': nothing,
  },
});
