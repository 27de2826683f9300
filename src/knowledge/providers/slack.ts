// Facts of the provider: the project's table and docs.slack.dev/apis/events-api. Checked: @slack/bolt 5.1 types.
import { defineLibrary } from '../types.ts';
import { minutes, verifies } from './support/verification.ts';

export const slack = defineLibrary({
  name: 'slack',
  packages: ['@slack/bolt'],
  source: 'https://docs.slack.dev/apis/events-api/',
  calls: {
    verifySlackRequest: verifies('slack', 'nothing', { payload: 'body', secret: 'signingSecret' }),
    isValidSlackRequest: verifies('slack', 'boolean', { payload: 'body', secret: 'signingSecret' }),
  },
  provider: {
    title: 'Slack',
    eventKey: ['event_id'],
    eventKeyHeaders: [],
    attemptHeaders: ['x-slack-retry-num', 'x-slack-retry-reason'],
    eventType: ['event.type', 'type'],
    eventTime: ['event_time', 'event.event_ts', 'event.ts'],
    headers: ['x-slack-signature', 'x-slack-request-timestamp', 'x-slack-retry-num', 'x-slack-retry-reason'],
    signatureHeaders: ['x-slack-signature'],
    eventTypes:
      /^(app_mention|app_home_opened|app_uninstalled|tokens_revoked|team_join|member_joined_channel|member_left_channel|reaction_added|reaction_removed|channel_(archive|created|rename|unarchive)|link_shared|message\.(channels|groups|im|mpim)|assistant_thread_started)$/,
    object: 'event',
    timeout: 3,
    window: minutes(6),
    retriesByItself: true,
    order: 'unknown',
  },
});

/** The older packages for the Events API and message buttons verify in a middleware. */
export const slackAdapters = defineLibrary({
  name: '@slack/events-api',
  packages: ['@slack/events-api'],
  source: 'https://docs.slack.dev/tools/node-slack-sdk/',
  calls: { verifyRequestSignature: verifies('slack', 'boolean', { payload: 'body', secret: 'signingSecret' }) },
});
