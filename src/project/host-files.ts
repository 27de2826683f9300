import { accessSync, constants, readFileSync, statSync } from 'node:fs';

/** What the hosts ask of the disk beside the analysis. */
export type PathKind = 'file' | 'directory' | 'other';

/** What stands at a path; undefined where nothing does or it cannot be read. */
export function pathKind(path: string): PathKind | undefined {
  try {
    const found = statSync(path);
    accessSync(path, constants.R_OK);
    return found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';
  } catch {
    return undefined;
  }
}

/** A text file; undefined where there is none. Other failures go up. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
