import { unstableKeys, type UnstableKey } from '../src/rule/questions.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { namedLine } from '../src/rule/wording.ts';

type MessageIds = 'changes' | 'sameForAll' | 'mayBeUnset' | 'shared';

/** A key is what lets the receiver tell a repetition from a second order: the same on every retry, another for every effect. */
export default createRule<object, MessageIds>({
  name: 'require-stable-idempotency-key',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require that an idempotency key is the same on every retry and different for every effect',
      recommended: 'error',
    },
    messages: {
      changes:
        'Every repetition {{does}} a second time: the key of {{effect}} {{holds}}, so the receiver takes each retry for something new.',
      sameForAll:
        'The second event is dropped or refused: {{effect}} gives the receiver the same key for all events, whatever they are about.',
      mayBeUnset:
        'A repetition {{does}} a second time where the key is missing: the key of {{effect}} can be undefined.',
      shared:
        '{{effect}} is dropped or refused: it gives the receiver the key that {{earlier}} has used for something else.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const found of unstableKeys(model)) {
          const { step, effect, earlier, place } = found;
          context.report({
            messageId: messageOf(found),
            data: {
              does: effect.does,
              effect: namedLine(model, step),
              holds: contents[found.why],
              earlier: earlier ? namedLine(model, earlier) : '',
            },
            place,
            effect: step.place,
            blastRadius: effect.radius,
            confidence: effect.likely ? 'likely' : 'certain',
            steps: model.proof(step, step.snapshots[0]),
          });
        }
      },
    };
  },
});

function messageOf({ why }: UnstableKey): MessageIds {
  if (why === 'fixed') return 'sameForAll';
  if (why === 'unset') return 'mayBeUnset';
  return why === 'shared' ? 'shared' : 'changes';
}

const contents: Readonly<Record<UnstableKey['why'], string>> = {
  random: 'is random',
  clock: 'holds the time of the call',
  attempt: 'holds the number of the attempt',
  fixed: '',
  unset: '',
  shared: '',
};
