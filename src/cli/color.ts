import type { Host } from './run.ts';

export function wantsColor({ env, stdout }: Host): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return true;
  return stdout.isTTY === true;
}
