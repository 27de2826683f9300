import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { Disk } from './disk.ts';

/** Answers whether git would ignore a path, by the `.gitignore` files from the repository's root down to it. */
export function gitIgnore(disk: Disk, start: string): (path: string, directory: boolean) => boolean {
  const rules = new Map<string, Ignore | null>();
  const rulesOf = (directory: string): Ignore | null => {
    const known = rules.get(directory);
    if (known !== undefined) return known;
    const text = disk.read(join(directory, '.gitignore'));
    const made = text === undefined ? null : ignore().add(text);
    rules.set(directory, made);
    return made;
  };
  const top = repositoryRoot(disk, start);
  return (path, directory) => {
    for (let folder = dirname(path); folder.length >= top.length; folder = dirname(folder)) {
      const made = rulesOf(folder);
      const inner = relative(folder, path).split(sep).join('/') + (directory ? '/' : '');
      if (made) {
        const verdict = made.test(inner);
        if (verdict.ignored) return true;
        if (verdict.unignored) return false;
      }
      if (folder === top || dirname(folder) === folder) break;
    }
    return false;
  };
}

function repositoryRoot(disk: Disk, start: string): string {
  for (let directory = start; ; directory = dirname(directory)) {
    if (disk.list(directory).some((entry) => entry.name === '.git')) return directory;
    if (dirname(directory) === directory) return start;
  }
}
