import type { Guard } from '../src/project/model.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { baseForm, list, namedLine, sourceOf } from '../src/rule/wording.ts';

type MessageIds = 'noUniqueKey' | 'insertTooLate' | 'putsAnyway' | 'schemaNotFound' | 'stateNotLocked';

/**
 * A read that finds nothing guards nothing: the retry reads before the first delivery has written. Only a write that
 * one of them can win parts the two.
 */
export default createRule<object, MessageIds>({
  name: 'no-check-then-act',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow a read as the only guard against a second delivery of the same event',
      recommended: 'error',
    },
    messages: {
      noUniqueKey:
        'Two deliveries can both pass this check and {{effects}}: both may record the event in `{{table}}` ({{source}}), because {{reason}}.',
      insertTooLate:
        'Two deliveries can both pass this check and {{effects}}: the unique key of `{{table}}` is only reached at {{insert}}, after {{first}}.',
      putsAnyway:
        'Two deliveries can both pass this check and {{effects}}: {{insert}} records the event, and goes in whether or not it is there already.',
      schemaNotFound:
        'Two deliveries can both pass this check and {{effects}} before {{record}}. No table or migration for {{tableName}} was found, so no unique key is known that would stop the second.',
      stateNotLocked:
        'Two deliveries can both read `{{column}}` of {{tableName}} before either writes it, pass this check and {{effects}}.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        if (model.kind !== 'http') return;
        for (const guard of model.guards()) {
          const [worst] = guard.acts;
          if (!worst) continue;
          const { messageId, confidence } = judge(guard);
          const key = guard.key;
          const path = worst.step.snapshots.find((snapshot) => snapshot.trail);
          context.report({
            messageId,
            data: {
              effects: list(guard.acts.map((act) => baseForm(act.does))),
              table: guard.table ?? 'its table',
              tableName: guard.table === null ? 'its table' : `\`${guard.table}\``,
              column: guard.column ?? '',
              source: key.verdict === 'no' ? sourceOf(key.table) : '',
              reason: key.verdict === 'no' ? key.reason : '',
              insert: guard.recording ? namedLine(model, guard.recording) : 'a later insert',
              first: namedLine(model, worst.step),
              record: guard.recording ? `${namedLine(model, guard.recording)} records it` : 'anything records it',
            },
            place: model.placeOf(guard.step),
            effect: worst.step.place,
            blastRadius: worst.radius,
            confidence: worst.confidence === 'likely' ? 'likely' : confidence,
            steps: [
              ...model.proof(worst.step, path, guard.step),
              ...(guard.recording && guard.recording !== worst.step ? [model.proofStep(guard.recording)] : []),
              ...(key.verdict === 'no'
                ? [
                    {
                      file: key.table.source.file,
                      line: key.table.source.line,
                      kind: 'schema' as const,
                      text: `\`${key.table.name}\`: ${key.reason}`,
                    },
                  ]
                : []),
            ],
          });
        }
      },
    };
  },
});

function judge(guard: Guard): { messageId: MessageIds; confidence: 'certain' | 'likely' } {
  if (guard.tests === 'state') return { messageId: 'stateNotLocked', confidence: 'certain' };
  if (guard.key.verdict === 'no') return { messageId: 'noUniqueKey', confidence: 'certain' };
  if (guard.key.verdict === 'yes')
    return {
      messageId: guard.recording ? 'insertTooLate' : 'schemaNotFound',
      confidence: guard.recording ? 'certain' : 'likely',
    };
  return { messageId: putsAnyway(guard) ? 'putsAnyway' : 'schemaNotFound', confidence: 'likely' };
}

/** What records the event overwrites what is there: no key could make the second one fail. */
function putsAnyway({ recording }: Guard): boolean {
  return recording?.fact.kind === 'operation' && recording.fact.operation.conflict?.action === 'update';
}
