// Facts of the provider: the project's table and plaid.com/docs/api/webhooks.
import { defineLibrary } from '../types.ts';
import { hours } from './support/verification.ts';

export const plaid = defineLibrary({
  name: 'plaid',
  packages: [],
  source: 'https://plaid.com/docs/api/webhooks/',
  provider: {
    title: 'Plaid',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['webhook_code', 'webhook_type'],
    eventTime: ['timestamp'],
    headers: ['plaid-verification'],
    signatureHeaders: ['plaid-verification'],
    eventTypes:
      /^(SYNC_UPDATES_AVAILABLE|INITIAL_UPDATE|HISTORICAL_UPDATE|TRANSACTIONS_REMOVED|ITEM_LOGIN_REQUIRED|PENDING_EXPIRATION|PENDING_DISCONNECT|NEW_ACCOUNTS_AVAILABLE|USER_PERMISSION_REVOKED|TRANSFER_EVENTS_UPDATE|AUTOMATICALLY_VERIFIED|DEFAULT_UPDATE)$/,
    naturalKey: '`webhook_code` together with `item_id` and the cursor or transfer event it points to',
    timeout: 10,
    window: hours(24),
    retriesByItself: true,
    order: 'none',
  },
});
