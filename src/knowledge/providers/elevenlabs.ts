// Facts in github.com/hookdeck/webhook-skills, read against the page below.
import { defineLibrary } from '../types.ts';

export const elevenlabsEvents = defineLibrary({
  name: 'elevenlabs',
  packages: [],
  source: 'https://elevenlabs.io/docs/product-guides/administration/webhooks',
  provider: {
    title: 'ElevenLabs',
    eventKey: [],
    eventKeyHeaders: [],
    eventType: ['type'],
    eventTime: ['event_timestamp'],
    headers: ['elevenlabs-signature'],
    signatureHeaders: ['elevenlabs-signature'],
    eventTypes: /^(post_call_transcription|voice_removal_notice|voice_removal_notice_withdrawn|voice_removed)$/,
    object: 'data',
    naturalKey: '`data.conversation_id` together with `type`',
    timeout: 10,
    window: null,
    retriesByItself: true,
    order: 'unknown',
  },
});
