import { refusedDuplicates, type RefusedDuplicate } from '../src/rule/questions.ts';
import type { HandlerModel } from '../src/project/model.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { namedLine } from '../src/rule/wording.ts';

type MessageIds = 'lostClaim' | 'found' | 'uncaughtConflict';

const messages: Readonly<Record<RefusedDuplicate['how'], MessageIds>> = {
  'lost-claim': 'lostClaim',
  found: 'found',
  'uncaught-conflict': 'uncaughtConflict',
};

/** A duplicate is an event that was dealt with: told anything but 2xx, the provider goes on sending it. */
export default createRule<object, MessageIds>({
  name: 'no-error-on-duplicate',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow an answer other than 2xx to an event that was processed before',
      recommended: 'error',
    },
    messages: {
      lostClaim:
        '{{provider}} sends a processed event again and again: a delivery that finds it claimed ({{step}}) {{answers}}.',
      found:
        '{{provider}} sends a processed event again and again: a delivery that finds it done ({{step}}) {{answers}}.',
      uncaughtConflict:
        '{{provider}} sends a processed event again and again: on a duplicate {{step}} violates its unique key, and the handler {{answers}}.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        for (const refused of refusedDuplicates(model)) {
          context.report({
            messageId: messages[refused.how],
            data: {
              provider: capital(model.provider?.title ?? 'the provider'),
              step: namedLine(model, refused.step),
              answers: answersOf(refused),
            },
            place: refused.place,
            effect: refused.step.place,
            blastRadius: 'other',
            confidence: 'certain',
            steps: [...model.proof(refused.step, refused.step.snapshots[0]), answerStep(model, refused)],
          });
        }
      },
    };
  },
});

function answersOf({ throws, status }: RefusedDuplicate): string {
  return throws ? `throws, which answers ${status}` : `answers ${status}`;
}

function answerStep(model: HandlerModel, refused: RefusedDuplicate) {
  const { place } = refused;
  return {
    file: place.file,
    line: model.line(place),
    kind: 'acknowledgement' as const,
    text: `the duplicate is answered ${refused.status}`,
  };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
