import type { Meaning, MeaningOf } from '../../types.ts';
import { each, effect, idempotent, nothing, under } from './effect.ts';

const post = effect('message', 'posts to Slack');

/** WebClient as @slack/web-api and Bolt hand it out. */
export const slackClient: Record<string, Meaning | MeaningOf> & {
  readonly 'WebClient.chat.postMessage': Meaning | MeaningOf;
} = {
  'WebClient.chat.postMessage': post,
  ...each(
    under('WebClient', [
      'chat.postEphemeral',
      'chat.scheduleMessage',
      'chat.meMessage',
      'chat.startStream',
      'files.upload',
      'files.uploadV2',
      'files.completeUploadExternal',
      'filesUploadV2',
      'reminders.add',
    ]),
    post,
  ),
  // A stream posts with what is first appended to it.
  ...each(['Stream.append', 'Stream.stop'], post),
  'WebClient.conversations.create': effect('other', 'creates a Slack channel'),
  'WebClient.canvases.create': effect('other', 'creates a Slack canvas'),
  ...each(
    under('WebClient', ['views.open', 'views.push', 'dialog.open']),
    effect('other', 'opens a Slack dialog', { radius: 'other' }),
  ),
  ...each(
    under('WebClient', ['chat.update', 'chat.appendStream', 'chat.stopStream']),
    idempotent('updates a Slack message'),
  ),
  ...each(under('WebClient', ['chat.delete', 'chat.deleteScheduledMessage']), idempotent('deletes a Slack message')),
  ...each(
    under('WebClient', ['reactions.add', 'reactions.remove', 'pins.add', 'pins.remove']),
    idempotent('marks a Slack message', 'other'),
  ),
  ...each(
    under(
      'WebClient',
      ['invite', 'kick', 'join', 'leave', 'archive', 'open', 'rename', 'setTopic', 'setPurpose'].map(
        (name) => `conversations.${name}`,
      ),
    ),
    idempotent('changes a Slack channel', 'other'),
  ),
  'WebClient.*.*, WebClient.*.*.*, WebClient.paginate, WebClient.on': nothing,
};

export const slackTypes: Readonly<Record<string, readonly string[]>> = { Stream: ['WebClient.chatStream()'] };
