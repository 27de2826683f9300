import js from '@eslint/js';
import comments from '@eslint-community/eslint-plugin-eslint-comments/configs';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['**/dist/', 'coverage/', 'fixtures/', 'test/**/fixtures/', 'runtime/test/fixtures/']),
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  comments.recommended,
  {
    name: 'this-repository',
    rules: {
      '@eslint-community/eslint-comments/require-description': ['error', { ignore: ['eslint-enable'] }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    name: 'rules',
    files: ['rules/**/*.ts'],
    ignores: ['rules/index.ts'],
    extends: [eslintPlugin.configs.recommended],
    rules: {
      'eslint-plugin/prefer-placeholders': 'error',
      'eslint-plugin/report-message-format': ['error', '^[A-Z{`].*(?:\\.|\\{\\{remedy\\}\\})$'],
      'eslint-plugin/require-meta-docs-description': ['error', { pattern: '^(Require|Disallow|Prefer) .+[^.]$' }],
      'eslint-plugin/require-meta-docs-recommended': ['error', { allowNonBoolean: true }],
      'eslint-plugin/require-meta-schema-description': 'error',
      'eslint-plugin/require-meta-type': 'error',
      'max-lines': ['error', { max: 150, skipBlankLines: true }],
    },
  },
  {
    name: 'rule tests',
    files: ['test/rules/**/*.ts'],
    plugins: { 'eslint-plugin': eslintPlugin },
    rules: {
      'eslint-plugin/no-identical-tests': 'error',
      'eslint-plugin/test-case-property-ordering': [
        'error',
        ['name', 'filename', 'code', 'options', 'settings', 'errors'],
      ],
    },
  },
  {
    name: 'scripts',
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
      },
    },
    rules: { 'no-console': 'off' },
  },
  {
    name: 'JavaScript is checked by tsc, without the rules that need a declared type for every value',
    files: ['scripts/**', 'bench/**', '*.js', '.dependency-cruiser.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
  },
);
