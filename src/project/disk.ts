import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';

/** Identity of a file's contents as far as the disk tells: changes when it is written. */
export type Stamp = string;

/** The disk, and over it the texts that a host has open. */
export class Disk {
  readonly #open = new Map<string, string>();
  readonly #texts = new Map<string, { readonly stamp: Stamp; readonly text: string | undefined }>();
  readonly #stamps = new Map<string, Stamp>();
  readonly #lists = new Map<string, readonly { name: string; directory: boolean }[]>();

  /** The host's text of an open file; undefined gives it back to the disk. */
  setText(file: string, text: string | undefined): boolean {
    if (this.#open.get(file) === text) return false;
    if (text === undefined) {
      const had = this.#open.delete(file);
      return had;
    }
    const before = this.#open.get(file) ?? this.#texts.get(file)?.text;
    this.#open.set(file, text);
    return before !== text;
  }

  /** The text of a file; undefined where there is none that can be read. */
  read(file: string): string | undefined {
    const open = this.#open.get(file);
    if (open !== undefined) return open;
    const stamp = this.stamp(file);
    const known = this.#texts.get(file);
    if (known && known.stamp === stamp) return known.text;
    let text: string | undefined;
    try {
      text = stamp === 'none' ? undefined : readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    } catch {
      text = undefined;
    }
    this.#texts.set(file, { stamp, text });
    return text;
  }

  stamp(file: string): Stamp {
    const known = this.#stamps.get(file);
    if (known !== undefined) return known;
    let stamp: Stamp = 'none';
    try {
      const found = statSync(file);
      if (found.isFile()) stamp = `${found.size}:${found.mtimeMs}`;
    } catch {
      stamp = 'none';
    }
    this.#stamps.set(file, stamp);
    return stamp;
  }

  isFile(file: string): boolean {
    return this.#open.has(file) || this.stamp(file) !== 'none';
  }

  list(directory: string): readonly { name: string; directory: boolean }[] {
    const known = this.#lists.get(directory);
    if (known) return known;
    let found: { name: string; directory: boolean }[] = [];
    try {
      found = readdirSync(directory, { withFileTypes: true })
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

  /** Looks at the disk anew; answers whether one of these files has changed since it was read. */
  refresh(files: Iterable<string>): boolean {
    const before = new Map<string, Stamp>();
    for (const file of files) before.set(file, this.#stamps.get(file) ?? 'none');
    this.#stamps.clear();
    this.#lists.clear();
    let changed = false;
    for (const [file, stamp] of before) if (this.stamp(file) !== stamp) changed = true;
    return changed;
  }
}
