import { createRule } from '../src/rule/create-rule.ts';
import { consequence, namedLine } from '../src/rule/wording.ts';

type MessageIds = 'beforeClaim' | 'beforeLateClaim';

/**
 * The retry of a slow delivery arrives while the first one is still running. What runs before something that only one
 * of the two can win runs twice.
 */
export default createRule<object, MessageIds>({
  name: 'no-effect-before-claim',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow effects that a second delivery of the same event repeats',
      recommended: 'error',
    },
    messages: {
      beforeClaim:
        'A second delivery of this event {{consequence}}: {{effect}} runs with nothing claimed that only one delivery can win.',
      beforeLateClaim:
        'A retry that arrives while this delivery is still running {{consequence}}: {{effect}} runs before {{record}} records the event.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        // Taking the job is the claim of a worker.
        if (model.kind !== 'http') return;
        for (const once of model.onceSteps()) {
          const path = model.unclaimedPath(once);
          if (!path) continue;
          const late = model.lateClaim(once.step);
          context.report({
            messageId: late ? 'beforeLateClaim' : 'beforeClaim',
            data: {
              consequence: consequence(once),
              effect: namedLine(model, once.step),
              record: late ? namedLine(model, late) : '',
            },
            place: model.placeOf(once.step),
            effect: once.step.place,
            blastRadius: once.radius,
            confidence: once.confidence,
            steps: [...model.proof(once.step, path), ...(late ? [model.proofStep(late)] : [])],
          });
        }
      },
    };
  },
});
