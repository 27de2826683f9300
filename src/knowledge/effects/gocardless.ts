// Checked: gocardless-nodejs 10.1.2 types, every service. Documented: github.com/gocardless/gocardless-nodejs.
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, idempotent, keyAt, under } from './support/effect.ts';

/** The key is an argument of its own, the second one; only what creates takes it. */
const key = keyAt(1);

export const gocardless = defineLibrary({
  name: 'gocardless-nodejs',
  packages: ['gocardless-nodejs'],
  source: 'https://github.com/gocardless/gocardless-nodejs',
  types: { Client: ['default()', 'default.default()', 'gocardless()', 'GoCardlessClient.new'] },
  typeAliases: { GoCardlessClient: 'Client' },
  calls: {
    ...each(
      under('Client', [
        'payments.create',
        'subscriptions.create',
        'instalmentSchedules.createWithDates',
        'instalmentSchedules.createWithSchedule',
      ]),
      effect('money', 'charges', { key }),
    ),
    'Client.refunds.create': effect('money', 'refunds', { key }),
    'Client.outboundPayments.create': effect('money', 'pays out', { key }),
    'Client.outboundPayments.withdraw': effect('money', 'pays out'),
    'Client.payments.retry': effect('money', 'charges'),
    'Client.billingRequests.fulfil': effect('money', 'charges'),
    'Client.billingRequests.notify': effect('message', 'notifies a customer'),
    'Client.*.create': effect('other', 'creates an object at GoCardless', { key }),
    ...each(
      under('Client', [
        'outboundPayments.approve',
        'redirectFlows.complete',
        'mandates.reinstate',
        'mandateImports.submit',
        'billingRequests.confirmPayerDetails',
        'billingRequests.collectCustomerDetails',
        'billingRequests.collectBankAccount',
        'billingRequests.selectInstitution',
      ]),
      idempotent('updates at GoCardless'),
    ),
    'Client.*.*': byVerb('GoCardless'),
  },
});
