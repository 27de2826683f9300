import { plainComparisons, unverified, type Unverified } from '../src/rule/questions.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { lineOf, namedLine } from '../src/rule/wording.ts';

type MessageIds = 'absent' | 'late' | 'turnedOff' | 'caught' | 'ignored' | 'comparedPlainly';

const messages: Readonly<Record<Unverified['how'], MessageIds>> = {
  absent: 'absent',
  late: 'late',
  'turned-off': 'turnedOff',
  caught: 'caught',
  ignored: 'ignored',
};

/** Whoever knows the address can send an event: only its signature tells the provider's from anybody's. */
export default createRule<object, MessageIds>({
  name: 'require-signature-verification',
  meta: {
    type: 'problem',
    docs: {
      description: 'Require that an event is verified before anything is done for it',
      recommended: 'error',
    },
    messages: {
      absent:
        'Anybody who knows the address can make this handler act: {{step}} is reached, and nothing verifies the event.',
      late: 'Anybody who knows the address can make this handler act: {{step}} is reached before the event is verified ({{check}}).',
      turnedOff:
        'Anybody who knows the address can make this handler act: {{step}} is reached on a path on which this check is left out.',
      caught:
        'A forged event makes this handler act: {{step}} is reached although this check failed, because its failure is passed over.',
      ignored:
        'A forged event makes this handler act: {{step}} is reached, and the answer of this check decides nothing.',
      comparedPlainly:
        'A signature can be guessed byte by byte: this comparison ends at the first byte that is wrong, and the time it takes tells which.',
    },
    schema: [],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        const told = new Set<string>();
        for (const { how, place, check, step, snapshot } of unverified(model)) {
          told.add(`${place.file}:${place.start}`);
          context.report({
            messageId: messages[how],
            data: { step: namedLine(model, step), check: check ? lineOf(model, check) : '' },
            place,
            effect: step.place,
            blastRadius: step.fact.kind === 'effect' ? step.fact.radius : 'state',
            confidence: how === 'absent' && model.providerName === null ? 'likely' : 'certain',
            steps: model.proof(step, snapshot),
          });
        }
        for (const { place, check } of plainComparisons(model)) {
          if (told.has(`${place.file}:${place.start}`)) continue;
          context.report({
            messageId: 'comparedPlainly',
            place,
            effect: check.place,
            blastRadius: 'other',
            confidence: 'certain',
            steps: [model.proofStep(check)],
          });
        }
      },
    };
  },
});
