import { wordsOf } from '../knowledge/lexicon.ts';
import type { Confidence } from '../report/finding.ts';
import type { Catalog, Column, InsertedColumn, InsertedValue, KeyVerdict, Table } from '../schema/catalog.ts';
import { Origin } from '../interpret/value.ts';
import type { Step } from '../interpret/trace.ts';
import type { HandlerModel } from './model.ts';

/** A table that keeps keys of events and lets one in twice. */
export interface UnkeyedTable {
  readonly table: Table;
  /** The column that holds the event's key; null where its name does not tell. */
  readonly column: string | null;
  /** What keys there are instead, as a clause for messages. */
  readonly reason: string;
  readonly confidence: Confidence;
  /** A handler that decides by this table; null where only the table tells what it is for. */
  readonly use: TableUse | null;
}

/** A step of a handler that puts the event's key into a table, or asks for it there. */
export interface TableUse {
  readonly model: HandlerModel;
  readonly step: Step;
  readonly table: Table;
  readonly column: string;
  /** Whether another delivery is told apart by it: a guard, an insert whose conflict is looked for. */
  readonly decides: boolean;
  readonly key: KeyVerdict | null;
}

/** What the tables of a catalog are judged by. */
export interface TableEvidence {
  readonly catalog: Catalog;
  /** Of all handlers; asked for where a table may be in question at all. */
  readonly uses: () => readonly TableUse[];
  readonly declared: readonly string[];
  readonly providers: readonly string[];
}

/** Undefined where the table keeps no keys of events, has its key, or is not known well enough. */
export function findMissingKey(table: Table, evidence: TableEvidence): UnkeyedTable | undefined {
  if (!table.complete || isPart(table, evidence.catalog)) return undefined;
  if (hasPlainKey(table)) return undefined;
  const uses = evidence.uses().filter((use) => isSameTable(use.table, table));
  const inserts = uses.filter((use) => use.key !== null);
  // A key that one insert meets is the table's; what is not known of an insert is not known of the table.
  if (inserts.some((use) => use.key?.verdict !== 'no')) return undefined;
  const [insert] = inserts;
  const deciding = uses.find((use) => use.decides) ?? null;
  const kind = kindOf(table, evidence);
  if (kind === undefined && deciding === null) return undefined;
  const column = insert?.column ?? deciding?.column ?? keyColumn(table, evidence)?.name ?? null;
  if (column === null && kind !== 'declared') return undefined;
  const key =
    insert?.key ??
    (column === null
      ? ({ verdict: 'no', table, reason: 'none of its keys is over what an event brings along' } as const)
      : evidence.catalog.keyForInsert(table, likelyInsert(table, column)));
  if (key.verdict !== 'no') return undefined;
  const confidence = kind === 'likely' && deciding === null ? 'likely' : 'certain';
  return { table, column, reason: key.reason, confidence, use: deciding };
}

/** The uses that one handler makes of tables for keys of events. */
export function usesOf(model: HandlerModel): TableUse[] {
  return model.trace.steps.flatMap((step): TableUse[] => {
    if (step.fact.kind !== 'operation') return [];
    const { operation } = step.fact;
    const table = model.tableOf(operation);
    if (!table) return [];
    if (operation.action === 'insert') {
      const written = operation.columns.find((one) => one.value.origins & Origin.eventKey);
      if (!written) return [];
      const decides = operation.conflict !== null || turnsOut(model, step, ['lost', 'conflict']);
      const column = model.columnOf(operation, written.column);
      return [{ model, step, table, column, decides, key: model.keyForInsert(operation) }];
    }
    if (operation.action !== 'read') return [];
    const asked = operation.where.find(
      (one) => one.operator === '=' && one.values.some((value) => value.origins & Origin.eventKey),
    );
    if (!asked || !turnsOut(model, step, ['found', 'missing'])) return [];
    return [{ model, step, table, column: model.columnOf(operation, asked.column), decides: true, key: null }];
  });
}

function turnsOut({ trace }: HandlerModel, step: Step, outcomes: readonly string[]): boolean {
  const snapshots = [...trace.endings.map((ending) => ending.snapshot), ...trace.steps.flatMap((one) => one.snapshots)];
  return snapshots.some((snapshot) => outcomes.includes(snapshot.outcomes.get(step.id) ?? ''));
}

function isSameTable(a: Table, b: Table): boolean {
  return a.name === b.name && a.source.file === b.source.file && a.source.line === b.source.line;
}

/** Its keys hold nothing that differs on each delivery: one of them may well be what parts two deliveries. */
function hasPlainKey(table: Table): boolean {
  return table.uniqueKeys.some(
    (key) =>
      key.expression !== null ||
      (key.where === null &&
        key.columns.every((name) => {
          const column = table.columns.find((one) => one.name === name);
          return column !== undefined && !isSurrogate(column, key.columns, table) && !isTime(column);
        })),
  );
}

/** An id of the row alone, which an insert makes anew. */
function isSurrogate(column: Column, key: readonly string[], table: Table): boolean {
  if (column.generated !== null) return true;
  if (key.length !== 1 || column.name.toLowerCase() !== 'id') return false;
  if (/^(?:uuid|(?:small|big)?int\w*|integer|(?:small|big)?serial\w*|objectid)$/.test(column.type ?? '')) return true;
  // A text that the application makes, beside the event's own id.
  return table.columns.some((other) => /(?:^|_)event_?id$/i.test(snake(other.name)));
}

function isTime(column: Column): boolean {
  return column.generated === 'clock' || /^(?:timestamp|date|time)/.test(column.type ?? '');
}

/** A partition or an archive has the columns of the table that it is named after. */
function isPart(table: Table, catalog: Catalog): boolean {
  return catalog.tables.some(
    (other) =>
      other !== table &&
      table.name.length > other.name.length &&
      (table.name.startsWith(`${other.name}_`) || /^(?:archived?|old|backup|tmp|temp)_/.test(table.name)) &&
      table.columns.length === other.columns.length &&
      table.columns.every((column) => other.columns.some(({ name }) => name === column.name)),
  );
}

/** What an insert of a handler would give to the columns of a table that no handler was seen to use. */
function likelyInsert(table: Table, key: string): InsertedColumn[] {
  return table.columns.flatMap((column): InsertedColumn[] => {
    const value = likelyValue(table, column, key);
    return value ? [{ column: column.name, value }] : [];
  });
}

function likelyValue(table: Table, column: Column, key: string): InsertedValue | undefined {
  if (column.name === key) return { role: 'event-key' };
  if (isSurrogate(column, [column.name], table)) return column.generated ? undefined : { role: 'varying' };
  if (column.generated !== null || column.hasDefault) return undefined;
  if (isTime(column)) return column.nullable ? undefined : { role: 'varying' };
  return column.nullable ? { role: 'unknown' } : { role: 'stable' };
}

/** Undefined where nothing says that the table keeps keys of events. A table that was not read has no columns here. */
export function keepsEventKeys(
  table: NamedTable,
  evidence: Pick<TableEvidence, 'declared' | 'providers' | 'uses'>,
): Confidence | undefined {
  const kind = kindOf(table, evidence);
  if (kind !== undefined) return kind === 'likely' ? 'likely' : 'certain';
  return evidence.uses().some((use) => use.decides && use.table.name === table.name) ? 'certain' : undefined;
}

/** `calledBy`: names of the model that code has for it, of which that of a collection keeps no words. */
export type NamedTable = Pick<Table, 'schema' | 'name' | 'columns'> & { readonly calledBy?: readonly string[] };
type Kind = 'declared' | 'certain' | 'likely';

function kindOf(table: NamedTable, evidence: Pick<TableEvidence, 'declared' | 'providers'>): Kind | undefined {
  const names = [table.name, `${table.schema ?? ''}.${table.name}`].map((name) => name.toLowerCase());
  if (evidence.declared.some((declared) => names.includes(declared.toLowerCase()))) return 'declared';
  if (isOutgoing(table)) return undefined;
  const kinds = [table.name, ...(table.calledBy ?? [])].map((name) => kindOfName(snake(name), evidence));
  const found = kinds.find((kind) => kind === 'certain') ?? kinds.find((kind) => kind !== undefined);
  return found ?? (isBookkeeping(table) ? 'likely' : undefined);
}

function kindOfName(name: string, evidence: Pick<TableEvidence, 'providers'>): Kind | undefined {
  if (certainNames.some((pattern) => pattern.test(name)) && !speaksOfPeople.test(name)) return 'certain';
  const providers = evidence.providers.map((provider) => provider.replaceAll(/[^a-z0-9]+/g, '_')).join('|');
  if (new RegExp(`^(?:\\w+_)?(?:${providers}|payments?|billing|provider)_(?:web_?hook_?)?events?$`).test(name))
    return 'likely';
  return likelyNames.some((pattern) => pattern.test(name)) ? 'likely' : undefined;
}

const certainNames = [
  /^(?:\w+_)?(?:processed|handled|consumed|seen)_(?:\w+_)?(?:events?|web_?hooks?|messages?|deliver(?:y|ies)|notifications?)(?:_ids?)?$/,
  /^(?:\w+_)?(?:events?|web_?hooks?|messages?)_(?:processed|handled|consumed|seen)$/,
  /^(?:\w+_)?idempoten(?:cy|t)_?(?:keys?|records?|requests?|tokens?)?$/,
  /^(?:\w+_)?dedup(?:e|lication)?(?:_\w+)?$/,
  /^(?:\w+_)?web_?hooks?_(?:\w+_)?inbox$/,
];

const likelyNames = [
  /^(?:\w+_)?(?:received|inbound|incoming)_(?:\w+_)?(?:events?|web_?hooks?|notifications?)$/,
  /^(?:\w+_)?web_?hooks?_(?:events?|receipts?|messages?|notifications?)$/,
  /^(?:\w+_)?inbox(?:_(?:events?|messages?|items?))?$/,
  /^(?:sent|side)_effects?$|^effects?_(?:log|sent)$/,
];

/** Seen by a user, not by a handler. */
const speaksOfPeople = /(?:^|_)(?:user|member|customer|chat|conversation|notification)s?_/;

/** Columns of a table that keeps what is sent to others, or to whom. */
const outgoing =
  /^(?:(?:target|callback|destination|webhook|endpoint)_?)?url$|^(?:webhook_)?endpoint(?:_id)?$|subscri(?:ption|ber)(?:_id)?$|^(?:http|response)_?(?:status|code|body|headers)\w*$|^status_code$|^delivered_at$|^next_(?:attempt|retry)\w*$|^(?:signing_)?secret$|^destination\w*$/;

function isOutgoing(table: NamedTable): boolean {
  return (
    /outgoing|outbound|outbox|sent_web_?hook/.test(snake(table.name)) ||
    table.columns.some(({ name }) => outgoing.test(snake(name)))
  );
}

/** Nothing but the key of an event and what was done about it. */
function isBookkeeping(table: NamedTable): boolean {
  const names = table.columns.map(({ name }) => snake(name));
  return (
    names.some((name) => /^(?:processed|handled)(?:_at)?$/.test(name)) &&
    names.some((name) =>
      /^(?:\w+_)?(?:event|web_?hook(?:_event)?|idempotency|dedup(?:e|lication)?)_?(?:id|key)$/.test(name),
    ) &&
    names.every((name) => bookkeeping.test(name))
  );
}

const bookkeeping =
  /^(?:id|source|provider|type|event|topic|kind|name|payload|data|body|raw\w*|headers?|status|state|attempts?|retry_count|(?:last_)?error(?:_message)?|result|processed|handled|is_processed|\w+_at|api_version|livemode|\w*event_?(?:id|type|name)|\w*web_?hook_?\w*id|\w*(?:idempotency|dedup\w*)_?key)$/;

/** The column that holds the event's key, by its name. */
function keyColumn(table: Table, { catalog }: TableEvidence): Column | undefined {
  for (const pattern of keyNames) {
    const column = table.columns.find(
      (one) => pattern.test(snake(one.name)) && one.generated === null && !refersToRow(one, catalog),
    );
    if (column) return column;
  }
  return undefined;
}

const keyNames = [
  /^(?:\w+_)?event_?(?:id|key|uid|uuid)$/,
  /^(?:\w+_)?(?:web_?hook|delivery)_?(?:id|key)$/,
  /^(?:\w+_)?(?:idempotency|dedup(?:e|lication)?|effect)_?(?:id|key|token)$/,
  /^(?:external|provider|message|notification)_?id$/,
  /^key$/,
];

/** A number, or the id of a row in a table of this database. */
function refersToRow(column: Column, catalog: Catalog): boolean {
  if (/^(?:small|big)?(?:int|serial)\w*$|^integer$|^numeric$/.test(column.type ?? '')) return true;
  const base = /^(\w+?)_?(?:id|key)$/.exec(snake(column.name))?.[1];
  return base !== undefined && catalog.tables.some(({ name }) => [base, `${base}s`].includes(snake(name)));
}

/** `WebhookEvents` and `webhook-events` as `webhook_events`. */
function snake(name: string): string {
  return name.includes('_') ? name.toLowerCase() : wordsOf(name).join('_') || name.toLowerCase();
}
