// Checked: @slack/bolt 5.1 types. Documented: docs.slack.dev/tools/bolt-js/concepts/event-listening.
import { each } from '../effects/support/effect.ts';
import { slackClient, slackTypes } from '../effects/support/slack-client.ts';
import { defineLibrary } from '../types.ts';

/** Bolt verifies each request and acknowledges events by itself; what a listener does comes after. */
export const slackBolt = defineLibrary({
  name: '@slack/bolt',
  packages: ['@slack/bolt'],
  source: 'https://docs.slack.dev/tools/bolt-js/concepts/event-listening',
  types: {
    App: ['App.new', 'default.App.new'],
    Listener: [],
    WebClient: ['Listener.client', 'App.client'],
    ...slackTypes,
  },
  typeAliases: { AllMiddlewareArgs: 'Listener', SlackEventMiddlewareArgs: 'Listener' },
  members: {
    ...each(
      [
        'Listener.event',
        'Listener.body',
        'Listener.payload',
        'Listener.message',
        'Listener.command',
        'Listener.action',
      ],
      {
        is: 'delivery',
        part: 'body',
      } as const,
    ),
  },
  calls: {
    'Listener.ack': { is: 'acknowledgement', status: 200 },
    'Listener.say': slackClient['WebClient.chat.postMessage'],
    'Listener.respond': slackClient['WebClient.chat.postMessage'],
    'Listener.logger.*': { is: 'nothing' },
    ...slackClient,
  },
  ahead: { trusted: true },
  // Slack sends events again (docs.slack.dev/apis/events-api/#retries); a click or a command that failed is shown to its
  // user, and sent once.
  registrations: ['event', 'message'].map((name) => ({
    by: 'call',
    call: `App.${name}`,
    handlers: { from: 1 },
    parameters: [{ type: 'Listener' }],
    kind: 'http',
    verified: 'slack',
  })),
});
