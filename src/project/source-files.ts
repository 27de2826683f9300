import { join } from 'node:path';
import { isSourceFile } from '../parse/parse-module.ts';
import type { Disk } from './disk.ts';
import { gitIgnore } from './git-ignore.ts';
import { skippedDirectories } from './workspace.ts';

const notSource = /\.(?:min|bundle)\.js$|\.(?:test|spec|stories)\.[cm]?[jt]sx?$/;
const notTest = /\.(?:min|bundle)\.js$|\.stories\.[cm]?[jt]sx?$/;

/** All source files below a directory, in order of path; what git ignores is left out. `onFolder` hears of each folder. */
export function sourceFilesBelow(disk: Disk, directory: string, onFolder?: (folder: string) => void): string[] {
  return filesBelow(disk, directory, (name) => isSourceFile(name) && !notSource.test(name), onFolder);
}

/** The same with the files of tests. */
export function testFilesBelow(disk: Disk, directory: string): string[] {
  return filesBelow(disk, directory, (name) => isSourceFile(name) && !notTest.test(name));
}

/** Those in which tables may be described. */
export function schemaFilesBelow(disk: Disk, directory: string): string[] {
  return filesBelow(
    disk,
    directory,
    (name) => (isSourceFile(name) && !notSource.test(name)) || /\.(?:sql|prisma)$/.test(name),
  );
}

function filesBelow(
  disk: Disk,
  directory: string,
  isWanted: (name: string) => boolean,
  onFolder?: (folder: string) => void,
): string[] {
  const found: string[] = [];
  const ignored = gitIgnore(disk, directory);
  const visit = (path: string) => {
    onFolder?.(path);
    for (const entry of disk.list(path)) {
      const inner = join(path, entry.name);
      if (entry.directory) {
        if (
          skippedDirectories.has(entry.name) ||
          (entry.name.startsWith('.') && entry.name.length > 1) ||
          ignored(inner, true)
        )
          continue;
        visit(inner);
      } else if (isWanted(entry.name) && !ignored(inner, false)) found.push(inner);
    }
  };
  visit(directory);
  return found;
}
