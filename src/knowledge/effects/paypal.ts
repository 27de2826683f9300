// Checked: @paypal/paypal-server-sdk 2.5 types. Documented: developer.paypal.com/api/rest/reference/idempotency.
import { defineLibrary } from '../types.ts';
import { each, effect, effectOf, idempotent, keyAt, refetch } from './support/effect.ts';

export const paypalCalls = defineLibrary({
  name: 'paypal',
  packages: ['@paypal/paypal-server-sdk', '@paypal/checkout-server-sdk'],
  source: 'https://developer.paypal.com/api/rest/reference/idempotency/',
  types: {
    Orders: ['OrdersController.new', 'default.OrdersController.new'],
    Payments: ['PaymentsController.new', 'default.PaymentsController.new'],
    LegacyClient: ['core.PayPalHttpClient.new', 'default.core.PayPalHttpClient.new'],
  },
  typeAliases: { OrdersController: 'Orders', PaymentsController: 'Payments' },
  calls: {
    ...each(
      [
        'Orders.ordersCapture',
        'Orders.captureOrder',
        'Orders.ordersAuthorize',
        'Orders.authorizeOrder',
        'Payments.authorizationsCapture',
        'Payments.captureAuthorizedPayment',
      ],
      effect('money', 'charges', { key: keyAt(0, 'paypalRequestId') }),
    ),
    ...each(
      ['Payments.capturesRefund', 'Payments.refundCapturedPayment'],
      effect('money', 'refunds', { key: keyAt(0, 'paypalRequestId') }),
    ),
    ...each(
      ['Orders.ordersCreate', 'Orders.createOrder'],
      effect('other', 'creates an order', { key: keyAt(0, 'paypalRequestId') }),
    ),
    ...each(
      ['Payments.authorizationsVoid', 'Payments.voidPayment', 'Orders.ordersPatch', 'Orders.patchOrder'],
      idempotent('cancels at PayPal'),
    ),
    ...each(['Orders.ordersGet', 'Orders.getOrder', 'Payments.capturesGet', 'Payments.getCapturedPayment'], refetch),
    // The old SDK: what is done stands in the name of the request's class.
    'LegacyClient.execute': (call) => {
      const external = call.read.external(call.args[0]);
      const name = [external?.root ?? '', ...(external?.chain.map((step) => step.name) ?? [])].join('.');
      if (name.includes('Get')) return refetch;
      return /Capture|Refund|Authorize|Payouts/.test(name)
        ? effectOf(call, 'money', 'moves money')
        : effectOf(call, 'other', 'creates an object at PayPal');
    },
  },
});
