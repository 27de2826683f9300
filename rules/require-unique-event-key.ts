import { createRule } from '../src/rule/create-rule.ts';
import { tableStep } from '../src/rule/wording.ts';

type MessageIds = 'noUniqueKey' | 'noUniqueKeyOnColumn';

interface Options {
  readonly startAfter?: string;
}

/** What parts two deliveries of one event is an index. A table that keeps the keys of events without one parts nothing. */
export default createRule<Options, MessageIds>({
  name: 'require-unique-event-key',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require a unique key on the event key in tables that keep the keys of events',
      recommended: 'error',
    },
    onScripts: true,
    messages: {
      noUniqueKeyOnColumn:
        'Two deliveries of one event each get a row in `{{table}}`, and both go on: no unique key makes the second insert of the same `{{column}}` fail; {{reason}}.',
      noUniqueKey:
        'Two deliveries of one event each get a row in `{{table}}`, and both go on: no unique key makes the second insert fail; {{reason}}.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          startAfter: {
            type: 'string',
            description: 'The last migration that is not reported on, by the name of its file or its number.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{}],
  },
  create(context) {
    return {
      table(described) {
        const { table, place, missingKey } = described;
        if (!missingKey || described.isUpTo(context.options.startAfter)) return;
        const { column, reason, confidence, use } = missingKey;
        context.report({
          messageId: column === null ? 'noUniqueKey' : 'noUniqueKeyOnColumn',
          data: { table: table.name, column: column ?? '', reason },
          place,
          blastRadius: 'state',
          confidence,
          steps: [...(use ? [use.model.proofStep(use.step)] : []), tableStep(table, reason)],
        });
      },
    };
  },
});
