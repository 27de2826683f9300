import type { ESLint, Linter } from 'eslint';
import { rules } from '../../rules/index.ts';
import { ownPackage } from '../rule/own-package.ts';
import type { WebhookRule } from '../rule/rule.ts';
import type { Preset } from '../rule/select-rules.ts';
import { levelIn } from '../rule/select-rules.ts';

const namespace = 'webhook-once';
const { name, version } = ownPackage;

interface WebhookOncePlugin extends ESLint.Plugin {
  readonly meta: { readonly name: string; readonly version: string; readonly namespace: string };
  readonly rules: Record<string, WebhookRule>;
  readonly configs: {
    readonly recommended: Linter.Config;
    readonly strict: Linter.Config;
    readonly sql: Linter.Config;
  };
}

export const plugin: WebhookOncePlugin = {
  meta: { name, version, namespace },
  rules,
  languages: {},
  configs: {
    recommended: codePreset('recommended'),
    strict: codePreset('strict'),
    // Without `files` as long as there is no language for SQL: naming them would have ESLint parse SQL as JavaScript.
    sql: { name: `${namespace}/sql`, plugins: ownPlugin(), rules: {} },
  },
};

function codePreset(preset: Preset): Linter.Config {
  const levels = Object.values(rules).map((rule) => [
    `${namespace}/${rule.name}`,
    levelIn(preset, rule.meta.docs.recommended),
  ]);
  return {
    name: `${namespace}/${preset}`,
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    plugins: ownPlugin(),
    rules: Object.fromEntries(levels.filter(([, level]) => level !== 'off')) as Linter.RulesRecord,
  };
}

/** Behind a getter, since the plugin holds its presets and they hold the plugin. */
function ownPlugin(): Record<string, ESLint.Plugin> {
  return {
    get [namespace]() {
      return plugin;
    },
  };
}
