import type { UntestedClaim } from '../src/project/untested-claims.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { baseForm, list, namedLine } from '../src/rule/wording.ts';

type MessageIds = 'outcomeUnread' | 'conflictSwallowed' | 'cannotBeLost';

const messages: Record<UntestedClaim['how'], MessageIds> = {
  unread: 'outcomeUnread',
  swallowed: 'conflictSwallowed',
  overwrites: 'cannotBeLost',
};

/** A claim that both deliveries get past stops neither: what tells them apart is its answer, and that must be looked at. */
export default createRule<object, MessageIds>({
  name: 'require-claim-outcome',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require that the outcome of a claim is looked at before anything follows',
      recommended: 'error',
    },
    messages: {
      outcomeUnread:
        'Both deliveries of this event go on to {{effects}}: nothing looks at whether {{claim}} went in or found the event there.',
      conflictSwallowed:
        'Both deliveries of this event go on to {{effects}}: where {{claim}} says that the event is there already, the handler carries on.',
      cannotBeLost:
        'Both deliveries of this event go on to {{effects}}: {{claim}} succeeds for each of them, so that it cannot say which came first.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const { step, how, acts, path, confidence } of model.untestedClaims()) {
          const [worst] = acts;
          if (!worst) continue;
          context.report({
            messageId: messages[how],
            data: {
              effects: list(acts.map((act) => baseForm(act.does))),
              claim: namedLine(model, step),
            },
            place: model.placeOf(step),
            effect: worst.step.place,
            blastRadius: worst.radius,
            confidence: worst.confidence === 'likely' ? 'likely' : confidence,
            steps: [...model.proof(worst.step, path)],
          });
        }
      },
    };
  },
});
