// Checked: plaid 47.0.0 types, every request that takes an idempotency_key. Documented: plaid.com/docs/api/products/transfer/initiating-transfers.
import { defineLibrary } from '../types.ts';
import type { Call, Meaning } from '../types.ts';
import { each, effect, effectsUnder, idempotent, keyAt, nothing, refetch, under } from './support/effect.ts';

/** The last word says what it does: `transferGet`, `transactionsSync`, `itemRemove`. */
function byEnding({ chain }: Call): Meaning | undefined {
  const name = chain.at(-1)?.name ?? '';
  if (/(Get|List|Sync|Search|Evaluate)$/.test(name)) return refetch;
  return /(Cancel|Remove|Revoke|Update|Invalidate)$/.test(name) ? idempotent('updates at Plaid') : undefined;
}

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
        processorBankTransferCreate: 'moves money',
        transferReturnRecover: 'moves money',
        walletTransactionExecute: 'pays out',
      },
      { key: keyAt(0, 'idempotency_key') },
    ),
    // Its authorization can be used once: the second transfer is the first.
    'Plaid.transferCreate': effect('money', 'moves money', { key: keyAt(0, 'authorization_id') }),
    ...effectsUnder('Plaid', 'other', {
      itemPublicTokenExchange: 'connects an account',
      transferIntentCreate: 'creates a transfer intent',
      paymentInitiationPaymentCreate: 'creates a payment',
      paymentInitiationRecipientCreate: 'creates a recipient',
      paymentInitiationConsentCreate: 'creates a consent',
      walletCreate: 'creates a wallet',
      processorTokenCreate: 'creates a token',
      processorStripeBankAccountTokenCreate: 'creates a token',
      assetReportCreate: 'makes a report',
      userCreate: 'creates a user',
    }),
    ...each(
      under('Plaid', ['transactionsRefresh', 'investmentsRefresh', 'liabilitiesRefresh']),
      idempotent('asks for news', 'other'),
    ),
    'Plaid.*': byEnding,
    // Keys and tokens say nothing of the thing that an event is about.
    ...each(under('Plaid', ['webhookVerificationKeyGet', 'linkTokenGet', 'linkTokenCreate']), nothing),
  },
});
