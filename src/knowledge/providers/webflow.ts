// Facts in github.com/hookdeck/webhook-skills, read against the page below. Three tries, ten minutes apart.
import { defineLibrary } from '../types.ts';
import { minutes } from './support/verification.ts';

export const webflow = defineLibrary({
  name: 'webflow',
  packages: [],
  source: 'https://developers.webflow.com/data/docs/working-with-webhooks',
  provider: {
    title: 'Webflow',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['triggerType'],
    eventTime: [],
    headers: ['x-webflow-signature', 'x-webflow-timestamp'],
    signatureHeaders: ['x-webflow-signature'],
    eventTypes: /^(ecomm_new_order|ecomm_order_changed|collection_item_(created|changed|deleted))$/,
    object: 'payload',
    naturalKey: 'the id in `payload` together with `triggerType`',
    timeout: 30,
    window: minutes(30),
    retriesByItself: true,
    order: 'unknown',
  },
});
