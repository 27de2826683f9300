// Facts of the provider: the project's table and docs.adyen.com/development-resources/webhooks/troubleshoot. Checked: @adyen/api-library 32.1 types.
import { defineLibrary } from '../types.ts';
import { each } from '../effects/support/effect.ts';
import { days, verifies } from './support/verification.ts';

export const adyen = defineLibrary({
  name: 'adyen',
  packages: ['@adyen/api-library'],
  source: 'https://docs.adyen.com/development-resources/webhooks/troubleshoot/',
  types: { Validator: ['hmacValidator.new', 'HmacValidator.new', 'default.hmacValidator.new'] },
  typeAliases: { hmacValidator: 'Validator', HmacValidator: 'Validator' },
  calls: {
    // What is signed are fields of each item, not the bytes of the body.
    ...each(
      ['Validator.validateHMAC', 'Validator.validateHMACSignature', 'Validator.validateBankingHMAC'],
      verifies('adyen', 'boolean'),
    ),
    'Validator.calculateHmac': { is: 'nothing' },
  },
  provider: {
    title: 'Adyen',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['notificationItems.*.NotificationRequestItem.eventCode', 'eventCode', 'type'],
    eventTime: ['notificationItems.*.NotificationRequestItem.eventDate', 'eventDate'],
    headers: [],
    signatureHeaders: ['hmacsignature'],
    naturalKey: '`pspReference` together with `eventCode` (and `success`)',
    object: 'notificationItems.*.NotificationRequestItem',
    timeout: 10,
    window: days(30),
    retriesByItself: true,
    signs: 'fields',
    order: 'unknown',
  },
});
