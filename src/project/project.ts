import { dirname, join } from 'node:path';
import type { Node } from 'oxc-parser';
import type { Bindings, Routines } from '../interpret/bindings.ts';
import { createMachine, LazyMemory } from '../interpret/interpreter.ts';
import { traceHandler } from '../interpret/trace-handler.ts';
import type { TypeOracle } from '../interpret/second-opinion.ts';
import type { Trace } from '../interpret/trace.ts';
import { effects } from '../knowledge/effects/index.ts';
import { frameworks } from '../knowledge/frameworks/index.ts';
import { databases } from '../knowledge/databases/index.ts';
import { platform } from '../knowledge/platform/index.ts';
import { providers } from '../knowledge/providers/index.ts';
import { pure } from '../knowledge/pure/index.ts';
import * as lexicon from '../knowledge/lexicon.ts';
import { namesWebhook, sendsWebhooks } from '../knowledge/lexicon.ts';
import { Knowledge } from '../knowledge/registry.ts';
import type { HandlerKind, Provider } from '../knowledge/types.ts';
import { LineTable } from '../parse/line-table.ts';
import { isSourceFile, parseModule } from '../parse/parse-module.ts';
import type { Span } from '../parse/place.ts';
import { readModule, type Module, type ModuleGraph } from '../resolve/module.ts';
import { buildCatalog, type SchemaModel } from '../schema/build-catalog.ts';
import { withDeclaredSources } from '../schema/declared-sources.ts';
import { describesTables, discoverSchema, type SchemaSources } from '../schema/discover.ts';
import type { Catalog, Table } from '../schema/catalog.ts';
import { runsUpTo } from '../schema/migration-order.ts';
import type { SchemaPart } from '../schema/table-draft.ts';
import { findAhead, type AheadFiles } from './ahead.ts';
import { projectBindings } from './bindings.ts';
import { Disk } from './disk.ts';
import {
  findMissingKey,
  keepsEventKeys,
  usesOf,
  type NamedTable,
  type TableUse,
  type UnkeyedTable,
} from './dedupe-tables.ts';
import {
  deletes,
  judgeHandler,
  mayCleanUp,
  mayHoldHandler,
  mayHoldTable,
  mayRegister,
  takesRequests,
} from './evidence.ts';
import { findHandlers, functionsWith, inboxFramework, type HandlerSite } from './find-handlers.ts';
import { findWorkers } from './find-workers.ts';
import { mayTest, readTests, type TestReading } from './double-delivery.ts';
import { HandlerModel } from './model.ts';
import { Mounts, type WholeRoute } from './mounts.ts';
import {
  cleanUpsInScript,
  cleanUpsOf,
  forgottenKeys,
  namesProvider,
  windowOf,
  type CleanUp,
  type ShortRetention,
} from './retention.ts';
import { findOwnHandlers } from './own-handlers.ts';
import { readSettings, type Settings } from './settings.ts';
import { schemaFilesBelow, sourceFilesBelow, testFilesBelow } from './source-files.ts';
import { slashed, Workspace } from './workspace.ts';

export interface ProjectWarning {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** A handler with what it does. */
export interface AnalysedHandler {
  readonly file: string;
  readonly span: Span;
  readonly name: string;
  readonly provider: string | null;
  readonly framework: string | null;
  readonly kind: HandlerKind;
  readonly route: string | null;
  readonly trace: Trace;
  readonly model: HandlerModel;
}

/** A test that delivers to a handler. */
export interface DeliveringTest {
  readonly handler: AnalysedHandler;
  /** The first call that does. */
  readonly place: Span;
  /** Some test, here or in another file, delivers one event to it twice at once. */
  readonly isCovered: boolean;
}

/** A table whose definition stands in the file in question. */
export interface DescribedTable {
  readonly table: Table;
  /** The line that begins its definition. */
  readonly place: Span;
  /** Set where it keeps keys of events and lets one in twice. */
  readonly missingKey: UnkeyedTable | undefined;
  /** Its migration runs no later than the one named: it may have run long ago. */
  isUpTo(startAfter: string | undefined): boolean;
}

export interface ProjectOptions {
  /** The host's working directory. */
  readonly root: string;
  readonly settings?: Settings | undefined;
  /** What a live database says of its tables. It is believed over migrations and models. */
  readonly live?: SchemaPart | undefined;
}

/** What the words of a text were found to say, each when it was first asked. */
interface TextLook {
  readonly text: string;
  holds?: boolean;
  registers?: boolean;
  /** What `registers` was found with. */
  registeredAs?: boolean;
  takesRequests?: boolean;
}

/** Files that one question about the others of a package may ask. */
const mostSiblings = 120;

const allKnowledge = new Knowledge([...platform, ...frameworks, ...databases, ...effects, ...providers, ...pure]);

/** A code base: its files, what they register, and what each handler does. The only place that reads the disk. */
export class Project {
  readonly root: string;
  readonly knowledge: Knowledge;
  readonly #settings: ReturnType<typeof readSettings>;
  readonly #live: SchemaPart | undefined;
  readonly #disk = new Disk();
  readonly #workspace: Workspace;
  readonly #modules = new Map<string, Module | null>();
  readonly #warnings = new Map<string, ProjectWarning>();
  readonly #sites = new Map<string, readonly HandlerSite[]>();
  readonly #traces = new Map<string, AnalysedHandler | null>();
  readonly #tests = new Map<string, TestReading | null>();
  readonly #ahead = new Map<string, AheadFiles>();
  #mounts: Mounts | undefined;
  #mountedBelowWebhooks: ReadonlySet<string> | undefined;
  readonly #schemas = new Map<string, SchemaModel>();
  /** Whether the package in a folder describes tables itself. */
  readonly #describing = new Map<string, boolean>();
  readonly #schemaPaths = new Set<string>();
  readonly #schemaFiles = {
    list: (directory: string) => this.#disk.list(directory),
    read: (path: string) => this.#disk.read(path),
  };
  #tableUses: readonly TableUse[] | undefined;
  #allHandlers: readonly AnalysedHandler[] | undefined;
  #memory = new LazyMemory();
  #types: TypeOracle | null = null;
  #indexed: ReadonlyMap<string, readonly HandlerSite[]> | undefined;
  #indexedFiles: readonly string[] | undefined;
  readonly #looks = new Map<string, TextLook>();
  readonly #folders = new Set<string>();
  readonly #configurations = new Set<string>();
  readonly #graph: ModuleGraph;
  #bindings: Bindings;
  readonly #routines: Routines = {
    named: (name, schema, fromFile) =>
      this.catalogFor(fromFile).routines.filter(
        (routine) => routine.name === name && (schema === null || (routine.schema ?? 'public') === schema),
      ),
  };

  constructor(options: ProjectOptions) {
    this.root = options.root;
    this.#live = options.live;
    this.#settings = readSettings(options.settings, options.root, allKnowledge);
    this.knowledge = this.#settings.own.isEmpty
      ? allKnowledge
      : new Knowledge(allKnowledge.libraries, this.#settings.own);
    this.#workspace = new Workspace(options.root, this.#disk, this.knowledge);
    this.#graph = {
      module: (file) => this.module(file),
      resolve: (fromFile, specifier) => this.#workspace.resolve(fromFile, specifier),
    };
    this.#bindings = this.#bindingsOfFiles();
  }

  get warnings(): readonly ProjectWarning[] {
    return [...this.#warnings.values(), ...this.#staleSettings()];
  }

  /** Settings that name files which are not there. */
  #staleSettings(): ProjectWarning[] {
    const { own, places } = this.#settings;
    const named = [...own.calls, ...own.handlers].flatMap((name) => ({
      setting: `${name.setting}.file`,
      path: own.fileOf(name),
    }));
    const kept = (['migrations', 'schema'] as const).flatMap((key) =>
      (places[key] ?? []).map((path, index) => ({
        setting: `settings["webhook-once"].${key}[${index}]`,
        path: join(this.root, path),
      })),
    );
    return [...named, ...kept].flatMap(({ setting, path }) =>
      path === undefined || this.#disk.isFile(path) || this.#disk.list(path).length > 0
        ? []
        : [{ file: path, line: 1, text: `${setting}: there is no such file` }],
    );
  }

  /** The host's text of an open file wins over the disk until it is set to undefined. */
  setText(file: string, text: string | undefined): void {
    if (this.#disk.setText(file, text)) this.#forget([file]);
  }

  /** Types of the open file, for what its syntax leaves unknown. What was told by other types is forgotten. */
  setTypes(types: TypeOracle | undefined): void {
    if (!types && !this.#types) return;
    for (const key of this.#traces.keys()) {
      const file = key.slice(0, key.lastIndexOf('@'));
      if (file === this.#types?.file || file === types?.file) this.#traces.delete(key);
    }
    this.#types = types ?? null;
  }

  /** Looks at the disk anew: what was read from files that have changed since is forgotten. */
  refresh(): void {
    const watched = new Set([...this.#modules.keys(), ...this.#schemaPaths, ...this.#folders, ...this.#configurations]);
    const changed = this.#disk.changed(watched);
    if (changed.length === 0) return;
    const isList = changed.some((path) => this.#folders.has(path) || this.#configurations.has(path));
    if (isList) {
      // Files came or went, or names lead elsewhere: what was not found before may be there now.
      this.#disk.forgetLists(watched);
      this.#indexedFiles = undefined;
      this.#workspace.clear();
      this.#forgetSchemas();
      for (const [file, module] of this.#modules) if (module === null) this.#modules.delete(file);
    } else if (changed.some((path) => this.#schemaPaths.has(path))) this.#forgetSchemas();
    for (const path of changed) this.#disk.forgetList(path);
    this.#forget(changed);
  }

  /** The host's text of a file where it has one open, else the disk's; undefined where there is none. */
  textOf(file: string): string | undefined {
    return this.#disk.read(file);
  }

  /** Cheap: could this text, at this path, hold a handler, or define or clean up a table? */
  mayMatter(file: string, text: string, what: 'handlers' | 'tables' | 'any' = 'any'): boolean {
    if (what !== 'handlers' && (mayHoldTable(file, text) || mayCleanUp(file, text))) return true;
    if (what === 'tables' || !isSourceFile(file)) return false;
    return this.#mayHoldHandler(file, text) || (this.#hasOwnRegistrations && this.#index().has(file));
  }

  /** The handlers written in this file, each with what it does. Never throws. */
  handlersIn(file: string): readonly AnalysedHandler[] {
    const text = this.#disk.read(file);
    if (text === undefined || !isSourceFile(file)) return [];
    const own = this.#sitesOf(file).filter((site) => site.file === file);
    const known = new Set(own.map((site) => site.node.start));
    const mayBeElsewhere = this.#hasOwnRegistrations || this.#mayHoldHandler(file, text);
    const elsewhere = mayBeElsewhere
      ? (this.#index().get(file) ?? []).filter((site) => !known.has(site.node.start))
      : [];
    const handlers = [...own, ...elsewhere].map((site) => this.#analyse(site)).filter((handler) => handler !== null);
    return handlers
      .filter((handler) => !isPartOfAnother(handler, handlers))
      .sort((a, b) => a.span.start - b.span.start);
  }

  /** Every file below these paths in which a handler is written. */
  findHandlerFiles(paths: readonly string[], onProgress?: (done: number, total: number) => void): readonly string[] {
    const files = paths.flatMap((path) => (this.#disk.isFile(path) ? [path] : sourceFilesBelow(this.#disk, path)));
    const found = new Set<string>();
    const below = new Set(files);
    files.forEach((file, index) => {
      onProgress?.(index, files.length);
      for (const site of this.#sitesOf(file)) found.add(site.file);
    });
    // What another folder registers may be written in one of these files.
    const isPart = paths.some((path) => path !== this.root);
    if (isPart && files.some((file) => !found.has(file) && this.#mayHoldHandler(file, this.#disk.read(file) ?? '')))
      for (const file of this.#index().keys()) found.add(file);
    onProgress?.(files.length, files.length);
    return [...found].filter((file) => below.has(file)).sort();
  }

  /** Cheap: could this text, at this path, be a test of a handler? */
  mayTest(file: string, text: string): boolean {
    return isSourceFile(file) && mayTest(slashed(this.root, file), text);
  }

  /** Every file below these paths that may hold a test. */
  findTestFiles(paths: readonly string[]): readonly string[] {
    return paths
      .flatMap((path) => (this.#disk.isFile(path) ? [path] : testFilesBelow(this.#disk, path)))
      .filter((file) => this.mayTest(file, this.#disk.read(file) ?? ''))
      .sort();
  }

  /** The handlers that the tests of a file deliver to. Never throws. */
  deliveringTests(file: string): readonly DeliveringTest[] {
    const text = this.#disk.read(file);
    if (text === undefined || !this.mayTest(file, text)) return [];
    const own = this.#readTests(file);
    if (own === null || own.delivered.size === 0) return [];
    const others = this.findTestFiles([this.root]).filter((other) => other !== file);
    return [...own.delivered].flatMap(([site, node]): DeliveringTest[] => {
      const handler = this.#analyse(site);
      if (!handler) return [];
      const isCovered = own.twice.has(site) || others.some((other) => this.#readTests(other)?.twice.has(site));
      return [{ handler, place: { file, start: node.start, end: node.end }, isCovered }];
    });
  }

  #readTests(file: string): TestReading | null {
    const known = this.#tests.get(file);
    if (known !== undefined) return known;
    const module = this.module(file);
    let reading: TestReading | null = null;
    try {
      if (module) reading = readTests(this.#machine(), module, this.#allSites());
    } catch (error) {
      this.#warnings.set(file, { file, line: 1, text: `its tests could not be read (${message(error)})` });
    }
    this.#tests.set(file, reading);
    return reading;
  }

  /** What all files register, those of requests: tests deliver to these. */
  #allSites(): readonly HandlerSite[] {
    this.#index();
    const sites = [...new Set(this.#indexedFiles)].flatMap((file) => this.#sitesOf(file));
    const known = new Set<string>();
    return sites.filter((site) => {
      const key = `${site.file}@${site.node.start}`;
      if (known.has(key) || site.kind !== 'http' || this.mayTest(site.file, this.#disk.read(site.file) ?? ''))
        return false;
      known.add(key);
      return true;
    });
  }

  /** The tables whose definitions stand in this file. */
  tablesIn(file: string): readonly DescribedTable[] {
    const text = this.#disk.read(file);
    if (text === undefined || !mayHoldTable(file, text) || !this.#describesTables(file)) return [];
    const { catalog } = this.schemaFor(file);
    const { dedupeTables, startAfter } = this.#settings.vocabulary;
    const evidence = {
      catalog,
      uses: () => this.#usesOfTables(),
      declared: dedupeTables,
      providers: [...this.knowledge.providers.keys()],
    };
    return catalog.tables
      .filter(({ source }) => source.file === file)
      .map((table) => ({
        table,
        place: lineAt(file, text, table.source.line),
        missingKey: findMissingKey(table, evidence),
        isUpTo: (last = startAfter) => last !== undefined && runsUpTo(file, last),
      }));
  }

  /** The migrations that a file is one of, in their order; empty where it is none. */
  historyOf(file: string): readonly string[] {
    return this.#schemaSourcesOf(file).sql.find((source) => !source.dump && source.files.includes(file))?.files ?? [];
  }

  /** Every file below these paths that may define tables or delete from them. */
  findTableFiles(paths: readonly string[]): readonly string[] {
    const files = paths.flatMap((path) => (this.#disk.isFile(path) ? [path] : schemaFilesBelow(this.#disk, path)));
    return files.filter((file) => {
      const text = this.#disk.read(file) ?? '';
      return mayHoldTable(file, text) || mayCleanUp(file, text);
    });
  }

  /** Keys of events that are forgotten too soon by what is written in this file. */
  shortRetentionsIn(file: string): readonly ShortRetention[] {
    const forgotten = this.handlersIn(file).flatMap(({ model, kind, provider }): ShortRetention[] => {
      if (kind !== 'http') return [];
      const keys = forgottenKeys(model.trace, (step) => model.isLastingClaim(step));
      if (keys.length === 0) return [];
      const known = this.knowledge.provider(provider);
      const window = known ? windowOf([known], 'longest') : windowOf(this.#providersInUse(), 'shortest');
      if (!window) return [];
      return keys.map(({ step, kept, by }) => ({
        ...window,
        place: model.placeOf(step),
        kept,
        by,
        table: null,
        confidence: known ? 'certain' : 'likely',
      }));
    });
    const evidence = {
      declared: this.#settings.vocabulary.dedupeTables,
      providers: [...this.knowledge.providers.keys()],
      uses: () => this.#usesOfTables(),
    };
    const expiring = this.#expiringTablesIn(file);
    const cleaned = [...this.#cleanUpsIn(file), ...expiring].flatMap(
      ({ table: name, schema, calledBy = [], kept, place }): ShortRetention[] => {
        const known = this.catalogFor(file).findTable(name, schema) ?? { name, schema, columns: [] };
        const table: NamedTable = { ...known, calledBy };
        const confidence = keepsEventKeys(table, evidence);
        const window = confidence && this.#windowOfTable(name);
        return window ? [{ ...window, place, kept, by: 'table', table: name, confidence }] : [];
      },
    );
    return [...forgotten, ...cleaned].filter(({ kept, window }) => kept < window);
  }

  /** Tables of which the database itself forgets rows, as it is told to in this file. */
  #expiringTablesIn(file: string): readonly CleanUp[] {
    const text = this.#disk.read(file);
    if (text === undefined || !mayHoldTable(file, text)) return [];
    const { catalog, mapped } = this.schemaFor(file);
    return catalog.tables.flatMap((table): CleanUp[] => {
      const { name, schema, forgets } = table;
      if (forgets?.source.file !== file) return [];
      const calledBy = mapped.filter((one) => one.table === table).flatMap((one) => one.calledBy);
      return [{ table: name, schema, calledBy, kept: forgets.after, place: lineAt(file, text, forgets.source.line) }];
    });
  }

  #cleanUpsIn(file: string): readonly CleanUp[] {
    const text = this.#disk.read(file);
    if (text === undefined || !mayCleanUp(file, text)) return [];
    if (!isSourceFile(file)) return cleanUpsInScript(file, text);
    const module = this.module(file);
    if (!module) return [];
    try {
      return functionsWith(this.#machine(), module, deletes).flatMap((value) =>
        cleanUpsOf(
          traceHandler(this.#machine(), {
            module,
            node: value.node,
            functions: [value],
            parameters: [],
            package: 'global',
            provider: null,
            kind: 'queue',
          }),
          file,
        ),
      );
    } catch (error) {
      this.#warnings.set(file, { file, line: 1, text: `its clean-ups could not be read (${message(error)})` });
      return [];
    }
  }

  /** The longest window of those who are known to send what the table keeps, else the shortest of all. */
  #windowOfTable(name: string) {
    const users = this.#handlers().filter(({ trace }) =>
      trace.steps.some(({ fact }) => fact.kind === 'operation' && fact.operation.table === name),
    );
    const senders = providersOf(this.knowledge, users);
    if (senders.length > 0) return windowOf(senders, 'longest');
    const named = [...this.knowledge.providers].find(([provider]) => namesProvider(name, provider))?.[1];
    return named ? windowOf([named], 'longest') : windowOf(this.#providersInUse(), 'shortest');
  }

  #providersInUse() {
    return providersOf(this.knowledge, this.#handlers());
  }

  #handlers(): readonly AnalysedHandler[] {
    this.#allHandlers ??= this.findHandlerFiles([this.root]).flatMap((file) => this.handlersIn(file));
    return this.#allHandlers;
  }

  /** What the handlers of the whole project use tables for. */
  #usesOfTables(): readonly TableUse[] {
    this.#tableUses ??= this.#handlers().flatMap(({ model }) => usesOf(model));
    return this.#tableUses;
  }

  /** Does the package of a file describe tables of its own? Those of the workspace stand in no file of such a package. */
  #describesTables(file: string): boolean {
    if (this.#settings.places.migrations || this.#settings.places.schema) return true;
    const start = this.#packageOf(file);
    let found = this.#describing.get(start);
    if (found === undefined) {
      found = this.#schemas.has(start) || describesTables(start, this.#schemaFiles);
      this.#describing.set(start, found);
      for (const path of [start, this.root]) {
        this.#disk.stamp(path);
        this.#schemaPaths.add(path);
      }
    }
    return found;
  }

  catalogFor(file: string): Catalog {
    return this.schemaFor(file).catalog;
  }

  schemaFor(file: string): SchemaModel {
    const start = this.#packageOf(file);
    const known = this.#schemas.get(start);
    if (known) return known;
    const model = buildCatalog(this.#schemaSourcesOf(file), this.#schemaFiles, {
      graph: this.#graph,
      start,
      ...(this.#live && { live: this.#live }),
    });
    this.#watchSchema(start, model);
    this.#schemas.set(start, model);
    return model;
  }

  #schemaSourcesOf(file: string): SchemaSources {
    const files = this.#schemaFiles;
    return withDeclaredSources(discoverSchema(this.#packageOf(file), files), this.#settings.places, this.root, files);
  }

  module(file: string): Module | undefined {
    const known = this.#modules.get(file);
    if (known !== undefined) return known ?? undefined;
    const text = this.#disk.read(file);
    this.#disk.stamp(file);
    let module: Module | null = null;
    if (text !== undefined && isSourceFile(file)) {
      const parsed = parseModule(file, text);
      if (parsed.ok) module = readModule(parsed.source);
      else this.#warnings.set(file, { file, line: parsed.line, text: parsed.reason });
    }
    this.#modules.set(file, module);
    return module ?? undefined;
  }

  /** The look at a text is taken once for each version of it: an edit of one file asks it of all. */
  #lookAt(file: string, text: string): TextLook {
    const known = this.#looks.get(file);
    if (known?.text === text) return known;
    const look: TextLook = { text };
    this.#looks.set(file, look);
    return look;
  }

  #mayHoldHandler(file: string, text: string): boolean {
    const look = this.#lookAt(file, text);
    look.holds ??= mayHoldHandler(this.knowledge, slashed(this.root, file), text);
    if (look.holds) return true;
    // Nothing in the file speaks of a webhook, but the path does below which its routes are mounted.
    look.takesRequests ??= takesRequests(text);
    return look.takesRequests && this.#belowWebhooks().has(file);
  }

  /** Files whose routes are mounted below a path that names a webhook, and those that they import from. */
  #belowWebhooks(): ReadonlySet<string> {
    if (this.#mountedBelowWebhooks) return this.#mountedBelowWebhooks;
    const found = new Set<string>();
    this.#mountedBelowWebhooks = found;
    try {
      for (const file of this.#allMounts().filesBelow((path) => namesWebhook(path) && !sendsWebhooks(path)))
        for (const one of [file, ...this.#importsOf(file)]) found.add(one);
    } catch (error) {
      const text = `where routes are mounted could not be read (${message(error)})`;
      this.#warnings.set(this.root, { file: this.root, line: 1, text });
    }
    return found;
  }

  #mayRegister(file: string, text: string): boolean {
    const look = this.#lookAt(file, text);
    const holds = this.#mayHoldHandler(file, text);
    if (look.registers === undefined || look.registeredAs !== holds)
      look.registers = mayRegister(this.knowledge, slashed(this.root, file), text, holds);
    look.registeredAs = holds;
    return look.registers;
  }

  #watchFolder(folder: string): void {
    this.#folders.add(folder);
    this.#disk.stamp(folder);
    for (const { name } of this.#disk.list(folder)) {
      if (!/^(?:package|[jt]sconfig[\w.-]*)\.json$|^pnpm-workspace\.yaml$/.test(name)) continue;
      const path = join(folder, name);
      this.#configurations.add(path);
      this.#disk.stamp(path);
    }
  }

  /** Files that describe tables, and the folders in which another may appear. */
  #watchSchema(start: string, model: SchemaModel): void {
    const places = [...model.files];
    for (const path of [
      start,
      this.root,
      ...places,
      ...places.map((file) => dirname(file)),
      ...places.map((file) => dirname(dirname(file))),
    ]) {
      this.#disk.stamp(path);
      this.#schemaPaths.add(path);
    }
  }

  #forget(files: readonly string[]): void {
    this.#tableUses = undefined;
    this.#allHandlers = undefined;
    // A trace rests on every file that was walked: any edit makes all of them stale.
    for (const file of files) {
      this.#modules.delete(file);
      this.#warnings.delete(file);
      this.#sites.delete(file);
    }
    this.#sites.clear();
    this.#traces.clear();
    this.#tests.clear();
    this.#ahead.clear();
    this.#mounts = undefined;
    this.#mountedBelowWebhooks = undefined;
    this.#indexed = undefined;
    this.#memory = new LazyMemory();
    this.#bindings = this.#bindingsOfFiles();
    if (files.some((file) => this.#schemaPaths.has(file))) this.#forgetSchemas();
  }

  #forgetSchemas(): void {
    this.#schemas.clear();
    this.#describing.clear();
  }

  /** Any file may hold a function that is handed to a call which the settings name. */
  get #hasOwnRegistrations(): boolean {
    return this.#settings.own.handlers.some((handler) => handler.argument !== null);
  }

  #packageOf(path: string): string {
    for (
      let directory = this.#disk.isFile(path) || isSourceFile(path) ? dirname(path) : path;
      ;
      directory = dirname(directory)
    ) {
      if (
        this.#disk.isFile(join(directory, 'package.json')) ||
        directory === this.root ||
        dirname(directory) === directory
      )
        return directory;
    }
  }

  #machine() {
    const m = createMachine(this.#graph, this.knowledge, lexicon, this.#memory, this.#bindings);
    m.types = this.#types;
    m.routines = this.#routines;
    return m;
  }

  #bindingsOfFiles(): Bindings {
    return projectBindings(this.knowledge, {
      all: () => this.#sourceFiles(),
      textOf: (file) => this.#disk.read(file),
      module: (file) => this.module(file),
      packageOf: (file) => this.#packageOf(file),
      importsOf: (file) => this.#importsOf(file),
    });
  }

  #importsOf(file: string): readonly string[] {
    const module = this.module(file);
    const targets = [...(module?.imports.values() ?? [])].map((one) => one.specifier);
    const required = [...(module?.source.text.matchAll(/\brequire\(\s*['"]([^'"]+)['"]\s*\)/g) ?? [])];
    return [...new Set([...targets, ...required.map(([, specifier = '']) => specifier)])].flatMap((specifier) => {
      const resolution = this.#graph.resolve(file, specifier);
      return resolution.kind === 'file' ? [resolution.file] : [];
    });
  }

  #sitesOf(file: string): readonly HandlerSite[] {
    const known = this.#sites.get(file);
    if (known) return known;
    const text = this.#disk.read(file);
    let sites: readonly HandlerSite[] = [];
    if (text !== undefined && this.#mayRegister(file, text)) {
      const module = this.module(file);
      if (module) {
        try {
          sites = declaredFirst(findOwnHandlers(this.#machine(), module), [
            ...findHandlers(this.#machine(), module, slashed(this.root, file)),
            ...findWorkers(this.#machine(), module),
          ]);
        } catch (error) {
          this.#warnings.set(file, { file, line: 1, text: `its handlers could not be found (${message(error)})` });
        }
      }
    }
    this.#sites.set(file, sites);
    return sites;
  }

  #sourceFiles(): readonly string[] {
    this.#indexedFiles ??= sourceFilesBelow(this.#disk, this.root, (folder) => {
      this.#watchFolder(folder);
    });
    return this.#indexedFiles;
  }

  /** Handlers by the file that they are written in, for those that another file registers. */
  #index(): ReadonlyMap<string, readonly HandlerSite[]> {
    if (this.#indexed) return this.#indexed;
    const index = new Map<string, HandlerSite[]>();
    for (const file of this.#sourceFiles()) {
      const text = this.#disk.read(file);
      if (text === undefined || !this.#mayRegister(file, text)) continue;
      for (const site of this.#sitesOf(file)) {
        if (site.file === file) continue;
        const list = index.get(site.file);
        if (list) list.push(site);
        else index.set(site.file, [site]);
      }
    }
    this.#indexed = index;
    return index;
  }

  /** Where the routers of all files are mounted. */
  #allMounts(): Mounts {
    this.#mounts ??= new Mounts({
      machine: this.#machine(),
      files: this.#sourceFiles(),
      text: (file) => this.#disk.read(file),
      module: (file) => this.module(file),
    });
    return this.#mounts;
  }

  #wholeRoutes(site: HandlerSite): readonly WholeRoute[] {
    try {
      return this.#allMounts().wholeRoutes(site);
    } catch (error) {
      this.#warnings.set(site.registeredIn, {
        file: site.registeredIn,
        line: 1,
        text: `where its routes are mounted could not be read (${message(error)})`,
      });
      return [];
    }
  }

  /** The files of a package: what runs ahead of its handlers is written in one of them. */
  #aheadFiles(file: string): AheadFiles {
    const folder = this.#packageOf(file);
    const known = this.#ahead.get(folder);
    if (known) return known;
    const all = this.#sourceFiles();
    const files: AheadFiles = {
      machine: this.#machine(),
      files: all.filter((one) => one.startsWith(`${folder}/`)),
      found: new Map(),
      text: (path) => this.#disk.read(path),
      module: (path) => this.module(path),
      wholeRoutes: (site) => this.#wholeRoutes(site),
      routerId: (module, node) => this.#allMounts().routerId(module, node),
    };
    this.#ahead.set(folder, files);
    return files;
  }

  #analyse(site: HandlerSite): AnalysedHandler | null {
    const key = `${site.file}@${site.node.start}`;
    const known = this.#traces.get(key);
    if (known !== undefined) return known;
    let handler: AnalysedHandler | null = null;
    try {
      handler = this.#walk(site);
    } catch (error) {
      this.#warnings.set(key, {
        file: site.file,
        line: this.lineOf(site.file, site.node),
        text: `this handler could not be read (${message(error)})`,
      });
    }
    this.#traces.set(key, handler);
    return handler;
  }

  /** The other handlers of a file's package; none where they are too many to look at for one question. */
  #siblingsOf(file: string): readonly HandlerModel[] {
    const start = this.#packageOf(file);
    this.#indexedFiles ??= sourceFilesBelow(this.#disk, this.root, (folder) => {
      this.#watchFolder(folder);
    });
    const files = this.#indexedFiles.filter((other) => {
      const text = this.#packageOf(other) === start ? this.#disk.read(other) : undefined;
      return text !== undefined && this.#mayHoldHandler(other, text);
    });
    if (files.length > mostSiblings) return [];
    return files.flatMap((other) => this.handlersIn(other).map((handler) => handler.model));
  }

  #walk(site: HandlerSite): AnalysedHandler | null {
    const module = this.module(site.file);
    if (!module) return null;
    const path = slashed(this.root, site.file);
    const registrar = slashed(this.root, site.registeredIn);
    const functionText = module.source.text.slice(site.node.start, site.node.end);
    const ways = this.#wholeRoutes(site);
    const routes = [...new Set(ways.map((way) => way.path))].sort(
      (a, b) => Number(namesWebhook(b)) - Number(namesWebhook(a)),
    );
    const first = judgeHandler(this.knowledge, {
      site,
      routes,
      path,
      registrar,
      functionText,
      fileText: module.source.text,
      trace: null,
    });
    if (first === 'no') return null;
    const entry = {
      module,
      node: site.node,
      functions: site.functions,
      parameters: site.parameters,
      package: site.package,
      provider: site.declared?.provider ?? null,
      kind: site.kind,
      verified: site.verified,
    };
    let trace = traceHandler(this.#machine(), entry);
    // What wraps the handler could not be followed to it: the handler by itself.
    if (
      site.written &&
      !trace.steps.some((step) => step.place.file === site.file || step.calls.some((call) => call.file === site.file))
    )
      trace = traceHandler(this.#machine(), { ...entry, functions: [...site.functions.slice(0, -1), site.written] });
    if (
      judgeHandler(this.knowledge, {
        site,
        routes,
        path,
        registrar,
        functionText,
        fileText: module.source.text,
        trace,
      }) !== 'yes'
    )
      return null;
    const [provider = null] = trace.providers;
    const span: Span = { file: site.file, start: site.node.start, end: site.node.end };
    return {
      file: site.file,
      span,
      name: site.name,
      provider,
      framework: site.framework,
      kind: site.kind,
      route: routes[0] ?? site.route,
      trace,
      model: new HandlerModel({
        trace,
        file: site.file,
        span,
        name: site.name,
        kind: site.kind,
        provider,
        schema: () => this.schemaFor(site.file),
        knowledge: this.knowledge,
        vocabulary: this.#settings.vocabulary,
        lineOf: (place) => this.lineAt(place.file, place.start),
        ahead: () => findAhead(site, this.#aheadFiles(site.registeredIn)),
        siblings: () => this.#siblingsOf(site.file),
      }),
    };
  }

  lineOf(file: string, node: Node): number {
    return this.lineAt(file, node.start);
  }

  lineAt(file: string, offset: number): number {
    const lines = this.module(file)?.source.lines;
    if (lines) return lines.lineOf(offset);
    const text = this.#disk.read(file);
    return text === undefined ? 1 : new LineTable(text).lineOf(offset);
  }
}

/** What the user declares of a function wins over what is found of it. */
function declaredFirst(declared: readonly HandlerSite[], found: readonly HandlerSite[]): readonly HandlerSite[] {
  const sites = new Map<string, HandlerSite>();
  for (const site of [...declared, ...found]) {
    const key = `${site.file}@${site.node.start}`;
    if (!sites.has(key)) sites.set(key, site);
  }
  return [...sites.values()];
}

/** A function that takes a row for the worker which calls it. */
function isPartOfAnother(handler: AnalysedHandler, handlers: readonly AnalysedHandler[]): boolean {
  if (handler.framework !== inboxFramework) return false;
  return handlers.some(
    (other) =>
      other !== handler &&
      other.trace.steps.some((step) => step.calls.some((call) => call.name.split('.').at(-1) === handler.name)),
  );
}

function providersOf(knowledge: Knowledge, handlers: readonly AnalysedHandler[]): Provider[] {
  const names = new Set(handlers.flatMap(({ trace }) => trace.providers));
  return [...names].flatMap((name) => knowledge.provider(name) ?? []);
}

/** What is written on a line, without the blanks around it. */
function lineAt(file: string, text: string, line: number): Span {
  const lines = new LineTable(text);
  const written = text.slice(lines.startOf(line)).split(/[\r\n]/, 1)[0] ?? '';
  const start = lines.startOf(line) + (written.length - written.trimStart().length);
  return { file, start, end: start + written.trim().length };
}

function message(error: unknown): string {
  return error instanceof Error
    ? (error.stack
        ?.split('\n')
        .slice(0, process.env.WEBHOOK_ONCE_DEBUG ? 12 : 1)
        .join(' ') ?? error.message)
    : String(error);
}

export type { Settings };
