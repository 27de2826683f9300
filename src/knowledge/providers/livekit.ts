// Checked: livekit-server-sdk 2.19 types. Time limit and retries were not read and stay null.
import { defineLibrary } from '../types.ts';
import { verifies } from './support/verification.ts';

export const livekit = defineLibrary({
  name: 'livekit',
  packages: ['livekit-server-sdk'],
  source: 'https://docs.livekit.io/home/server/webhooks/',
  types: { Receiver: ['WebhookReceiver.new'] },
  typeAliases: { WebhookReceiver: 'Receiver' },
  calls: { 'Receiver.receive': verifies('livekit', 'event', { payload: 0 }) },
  provider: {
    title: 'LiveKit',
    eventKey: ['id'],
    eventKeyHeaders: [],
    eventType: ['event'],
    eventTime: ['createdAt'],
    headers: [],
    signatureHeaders: [],
    timeout: null,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
