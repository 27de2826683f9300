// Checked: probot 14.3 types. Documented: probot.github.io/docs/webhooks.
import { Origin } from '../../interpret/value.ts';
import { octokitRest } from '../effects/support/octokit.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';

/** Probot verifies the signature before a listener runs. */
export const probot = defineLibrary({
  name: 'probot',
  packages: ['probot'],
  source: 'https://probot.github.io/docs/webhooks/',
  types: { Probot: ['Probot.new'], Context: [], Octokit: ['Context.octokit'] },
  members: {
    'Context.payload': { is: 'delivery', part: 'body' },
    'Context.id': valueOf(Origin.eventKey),
  },
  calls: { ...octokitRest, 'Context.log.*': { is: 'nothing' }, 'Probot.log.*': { is: 'nothing' } },
  ahead: { trusted: true },
  registrations: [
    {
      by: 'call',
      call: 'Probot.on',
      handlers: { argument: 1 },
      parameters: [{ type: 'Context' }],
      kind: 'http',
      verified: 'github',
    },
    {
      by: 'call',
      call: 'Probot.onAny',
      handlers: { argument: 0 },
      parameters: [{ type: 'Context' }],
      kind: 'http',
      verified: 'github',
    },
  ],
});
