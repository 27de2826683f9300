// Documented: developer.apple.com/documentation/appstoreservernotifications (version 2: retries 1, 12, 24, 48 and 72 hours apart). Checked: @apple/app-store-server-library 3.1 types.
import { defineLibrary } from '../types.ts';
import { hours, verifies } from './support/verification.ts';

export const appleAppStore = defineLibrary({
  name: 'apple app store',
  packages: ['@apple/app-store-server-library'],
  source:
    'https://developer.apple.com/documentation/appstoreservernotifications/responding-to-app-store-server-notifications',
  types: { Verifier: ['SignedDataVerifier.new'] },
  typeAliases: { SignedDataVerifier: 'Verifier' },
  calls: {
    // A signed token carries the notification: no bytes of the body are needed.
    'Verifier.verifyAndDecodeNotification': verifies('apple app store', 'event'),
    'Verifier.*': { is: 'nothing' },
  },
  provider: {
    title: 'App Store',
    eventKey: ['notificationUUID'],
    eventKeyHeaders: [],
    eventType: ['notificationType', 'notification_type'],
    eventTime: ['signedDate'],
    headers: [],
    signatureHeaders: [],
    eventTypes:
      /^(DID_CHANGE_RENEWAL_PREF|DID_CHANGE_RENEWAL_STATUS|DID_FAIL_TO_RENEW|DID_RENEW|GRACE_PERIOD_EXPIRED|CONSUMPTION_REQUEST|RENEWAL_EXTENDED|RENEWAL_EXTENSION|REFUND_REVERSED|EXTERNAL_PURCHASE_TOKEN)$/,
    object: 'data',
    timeout: null,
    window: hours(157),
    retriesByItself: true,
    signs: 'fields',
    order: 'unknown',
  },
});
