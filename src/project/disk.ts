import { closeSync, constants, openSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';

/** Identity of a file's contents, or of a folder's list, as far as the disk tells: changes when it is written. */
export type Stamp = string;

/** The disk, and over it the texts that a host has open. */
export class Disk {
  readonly #open = new Map<string, string>();
  readonly #texts = new Map<string, string | null>();
  readonly #stamps = new Map<string, Stamp>();
  readonly #lists = new Map<string, readonly { name: string; directory: boolean }[]>();

  /** The host's text of an open file; undefined gives it back to the disk. Answers whether the text is another now. */
  setText(file: string, text: string | undefined): boolean {
    const before = this.#open.get(file);
    if (before === text) return false;
    if (text === undefined) {
      this.#open.delete(file);
      return before !== this.read(file);
    }
    const known = before ?? this.read(file);
    this.#open.set(file, text);
    return known !== text;
  }

  /** The text of a file, without a byte order mark; undefined where there is none that can be read. */
  read(file: string): string | undefined {
    const open = this.#open.get(file);
    if (open !== undefined) return open;
    const known = this.#texts.get(file);
    if (known !== undefined) return known ?? undefined;
    let text: string | null;
    try {
      text = readText(file).replace(/^\uFEFF/, '');
    } catch {
      text = null;
    }
    this.#texts.set(file, text);
    return text ?? undefined;
  }

  /** Notes how a file stands on the disk, so that a later look can tell whether it was written. */
  stamp(file: string): Stamp {
    const known = this.#stamps.get(file);
    if (known !== undefined) return known;
    const stamp = stampOf(file);
    this.#stamps.set(file, stamp);
    return stamp;
  }

  isFile(file: string): boolean {
    return this.#open.has(file) || (this.stamp(file) !== 'none' && !this.stamp(file).startsWith('folder'));
  }

  list(directory: string): readonly { name: string; directory: boolean }[] {
    const known = this.#lists.get(directory);
    if (known) return known;
    let found: { name: string; directory: boolean }[];
    try {
      found = readdirSync(directory, { withFileTypes: true })
        .filter((entry) => entry.isFile() || entry.isDirectory() || entry.isSymbolicLink())
        .map((entry) => ({ name: entry.name, directory: entry.isDirectory() }))
        .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    } catch {
      found = [];
    }
    this.#lists.set(directory, found);
    return found;
  }

  realPath(file: string): string {
    try {
      return realpathSync(file);
    } catch {
      return file;
    }
  }

  /** Looks at the disk anew; answers which of these files have changed since they were read. */
  changed(files: Iterable<string>): string[] {
    const changed: string[] = [];
    for (const file of files) {
      const before = this.#stamps.get(file);
      const now = stampOf(file);
      this.#stamps.set(file, now);
      if (before === undefined || before === now) continue;
      this.#texts.delete(file);
      changed.push(file);
    }
    return changed;
  }

  /** Looks into a folder anew. */
  forgetList(folder: string): void {
    this.#lists.delete(folder);
  }

  /** Forgets which files there are, and the texts of those that nobody watches. */
  forgetLists(watched: ReadonlySet<string>): void {
    this.#lists.clear();
    for (const file of this.#stamps.keys()) if (!watched.has(file)) this.#stamps.delete(file);
    for (const file of this.#texts.keys()) if (!watched.has(file)) this.#texts.delete(file);
  }
}

/** Without waiting: a pipe that bears a source file's name has nothing to say. */
function readText(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function stampOf(file: string): Stamp {
  try {
    const found = statSync(file);
    return found.isFile() ? `${found.size}:${found.mtimeMs}` : `folder:${found.mtimeMs}`;
  } catch {
    return 'none';
  }
}
