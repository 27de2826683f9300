import type { ESLint, Linter } from 'eslint';
import { rules } from '../../rules/index.ts';
import { ownPackage } from '../rule/own-package.ts';
import type { WebhookRule } from '../rule/rule.ts';
import type { Preset } from '../rule/select-rules.ts';
import { levelIn } from '../rule/select-rules.ts';
import { sqlLanguage } from './sql-language.ts';

type Language = NonNullable<ESLint.Plugin['languages']>[string];

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
  languages: { sql: sqlLanguage as unknown as Language },
  configs: {
    recommended: codePreset('recommended'),
    strict: codePreset('strict'),
    sql: {
      name: `${namespace}/sql`,
      files: ['**/*.sql'],
      plugins: ownPlugin(),
      language: `${namespace}/sql`,
      rules: levelsIn('recommended', (rule) => rule.definition.meta.onScripts === true),
    },
  },
};

function codePreset(preset: Preset): Linter.Config {
  return {
    name: `${namespace}/${preset}`,
    files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'],
    plugins: ownPlugin(),
    rules: levelsIn(preset, () => true),
  };
}

function levelsIn(preset: Preset, included: (rule: WebhookRule) => boolean): Linter.RulesRecord {
  const levels = Object.values(rules)
    .filter(included)
    .map((rule) => [`${namespace}/${rule.name}`, levelIn(preset, rule.meta.docs.recommended)] as const);
  return Object.fromEntries(levels.filter(([, level]) => level !== 'off'));
}

/** Behind a getter, since the plugin holds its presets and they hold the plugin. */
function ownPlugin(): Record<string, ESLint.Plugin> {
  return {
    get [namespace]() {
      return plugin;
    },
  };
}
