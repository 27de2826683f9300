import { createRule } from '../src/rule/create-rule.ts';
import { namedLine } from '../src/rule/wording.ts';

type MessageIds = 'inWorker' | 'behindClaim';

/** Code that may run again sends again, unless the receiver knows the message by a key or somebody kept that it went out. */
export default createRule<object, MessageIds>({
  name: 'require-send-once',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require a record of messages sent by code that can run again',
      recommended: 'warn',
    },
    messages: {
      inWorker:
        'A job that is tried again {{does}} a second time: {{effect}} takes no idempotency key, and nothing records that the message went out.',
      behindClaim:
        'A delivery that takes the event over {{does}} a second time: {{claim}} can be won again, {{effect}} takes no idempotency key, and nothing records that the message went out.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const { step, path, claim } of model.repeatedMessages()) {
          const { fact } = step;
          if (fact.kind !== 'effect') continue;
          context.report({
            messageId: claim ? 'behindClaim' : 'inWorker',
            data: {
              does: fact.does,
              effect: namedLine(model, step),
              claim: claim ? namedLine(model, claim) : '',
            },
            place: model.placeOf(step),
            effect: step.place,
            blastRadius: fact.radius,
            confidence: fact.likely ? 'likely' : 'certain',
            steps: model.proof(step, path),
          });
        }
      },
    };
  },
});
