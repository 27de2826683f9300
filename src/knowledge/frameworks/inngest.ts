// Checked: inngest 4.24 types. Documented: www.inngest.com/docs/events.
import type { MeaningOf } from '../types.ts';
import { Origin } from '../../interpret/value.ts';
import { effectOf, keyAt } from '../effects/support/effect.ts';
import { valueOf } from '../platform/support/values.ts';
import { defineLibrary } from '../types.ts';
import { runs } from './support/later.ts';

/** `send({ id, name, data })` or `send([{ … }])`; under `step` the event comes second. */
function send(argument: number): MeaningOf {
  return (call) => {
    const given = call.args[argument];
    const [first] = call.read.items(given) ?? [];
    const event = first ?? given;
    return effectOf({ ...call, args: event === undefined ? [] : [event] }, 'enqueue', 'sends an event', {
      key: keyAt(0, 'id'),
    });
  };
}

export const inngest = defineLibrary({
  name: 'inngest',
  packages: ['inngest'],
  source: 'https://www.inngest.com/docs/events',
  types: { Inngest: ['Inngest.new'], Context: [], Step: ['Context.step'] },
  members: {
    'Context.event': { is: 'delivery', part: 'message' },
    'Context.events': { is: 'delivery', part: 'message' },
    'Context.runId': valueOf(Origin.eventKey),
    'Context.attempt': valueOf(Origin.attempt),
  },
  calls: {
    'Inngest.send': send(0),
    'Step.run': runs(1),
    // A step is done once for its run: what it sends is not sent again.
    'Step.sendEvent': { is: 'nothing' },
    'Step.*': { is: 'nothing' },
    'Context.logger.*': { is: 'nothing' },
  },
  registrations: [
    {
      by: 'call',
      call: 'Inngest.createFunction',
      handlers: { from: 1 },
      parameters: [{ type: 'Context' }],
      kind: 'queue',
    },
  ],
});
