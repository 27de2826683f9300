import { basename } from 'node:path';
import { createRule } from '../src/rule/create-rule.ts';

type MessageIds = 'neverTwice';

/** Duplicates come while the first delivery is still at work; a test that waits for it never sees what happens then. */
export default createRule<object, MessageIds>({
  name: 'require-double-delivery-test',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Require that the tests of a handler deliver one event twice at the same time',
      recommended: 'strict',
    },
    messages: {
      neverTwice:
        'A change that lets `{{handler}}` ({{place}}) work twice for one event passes these tests: none of them delivers the same event twice at the same time.',
    },
    schema: [],
  },
  create(context) {
    return {
      test({ handler, place, isCovered }) {
        if (isCovered) return;
        const { model } = handler;
        context.report({
          messageId: 'neverTwice',
          data: { handler: handler.name, place: `${basename(handler.file)}:${model.line(handler.span)}` },
          place,
          effect: handler.span,
          blastRadius: model.onceSteps()[0]?.radius ?? 'state',
          confidence: 'certain',
          steps: [],
        });
      },
    };
  },
});
