import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
// By its own name, so that the sources and what is published find the same file.
const manifestPath = require.resolve('eslint-plugin-webhook-once/package.json');

export const ownPackage = require(manifestPath) as { readonly name: string; readonly version: string };

/** The page of a rule in the installed package: always of the same version, and there without a network. */
export function rulePagePath(name: string): string {
  return join(dirname(manifestPath), 'docs', 'rules', `${name}.md`);
}

export function rulePage(name: string): string {
  return pathToFileURL(rulePagePath(name)).href;
}
