import { relative, sep } from 'node:path';

/** A path as people and other tools read it: from the working directory, with forward slashes on every system. */
export function relativePath(root: string, file: string): string {
  return relative(root, file).split(sep).join('/');
}
