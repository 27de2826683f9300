import { callsInTransactions } from '../src/rule/questions.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { lineOf, namedLine } from '../src/rule/wording.ts';

type MessageIds = 'effect' | 'read';

/** A rollback undoes rows, not requests; and a connection waits for as long as the other side takes. */
export default createRule<object, MessageIds>({
  name: 'no-effect-in-transaction',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow calls to other services while a database transaction is open',
      recommended: 'error',
    },
    messages: {
      effect:
        'A rollback does not undo {{call}}, and the retry runs it again: it is called while the transaction of {{begin}} is open, which holds a database connection until the other side answers.',
      read: 'A slow answer to {{call}} holds a database connection and its locks: it is called while the transaction of {{begin}} is open.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const { step, begin, snapshot, radius, isRead, isLikely } of callsInTransactions(model)) {
          context.report({
            messageId: isRead ? 'read' : 'effect',
            data: { call: namedLine(model, step), begin: lineOf(model, begin) },
            place: model.placeOf(step),
            effect: step.place,
            blastRadius: radius,
            confidence: isLikely ? 'likely' : 'certain',
            steps: model.proof(step, snapshot),
          });
        }
      },
    };
  },
});
