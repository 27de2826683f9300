// Checked: @slack/web-api 8.2, @slack/webhook 8.0 types: no key; they throw.
import { defineLibrary } from '../types.ts';
import { effect } from './support/effect.ts';
import { slackClient, slackTypes } from './support/slack-client.ts';

export const slackWebApi = defineLibrary({
  name: '@slack/web-api',
  packages: ['@slack/web-api'],
  source: 'https://docs.slack.dev/tools/node-slack-sdk/web-api/',
  types: { WebClient: ['WebClient.new'], ...slackTypes },
  calls: {
    ...slackClient,
    'WebClient.apiCall': (call) => {
      const method = call.read.string(call.args[0]);
      const meaning = method === undefined ? undefined : slackClient[`WebClient.${method}`];
      return typeof meaning === 'function' ? meaning(call) : meaning;
    },
  },
});

export const slackWebhook = defineLibrary({
  name: '@slack/webhook',
  packages: ['@slack/webhook'],
  source: 'https://docs.slack.dev/tools/node-slack-sdk/webhook/',
  types: { IncomingWebhook: ['IncomingWebhook.new'], WebhookTrigger: ['WebhookTrigger.new'] },
  calls: {
    'IncomingWebhook.send': effect('message', 'posts to Slack'),
    'WebhookTrigger.send': effect('message', 'starts a Slack workflow'),
  },
});
