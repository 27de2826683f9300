import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createCatalog } from '../../src/schema/build-catalog.ts';
import type { Catalog, UniqueKey } from '../../src/schema/catalog.ts';

/**
 * A stand-in for the engine, so that the hosts are tested apart from it: a handler is a function named `…Webhook`, an
 * effect is a call of `pay(` or `mail(`.
 */
export class Project {
  readonly #texts = new Map<string, string>();
  readonly warnings: { file: string; line: number; text: string }[] = [];
  static created = 0;

  constructor({ settings }: { root: string; settings: { broken?: boolean } }) {
    Project.created += 1;
    if (settings.broken) throw new Error('settings: broken is not a setting');
  }

  setText(file: string, text: string | undefined): void {
    if (text === undefined) this.#texts.delete(file);
    else this.#texts.set(file, text);
  }

  setTypes(): void {
    // Knows no types.
  }

  refresh(): void {
    // Reads the disk each time.
  }

  textOf(file: string): string | undefined {
    return this.#texts.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
  }

  mayMatter(_file: string, text: string): boolean {
    return text.includes('Webhook');
  }

  handlersIn(file: string): object[] {
    const text = this.textOf(file) ?? '';
    if (text.includes('@@')) {
      if (this.warnings.length === 0) this.warnings.push({ file, line: 1, text: 'does not parse' });
      return [];
    }
    return [...text.matchAll(/function (\w*Webhook)[^}]*\}/gu)].map((match) => ({
      file,
      span: { file, start: match.index, end: match.index + match[0].length },
      name: match[1],
      provider: 'stripe',
      framework: null,
      trace: { file, text: match[0], start: match.index, steps: [] },
    }));
  }

  findHandlerFiles(paths: readonly string[], onProgress?: (done: number, total: number) => void): string[] {
    const files = paths.flatMap((path) =>
      statSync(path).isFile() ? [path] : readdirSync(path, { recursive: true }).map((name) => join(path, String(name))),
    );
    onProgress?.(files.length, files.length);
    return files.filter((file) => statSync(file).isFile() && this.mayMatter(file, readFileSync(file, 'utf8'))).sort();
  }

  /** One table a folder. */
  catalogFor(path: string): Catalog {
    const source = { file: join(path, 'schema.sql'), line: 3 };
    const key: UniqueKey = {
      name: null,
      columns: ['id'],
      primary: true,
      where: null,
      conditions: [],
      nullsNotDistinct: false,
      expression: null,
      source,
    };
    const table = { schema: null, name: basename(path), columns: [], uniqueKeys: [key], source, complete: true };
    return createCatalog([table], []);
  }
}
