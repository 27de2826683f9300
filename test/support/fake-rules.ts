import { createRule } from '../../src/rule/create-rule.ts';
import type { WebhookRule } from '../../src/rule/rule.ts';

/** Rules over what the fake project calls a trace. */
interface FakeTrace {
  file: string;
  text: string;
  start: number;
}

function callRule(
  name: string,
  callee: string,
  radius: 'money' | 'message',
  recommended: 'error' | 'warn' | 'strict',
): WebhookRule {
  return createRule<{ suffix: string }, 'twice'>({
    name,
    meta: {
      type: 'problem',
      docs: { description: `Disallow ${callee}`, recommended },
      messages: { twice: 'A retry runs `{{ call }}` twice{{suffix}}.' },
      schema: [{ type: 'object', properties: { suffix: { type: 'string' } }, additionalProperties: false }],
      defaultOptions: [{ suffix: '' }],
    },
    create: (context) => ({
      handler(given) {
        const { file, text, start } = given as unknown as FakeTrace;
        for (const match of text.matchAll(new RegExp(`${callee}\\([^)]*\\)`, 'gu'))) {
          const place = { file, start: start + match.index, end: start + match.index + match[0].length };
          context.report({
            messageId: 'twice',
            data: { call: match[0], suffix: context.options.suffix },
            place,
            blastRadius: radius,
            confidence: 'certain',
            effect: place,
            steps: [
              { file, line: 1, kind: 'delivery', text: 'an event arrives' },
              { file, line: 2, kind: 'effect', text: `${match[0]} runs` },
            ],
          });
        }
      },
    }),
  });
}

export const rules: Record<string, WebhookRule> = {
  'no-pay': callRule('no-pay', 'pay', 'money', 'error'),
  'no-mail': callRule('no-mail', 'mail', 'message', 'warn'),
  'no-log': callRule('no-log', 'log', 'message', 'strict'),
};
