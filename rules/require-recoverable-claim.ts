import { createRule } from '../src/rule/create-rule.ts';
import { list, namedLine } from '../src/rule/wording.ts';

type MessageIds = 'claimKept' | 'factKept';

/** A claim that outlives the failure of the work turns every retry away: what was not done then is never done. */
export default createRule<object, MessageIds>({
  name: 'require-recoverable-claim',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require a way back from a claim whose work fails',
      recommended: 'warn',
    },
    messages: {
      claimKept:
        'If {{work}} fails, this event is lost for good: {{claim}} has recorded it by then, so every retry is taken for a duplicate and nothing gives the claim back.',
      factKept:
        'If {{work}} fails, it is never tried again: {{claim}} has made the change by then, so every retry finds it done and leaves.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const { step, works, radius, path, confidence, what } of model.unrecoverableClaims()) {
          const [first] = works;
          if (!first) continue;
          context.report({
            messageId: what === 'event' ? 'claimKept' : 'factKept',
            data: {
              work: list(works.slice(0, 3).map((work) => namedLine(model, work))).replace(/ and (?=[^,]*$)/, ' or '),
              claim: namedLine(model, step),
            },
            place: model.placeOf(step),
            effect: first.place,
            blastRadius: radius,
            confidence,
            steps: model.proof(first, path),
          });
        }
      },
    };
  },
});
