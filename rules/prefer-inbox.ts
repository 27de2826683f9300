import { slowAnswer } from '../src/rule/questions.ts';
import { createRule } from '../src/rule/create-rule.ts';
import { list, namedLine } from '../src/rule/wording.ts';

type MessageIds = 'one' | 'several' | 'again' | 'loop';

interface Options {
  /** As many calls to other services may be waited for. */
  readonly most: number;
}

/** A sender that waits too long sends again: the retry arrives while the first delivery is still at work. */
export default createRule<Options, MessageIds>({
  name: 'prefer-inbox',
  meta: {
    type: 'suggestion',
    docs: {
      description: 'Prefer to store an event and answer, over calls to other services before the answer',
      recommended: 'strict',
    },
    messages: {
      several:
        '{{sender}} and sends the event again while this delivery still runs: {{calls}} are waited for before the answer.',
      one: '{{sender}} and sends the event again while this delivery still runs: {{calls}} is waited for before the answer.',
      again:
        '{{sender}} and sends the event again while this delivery still runs: {{calls}} is called more than once before the answer.',
      loop: '{{sender}} and sends the event again while this delivery still runs: {{calls}} is called in a loop before the answer.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          most: {
            type: 'integer',
            minimum: 0,
            description: 'How many calls to other services, none in a loop, may be waited for before the answer.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ most: 1 }],
  },
  create(context) {
    return {
      handler(_trace, { model }) {
        const slow = slowAnswer(model, context.options.most);
        if (!slow) return;
        const { provider } = model;
        const calls = [...new Set((slow.isLoop ? [slow.step] : slow.calls).map((call) => namedLine(model, call)))];
        context.report({
          messageId: slow.isLoop ? 'loop' : calls.length > 1 ? 'several' : slow.calls.length > 1 ? 'again' : 'one',
          data: {
            sender:
              provider === undefined
                ? 'The sender stops waiting'
                : provider.timeout === null
                  ? `${provider.title} stops waiting`
                  : `${provider.title} stops waiting after ${provider.timeout} s`,
            calls: list(calls),
          },
          place: model.placeOf(slow.step),
          effect: slow.step.place,
          blastRadius: 'other',
          confidence: 'certain',
          steps: model.proof(slow.step, slow.snapshot),
        });
      },
    };
  },
});
