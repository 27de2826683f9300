import type { Meaning, MeaningOf } from '../../types.ts';
import { each, effect, idempotent, nothing } from './effect.ts';

const post = effect('message', 'posts to Slack');

/** WebClient as @slack/web-api and Bolt hand it out. */
export const slackClient: Record<string, Meaning | MeaningOf> & {
  readonly 'WebClient.chat.postMessage': Meaning | MeaningOf;
} = {
  'WebClient.chat.postMessage': post,
  ...each(
    [
      'chat.postEphemeral',
      'chat.scheduleMessage',
      'chat.meMessage',
      'files.upload',
      'files.uploadV2',
      'filesUploadV2',
      'chat.startStream',
    ].map((name) => `WebClient.${name}`),
    post,
  ),
  'WebClient.conversations.create': effect('other', 'creates a Slack channel'),
  'WebClient.views.open': effect('other', 'opens a Slack dialog', { radius: 'other' }),
  'WebClient.chat.update': idempotent('updates a Slack message'),
  'WebClient.chat.delete': idempotent('deletes a Slack message'),
  'WebClient.reactions.add': idempotent('adds a Slack reaction', 'other'),
  'WebClient.*.*': nothing,
};
