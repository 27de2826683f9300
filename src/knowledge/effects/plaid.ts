// Checked: plaid 47.0 types. Documented: plaid.com/docs/api/products/transfer/initiating-transfers.
import { defineLibrary } from '../types.ts';
import { each, effect, effectsUnder, idempotent, keyAt, nothing, refetch, under } from './support/effect.ts';

export const plaidCalls = defineLibrary({
  name: 'plaid',
  packages: ['plaid'],
  source: 'https://plaid.com/docs/api/products/transfer/initiating-transfers/',
  types: { Plaid: ['PlaidApi.new', 'default.PlaidApi.new'] },
  typeAliases: { PlaidApi: 'Plaid' },
  calls: {
    ...effectsUnder(
      'Plaid',
      'money',
      {
        transferAuthorizationCreate: 'authorizes a transfer',
        bankTransferCreate: 'moves money',
        transferRefundCreate: 'refunds',
        transferRecurringCreate: 'starts a recurring transfer',
        transferLedgerDeposit: 'moves money',
        transferLedgerWithdraw: 'moves money',
        transferLedgerDistribute: 'moves money',
        paymentInitiationConsentPaymentExecute: 'charges',
        paymentInitiationPaymentReverse: 'refunds',
      },
      { key: keyAt(0, 'idempotency_key') },
    ),
    // Its authorization can be used once: the second transfer is the first.
    'Plaid.transferCreate': effect('money', 'moves money', { key: keyAt(0, 'authorization_id') }),
    ...each(
      under('Plaid', [
        'transferCancel',
        'transferRefundCancel',
        'bankTransferCancel',
        'itemRemove',
        'itemWebhookUpdate',
      ]),
      idempotent('cancels at Plaid'),
    ),
    ...each(
      under('Plaid', [
        'transactionsSync',
        'transactionsGet',
        'accountsGet',
        'accountsBalanceGet',
        'itemGet',
        'transferGet',
        'transferEventSync',
        'transferEventList',
        'authGet',
        'identityGet',
      ]),
      refetch,
    ),
    // Keys and tokens say nothing of the thing that an event is about.
    ...each(under('Plaid', ['webhookVerificationKeyGet', 'linkTokenGet']), nothing),
  },
});
