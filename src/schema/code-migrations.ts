import type { Node } from 'oxc-parser';
import type { Module } from '../resolve/module.ts';
import { Ddl, definitionIn } from './ddl.ts';
import type { SqlFold } from './fold-sql.ts';
import { knexMigrations } from './from-knex.ts';
import { kyselyMigrations } from './from-kysely.ts';
import { nodePgMigrations } from './from-node-pg-migrate.ts';
import { sequelizeMigrations } from './from-sequelize-migrations.ts';
import { typeormMigrations } from './from-typeorm-migrations.ts';
import { chainOf, fieldOf, handle } from './static-code.ts';
import type { ClassStatic, Static, StaticCode } from './static-code.ts';

/** How migrations of one library are written. */
export interface MigrationDialect {
  /** The names of the parameter of `up`, or words of the file, that only this library's migrations have. */
  readonly marks: RegExp;
  /** Says in SQL what one call does; false where it says nothing of tables or is not of this library. */
  readonly read: (call: Static, ddl: Ddl, code: StaticCode) => boolean;
  /** What the whole file says before `up` runs. */
  readonly prepare?: (module: Module, code: StaticCode) => void;
}

/** The first one whose marks a file bears. */
const dialects: readonly MigrationDialect[] = [
  typeormMigrations,
  sequelizeMigrations,
  nodePgMigrations,
  kyselyMigrations,
  knexMigrations,
];

/** Reads migrations that are written in code, in the order in which they are given. */
export class CodeMigrations {
  readonly #code: StaticCode;

  constructor(code: StaticCode) {
    this.#code = code;
  }

  fold(file: string, into: SqlFold): void {
    const module = this.#code.graph.module(file);
    if (!module) {
      into.giveUpAt(null, { file, line: 1 }, 'the file does not parse');
      return;
    }
    const at = { file, line: 1 };
    const { text } = module.source;
    const dialect = dialects.find(({ marks }) => marks.test(text));
    dialect?.prepare?.(module, this.#code);
    const up = this.#up(module);
    if (!up) return;
    const listen = (call: Static, certain: boolean): void => {
      const ddl = new Ddl(into, call.at, certain);
      if (dialect?.read(call, ddl, this.#code)) return;
      const sql = definitionIn(call);
      if (sql) {
        ddl.raw(sql);
        return;
      }
      // A callback that runs as part of the call: a transaction, a connection that is borrowed.
      for (const { args = [] } of chainOf(call).steps)
        for (const arg of args) if (arg.kind === 'function') this.#code.run(arg, [handle('database', at)], (inner) => { listen(inner, certain); }); // prettier-ignore
    };
    const client = handle('database', at);
    const context: Static = { kind: 'object', entries: new Map([['context', client]]), whole: false, at };
    const first = up.fn.kind === 'function' ? up.fn.node.params[0] : undefined;
    const given = first && takesContext(first) ? context : client;
    this.#code.run(up.fn, [given, handle('library', at)], listen, up.self);
  }

  /** `exports.up`, `export default { up }`, a class with a method `up`, `export default async (client) => …`. */
  #up(module: Module): { readonly fn: Static; readonly self: Static | null } | undefined {
    const named = this.#code.exportOf(module, 'up') ?? fieldOf(this.#code.exportOf(module, 'default'), 'up');
    if (named?.kind === 'function') return { fn: named, self: null };
    const main = this.#code.exportOf(module, 'default');
    const classes = [main, ...this.#classesOf(module)].filter((one): one is ClassStatic => one?.kind === 'class');
    for (const one of classes) {
      const self = handle('migration', { file: module.file, line: 1 }, one);
      const fn = this.#code.memberOf(one, 'up', false, self);
      if (fn?.kind === 'function') return { fn, self };
    }
    if (main?.kind === 'function') return { fn: main, self: null };
    if (main?.kind === 'call') {
      const inner = main.args.map((arg) => (arg.kind === 'function' ? arg : fieldOf(arg, 'up'))).find(Boolean);
      if (inner) return { fn: inner, self: null };
    }
    return undefined;
  }

  #classesOf(module: Module): (Static | undefined)[] {
    const names = module.source.program.body.flatMap((node: Node) => {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
      return declared?.type === 'ClassDeclaration' && declared.id ? [declared.id.name] : [];
    });
    const assigned = [...module.exports.keys()].filter((name) => !names.includes(name));
    return [
      ...names.map((name) => this.#code.localOf(module, name)),
      ...assigned.map((name) => this.#code.exportOf(module, name)),
    ];
  }
}

/** `up({ context: queryInterface })`, as umzug hands it over. */
function takesContext(parameter: Node): boolean {
  return (
    parameter.type === 'ObjectPattern' &&
    parameter.properties.some(
      (property) =>
        property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'context',
    )
  );
}
