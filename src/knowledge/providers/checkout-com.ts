// Facts of the provider: the project's table and www.checkout.com/docs/workflows/set-up-your-webhook-receiver.
import { defineLibrary } from '../types.ts';

export const checkoutCom = defineLibrary({
  name: 'checkout.com',
  packages: [],
  source: 'https://www.checkout.com/docs/workflows/set-up-your-webhook-receiver',
  provider: {
    title: 'Checkout.com',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['type'],
    eventTime: ['created_on'],
    headers: ['cko-signature'],
    signatureHeaders: ['cko-signature'],
    eventTypes:
      /^(payment_(approved|captured|declined|capture_declined|refunded|refund_declined|voided|void_declined|expired|pending|authentication_failed|compliance_review)|dispute_(received|evidence_required|won|lost|canceled|accepted|expired|resolved|arbitration_\w+)|card_verified|card_verification_declined|source_updated|vault_\w+)$/,
    object: 'data',
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'none',
  },
});
