import { alteredBodies } from '../src/rule/questions.ts';
import { createRule } from '../src/rule/create-rule.ts';

type MessageIds = 'reserialised' | 'parsed';

/** A signature is over bytes: parsed and written anew, the same event has others. */
export default createRule<object, MessageIds>({
  name: 'require-raw-body',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require that a signature is checked over the body as it was sent',
      recommended: 'error',
    },
    messages: {
      reserialised:
        'Events of {{provider}} are refused, and lost, whenever the body does not come out as it went in: this check is over `JSON.stringify` of the parsed body, not over the bytes that were signed.',
      parsed:
        'Events of {{provider}} are refused, and lost: the body was parsed as JSON before this check, which needs the bytes that were signed.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const { how, place, check } of alteredBodies(model)) {
          context.report({
            messageId: how,
            data: { provider: model.provider?.title ?? 'the provider' },
            place,
            effect: check.place,
            blastRadius: 'other',
            confidence: 'certain',
            steps: [model.proofStep(check)],
          });
        }
      },
    };
  },
});
