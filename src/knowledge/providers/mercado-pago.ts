// Documented: mercadopago.com/developers (notifications): the body names a resource, which is fetched. Retries were not read and stay null.
import { defineLibrary } from '../types.ts';

export const mercadoPago = defineLibrary({
  name: 'mercadopago',
  packages: [],
  source: 'https://www.mercadopago.com/developers/en/docs/order/online-payments/notifications',
  provider: {
    title: 'Mercado Pago',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['type', 'action', 'topic'],
    eventTime: ['date_created'],
    headers: [],
    signatureHeaders: ['x-signature'],
    object: 'data',
    naturalKey: '`data.id` together with the status that the API gives for it',
    timeout: null,
    window: null,
    retriesByItself: true,
    signs: 'fields',
    order: 'unknown',
  },
});
