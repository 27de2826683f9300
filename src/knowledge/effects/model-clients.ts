// Checked: openai 6.49.0, replicate 1.4.0, @anthropic-ai/sdk 1.14.0 types. Not checked: the packages of Google and Vercel.
import { verifies } from '../providers/support/verification.ts';
import { defineLibrary } from '../types.ts';
import { byVerb, each, effect, idempotent, nothing, refetch, under } from './support/effect.ts';

const asks = effect('other', 'asks a model', { radius: 'other' });
const starts = effect('other', 'starts a prediction', { radius: 'other' });
const stores = effect('other', 'stores at a model provider', { radius: 'other' });

export const modelClients = defineLibrary({
  name: 'model clients',
  packages: ['openai', '@anthropic-ai/sdk', 'replicate', '@google/generative-ai', '@google/genai', 'ai'],
  source: 'https://github.com/openai/openai-node, https://replicate.com/docs/reference/client-libraries',
  types: {
    Client: ['default.new', 'OpenAI.new', 'AzureOpenAI.new', 'Anthropic.new', 'Replicate.new', 'GoogleGenAI.new'],
    Model: ['GoogleGenerativeAI.new.getGenerativeModel()'],
  },
  typeAliases: { default: 'Client' },
  calls: {
    ...each(
      under('Client', [
        ...['create', 'parse', 'stream'].flatMap((name) => [
          `chat.completions.${name}`,
          `responses.${name}`,
          `messages.${name}`,
        ]),
        'completions.create',
        'beta.messages.create',
        'messages.countTokens',
        'images.generate',
        'images.edit',
        'images.createVariation',
        'embeddings.create',
        'moderations.create',
        'audio.speech.create',
        'audio.transcriptions.create',
        'audio.translations.create',
        'models.generateContent',
        'models.generateContentStream',
        'models.embedContent',
      ]),
      asks,
    ),
    ...each(['Model.generateContent', 'Model.generateContentStream', 'Model.embedContent'], asks),
    ...each(
      ['generateText', 'streamText', 'generateObject', 'streamObject', 'embed', 'embedMany', 'generateImage'],
      asks,
    ),
    ...each(
      under('Client', [
        'predictions.create',
        'deployments.predictions.create',
        'run',
        'stream',
        'trainings.create',
        'batches.create',
        'messages.batches.create',
        'beta.messages.batches.create',
        'fineTuning.jobs.create',
        'videos.create',
      ]),
      starts,
    ),
    ...each(
      under('Client', [
        'files.create',
        'uploads.create',
        'vectorStores.create',
        'vectorStores.files.create',
        'conversations.create',
        'models.create',
        'deployments.create',
      ]),
      stores,
    ),
    ...each(['Client.batches.cancel', 'Client.responses.cancel'], idempotent('cancels a batch', 'other')),
    ...each(['Client.wait', 'Client.models.list'], refetch),
    ...each(['Client.*.*', 'Client.*.*.*'], byVerb('a model provider')),
    'Client.webhooks.unwrap': verifies('openai', 'event', { payload: 0, secret: 2 }),
    'Client.webhooks.verifySignature': verifies('openai', 'nothing', { payload: 0, secret: 2 }),
    'Client.withOptions': nothing,
  },
});
