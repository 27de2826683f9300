import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Servers are in folders that are not on everybody's path. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
