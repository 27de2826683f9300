// Checked: replicate 1.4 types. Documented: github.com/openai/openai-node.
import { defineLibrary } from '../types.ts';
import { each, effect, refetch } from './support/effect.ts';

export const modelClients = defineLibrary({
  name: 'model clients',
  packages: ['openai', '@anthropic-ai/sdk', 'replicate', '@google/generative-ai', 'ai'],
  source: 'https://github.com/openai/openai-node, https://replicate.com/docs/reference/client-libraries',
  types: { Client: ['default.new', 'OpenAI.new', 'Anthropic.new', 'Replicate.new'] },
  calls: {
    ...each(
      [
        'Client.chat.completions.create',
        'Client.responses.create',
        'Client.messages.create',
        'Client.images.generate',
        'Client.embeddings.create',
        'generateText',
        'streamText',
        'generateObject',
        'embed',
      ],
      effect('other', 'asks a model', { radius: 'other' }),
    ),
    ...each(
      ['Client.predictions.create', 'Client.run', 'Client.trainings.create'],
      effect('other', 'starts a prediction', { radius: 'other' }),
    ),
    ...each(['Client.predictions.get', 'Client.files.retrieve'], refetch),
    'Client.webhooks.unwrap': ({ args }) => ({
      is: 'verification',
      verification: { provider: 'standardwebhooks', returns: 'event', payload: args[0], secret: args[2] },
    }),
  },
});
