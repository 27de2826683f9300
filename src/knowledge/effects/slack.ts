// Checked: @slack/web-api 8.2, @slack/webhook 8.0 types. Documented: docs.slack.dev/tools/node-slack-sdk/web-api.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';
import { slackClient } from './support/slack-client.ts';

export const slackWebApi = defineLibrary({
  name: '@slack/web-api',
  packages: ['@slack/web-api'],
  source: 'https://docs.slack.dev/tools/node-slack-sdk/web-api/',
  types: { WebClient: ['WebClient.new', 'default.WebClient.new'] },
  calls: {
    ...slackClient,
    'WebClient.apiCall': (call) =>
      /^chat\.(postMessage|postEphemeral|scheduleMessage)$/.test(call.read.string(call.args[0]) ?? '')
        ? effect('message', 'posts to Slack')(call)
        : undefined,
  },
});

export const slackWebhook = defineLibrary({
  name: '@slack/webhook',
  packages: ['@slack/webhook'],
  source: 'https://docs.slack.dev/tools/node-slack-sdk/webhook/',
  types: { IncomingWebhook: ['IncomingWebhook.new', 'default.IncomingWebhook.new'] },
  calls: { 'IncomingWebhook.send': effect('message', 'posts to Slack') },
});
