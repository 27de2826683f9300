// Checked: retries in postmarkapp.com/support/article/understanding-inbound-webhook-retries-in-postmark.
import { defineLibrary } from '../types.ts';
import { hours } from './support/verification.ts';

/** Unsigned: protected by basic authentication or by a header of one's own. */
export const postmarkEvents = defineLibrary({
  name: 'postmark',
  packages: [],
  source: 'https://postmarkapp.com/developer/webhooks/webhooks-overview',
  provider: {
    title: 'Postmark',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['RecordType'],
    eventTime: ['BouncedAt', 'DeliveredAt', 'ReceivedAt', 'ChangedAt'],
    headers: ['x-postmark-signature'],
    signatureHeaders: [],
    eventTypes: /^(SpamComplaint|SubscriptionChange)$/,
    naturalKey: '`MessageID` together with `RecordType` (a bounce has an `ID`)',
    timeout: null,
    window: hours(11),
    retriesByItself: true,
    signs: 'nothing',
    order: 'unknown',
  },
});
