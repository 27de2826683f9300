import { createRule } from '../src/rule/create-rule.ts';
import { list, sourceOf, tableStep } from '../src/rule/wording.ts';

type MessageIds = 'noSuchKey';

/** A conflict target names a key; where there is none, the database refuses the whole insert, each time. */
export default createRule<object, MessageIds>({
  name: 'require-matching-conflict-target',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require a unique key over exactly the columns that a conflict target names',
      recommended: 'error',
    },
    messages: {
      noSuchKey:
        'Every delivery fails at this insert: no unique key of `{{table}}` ({{source}}) is over exactly {{columns}}, which its conflict target names; {{reason}}.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const { step, columns, table, reason } of model.refusedTargets()) {
          context.report({
            messageId: 'noSuchKey',
            data: {
              table: table.name,
              source: sourceOf(table),
              columns: list(columns.map((column) => `\`${column}\``)),
              reason,
            },
            place: model.placeOf(step),
            effect: step.place,
            blastRadius: 'state',
            confidence: 'certain',
            steps: [...model.proof(step, step.snapshots[0]), tableStep(table, reason)],
          });
        }
      },
    };
  },
});
