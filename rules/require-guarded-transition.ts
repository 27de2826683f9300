import { createRule } from '../src/rule/create-rule.ts';
import { lineOf } from '../src/rule/wording.ts';

type MessageIds = 'blindTransition' | 'blindTransitionFromEvent' | 'blindTransitionAnew';

/** Events come late and out of order; an update that does not say which state it leaves lets the older one win. */
export default createRule<object, MessageIds>({
  name: 'require-guarded-transition',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require that an update of a status says which state it leaves',
      recommended: 'error',
    },
    messages: {
      blindTransition:
        'A late or repeated event sets `{{column}}` of {{table}} back to {{value}}: the update ({{update}}) does not say which state it leaves.',
      blindTransitionFromEvent:
        'An older event that arrives late overwrites `{{column}}` of {{table}} with what it says: the update ({{update}}) does not say which state it leaves.',
      blindTransitionAnew:
        'A late or repeated event sets `{{column}}` of {{table}} anew: the update ({{update}}) does not say which state it leaves.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const { step, table, column, value, saysWhatTheEventSays, confidence } of model.blindTransitions()) {
          context.report({
            messageId: value.constant
              ? 'blindTransition'
              : saysWhatTheEventSays
                ? 'blindTransitionFromEvent'
                : 'blindTransitionAnew',
            data: {
              column,
              table: table === null ? 'its table' : `\`${table}\``,
              value: value.constant ? JSON.stringify(value.constant.value) : 'its value',
              update: lineOf(model, step),
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
