import tseslint from 'typescript-eslint';

/**
 * What a TypeScript repository lints with, without its own configuration, so that both sides differ in the plugin only.
 * @param {boolean} withPlugin
 * @returns {Promise<import('eslint').Linter.Config[]>}
 */
export async function lintConfig(withPlugin) {
  const config = [
    { ignores: ['**/dist/', '**/build/', '**/.next/', '**/coverage/', '**/vendor/'] },
    ...tseslint.configs.recommended,
    { files: ['**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}'], linterOptions: { reportUnusedDisableDirectives: 'off' } },
  ];
  if (withPlugin) {
    const { default: plugin } = await import(new URL('../dist/src/index.js', import.meta.url).href);
    config.push(plugin.configs.recommended);
  }
  return /** @type {import('eslint').Linter.Config[]} */ (config);
}
