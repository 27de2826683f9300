import type { Recommended, WebhookRule } from './rule.ts';
import type { ConfiguredRule } from './run-rules.ts';

export type Preset = 'recommended' | 'strict';
export type RuleLevel = 'off' | 'warn' | 'error';

/** A rule that does not exist was named. */
export class UnknownRuleError extends Error {
  override readonly name = 'UnknownRuleError';
}

/** The level a preset gives to a rule. */
export function levelIn(preset: Preset, recommended: Recommended): RuleLevel {
  if (recommended === 'strict') return preset === 'strict' ? 'error' : 'off';
  return recommended;
}

/** The rules of a preset with the levels a user set, by name with or without `webhook-once/`. */
export function selectRules(
  rules: Readonly<Record<string, WebhookRule>>,
  preset: Preset,
  levels: Readonly<Record<string, RuleLevel>> = {},
): readonly ConfiguredRule[] {
  const own = new Map(Object.entries(levels).map(([name, level]) => [name.replace(/^webhook-once\//u, ''), level]));
  for (const name of own.keys()) {
    if (Object.hasOwn(rules, name)) continue;
    throw new UnknownRuleError(`no rule is called "${name}"; there are ${Object.keys(rules).join(', ')}`);
  }
  return Object.values(rules).flatMap((rule): ConfiguredRule[] => {
    const level = own.get(rule.name) ?? levelIn(preset, rule.meta.docs.recommended);
    if (level === 'off') return [];
    return [{ rule: rule.definition, severity: level === 'error' ? 'error' : 'warning' }];
  });
}
