import { createRule } from '../src/rule/create-rule.ts';
import { baseForm, list, namedLine } from '../src/rule/wording.ts';

type MessageIds = 'keptInMemory' | 'lockReleased';

/**
 * What a process remembers is gone when it restarts, and no other instance has it. A lock that ends with the work stops
 * the overlap of two deliveries; the retry an hour later finds it free.
 */
export default createRule<object, MessageIds>({
  name: 'no-in-memory-dedupe',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow memory of the process, or a lock that ends with the work, as the guard against duplicates',
      recommended: 'error',
    },
    messages: {
      keptInMemory:
        'A retry after a restart, or one that reaches another instance, gets past this check to {{effects}}: `{{collection}}` is kept in the memory of this process only.',
      lockReleased:
        'A retry that comes after the first delivery is done goes on to {{effects}}: {{lock}} is free again by then, and nothing else remembers the event.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const { step, kind, acts, path } of model.fleetingGuards()) {
          const [worst] = acts;
          if (!worst) continue;
          context.report({
            messageId: kind === 'memory' ? 'keptInMemory' : 'lockReleased',
            data: {
              effects: list(acts.map((act) => baseForm(act.does))),
              collection: step.fact.kind === 'memory' ? step.fact.collection : '',
              lock: namedLine(model, step),
            },
            place: model.placeOf(step),
            effect: worst.step.place,
            blastRadius: worst.radius,
            confidence: worst.confidence,
            steps: model.proof(worst.step, path, step),
          });
        }
      },
    };
  },
});
