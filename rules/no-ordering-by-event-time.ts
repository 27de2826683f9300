import { ordersByEventTime } from '../src/rule/questions.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { lineOf } from '../src/rule/wording.ts';

type MessageIds = 'stored' | 'predicate' | 'events';

/** Several events carry one second, and their times are those of machines that do not agree: time gives no order. */
export default createRule<object, MessageIds>({
  name: 'no-ordering-by-event-time',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow the time of an event as the judge of which event is newer or a duplicate',
      recommended: 'error',
    },
    messages: {
      stored:
        'Of two events with one timestamp the second is taken for old and is lost, or the older one wins: {{comparison}} compares the time of the event with `{{stored}}`.',
      predicate:
        'Of two events with one timestamp the second is taken for old and is lost, or the older one wins: the predicate ({{comparison}}) compares `{{stored}}` with the time of the event.',
      events:
        'Events with one timestamp are handled in any order: {{comparison}} puts them in order by the time of each.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const { step, stored, inPredicate, confidence } of ordersByEventTime(model)) {
          context.report({
            messageId: inPredicate ? 'predicate' : stored === null ? 'events' : 'stored',
            data: {
              stored: stored ?? '',
              comparison: inPredicate ? lineOf(model, step) : `\`${step.name}\` (${lineOf(model, step)})`,
            },
            place: model.placeOf(step),
            effect: step.place,
            blastRadius: 'state',
            confidence,
            steps: model.proof(step, step.snapshots[0]),
          });
        }
      },
    };
  },
});
