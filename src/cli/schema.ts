import { resolve } from 'node:path';
import { pathKind } from '../project/host-files.ts';
import { Project } from '../project/project.ts';
import { createCatalog } from '../schema/build-catalog.ts';
import type { Catalog } from '../schema/catalog.ts';
import { renderSchemaJson, renderSchemaText } from '../schema/render-schema.ts';
import { suggestKeys } from '../project/suggest-keys.ts';
import { renderSuggestionsJson, renderSuggestionsText } from './render-suggestions.ts';
import type { Command } from './arguments.ts';
import { UsageError } from './arguments.ts';
import { readConfig } from './config.ts';
import { readLiveDatabase } from './database.ts';
import type { Host } from './run.ts';

/** Prints the database as the code below each path sees it; paths of one package share a catalog. */
export async function schema(command: Extract<Command, { command: 'schema' }>, host: Host): Promise<0> {
  const { settings = {} } = await readConfig(host.cwd, command.config);
  const url = command.databaseUrl;
  const live = url === undefined ? undefined : await readLiveDatabase(url, host.cwd);
  const project = new Project({ root: host.cwd, settings, live });
  const catalogs = new Set<Catalog>();
  for (const path of command.paths) {
    const absolute = resolve(host.cwd, path);
    if (pathKind(absolute) === undefined) throw new UsageError(`cannot read "${path}": no such file or folder`);
    catalogs.add(project.catalogFor(absolute));
  }
  if (command.suggest) {
    const suggested = suggestKeys(
      project,
      command.paths.map((path) => resolve(host.cwd, path)),
    );
    host.stdout.write((command.format === 'json' ? renderSuggestionsJson : renderSuggestionsText)(suggested, host.cwd));
    return 0;
  }
  const render = command.format === 'json' ? renderSchemaJson : renderSchemaText;
  host.stdout.write(render(join([...catalogs]), host.cwd));
  return 0;
}

/** Several packages, one answer: what a program reads is one object whatever was asked for. */
function join(catalogs: readonly Catalog[]): Catalog {
  const [only, ...others] = catalogs;
  if (only && others.length === 0) return only;
  // Packages that use one database describe it once.
  return createCatalog(
    once(catalogs.flatMap(({ tables }) => tables)),
    once(catalogs.flatMap(({ unknown }) => unknown)),
    { disagreements: once(catalogs.flatMap(({ disagreements }) => disagreements)) },
  );
}

function once<Item>(items: readonly Item[]): Item[] {
  const seen = new Map(
    items.map((item) => [JSON.stringify(item, (key, value: unknown) => (key === 'parents' ? undefined : value)), item]),
  );
  return [...seen.values()];
}
