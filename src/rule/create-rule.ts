import { eslintVisitor } from './eslint-visitor.ts';
import { rulePage } from './own-package.ts';
import type { RuleDefinition, WebhookRule } from './rule.ts';

/** Makes a rule of its definition; the address of its page follows from its name. */
export function createRule<Options extends object, MessageIds extends string>(
  definition: RuleDefinition<MessageIds, Options>,
): WebhookRule {
  const { name, meta } = definition;
  // The type of a rule's options and ids matters to its author alone; whoever runs rules treats them alike.
  const erased = definition as unknown as RuleDefinition<string, object>;
  return {
    name,
    meta: {
      type: meta.type,
      docs: { ...meta.docs, url: rulePage(name) },
      messages: { ...meta.messages },
      schema: [...meta.schema],
      defaultOptions: [...(meta.defaultOptions ?? [])],
    },
    definition: erased,
    create: (context) => eslintVisitor(erased, context),
  };
}
