import { createRule } from '../src/rule/create-rule.ts';
import { consequence, namedLine } from '../src/rule/wording.ts';

type MessageIds = 'missingKey' | 'missingKeyInJob';

/** The receiver would drop the repetition by itself, if the call said which one it is. */
export default createRule<object, MessageIds>({
  name: 'require-idempotency-key',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require an idempotency key on calls to APIs that honour one',
      recommended: 'error',
    },
    messages: {
      missingKey:
        'Every repetition of this delivery {{consequence}}: {{effect}} gives the receiver no idempotency key ({{place}}).',
      missingKeyInJob:
        'Every retry of this job {{consequence}}: {{effect}} gives the receiver no idempotency key ({{place}}).',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const step of model.missingKeys()) {
          const { fact } = step;
          if (fact.kind !== 'effect') continue;
          context.report({
            messageId: model.kind === 'http' ? 'missingKey' : 'missingKeyInJob',
            data: {
              consequence: consequence({
                step,
                radius: fact.radius,
                confidence: 'certain',
                does: fact.does,
                kind: 'effect',
              }),
              effect: namedLine(model, step),
              place: fact.keyPlace ?? 'it takes one',
            },
            place: model.placeOf(step),
            effect: step.place,
            blastRadius: fact.radius,
            confidence: fact.likely ? 'likely' : 'certain',
            steps: model.proof(step, step.snapshots[0]),
          });
        }
      },
    };
  },
});
