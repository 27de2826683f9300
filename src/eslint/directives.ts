/**
 * Whether a comment to ESLint in this text could change what the rules found. ESLint takes longer to load than most
 * repositories to analyse, and where nothing speaks to it, it reports exactly that.
 */
export function mayChangeFindings(text: string, found: number): boolean {
  if (found > 0 && text.includes('eslint-disable')) return true;
  return /\/\*\s*eslint\s[^*]*webhook-once\//u.test(text);
}
