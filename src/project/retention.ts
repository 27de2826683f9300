import { wordsOf } from '../knowledge/lexicon.ts';
import type { Provider } from '../knowledge/types.ts';
import { Origin } from '../interpret/value.ts';
import { ageOfExpression } from '../interpret/sql-facts.ts';
import type { OperationSummary, Step, Trace, Trail, ValueSummary } from '../interpret/trace.ts';
import { parseSql } from '../parse/parse-sql.ts';
import type { Span } from '../parse/place.ts';
import { tokenizeSql } from '../parse/sql-lexer.ts';
import type { SqlCondition } from '../parse/sql-statement.ts';
import type { Confidence } from '../report/finding.ts';

/** Keys of events are forgotten sooner than the provider stops to send the event. */
export interface ShortRetention {
  readonly place: Span;
  /** Seconds; 0 where a key goes as soon as its work is done. */
  readonly kept: number;
  /** Seconds of the provider's window, and whose it is. */
  readonly window: number;
  readonly provider: string;
  readonly confidence: Confidence;
  /** What forgets: `table` by a delete, `claim` and `mark` by a time to live, `job` when it is done. */
  readonly by: 'table' | 'claim' | 'mark' | 'job';
  readonly table: string | null;
}

/** A delete of rows older than so many seconds. */
export interface CleanUp {
  readonly table: string;
  readonly schema: string | null;
  /** Names of models that code has for it. */
  readonly calledBy?: readonly string[];
  readonly kept: number;
  readonly place: Span;
}

/** What a function deletes by age. */
export function cleanUpsOf(trace: Trace, file: string): CleanUp[] {
  return trace.steps.flatMap(({ fact, place }): CleanUp[] => {
    if (fact.kind !== 'operation' || fact.operation.action !== 'delete' || place.file !== file) return [];
    const { table, schema, where, whereKnown } = fact.operation;
    if (table === null || !whereKnown) return [];
    const kept = keptBy(
      where.map(({ column, operator, values }) => ({
        column,
        operator,
        age: values[0]?.age ?? undefined,
        constant: values[0]?.constant?.value,
      })),
    );
    return kept === undefined ? [] : [{ table, schema, kept, place }];
  });
}

/** The deletes of a script: by themselves, in the body of a function, in the text that a scheduler is given. */
export function cleanUpsInScript(file: string, text: string): CleanUp[] {
  const plain = withoutComments(text);
  return [...plain.matchAll(/\bdelete\s+from\b[^;$]*/giu)].flatMap((match): CleanUp[] => {
    const written = [match[0], match[0].replaceAll("''", "'")].flatMap((one) => [one, one.replace(/'\s*\)?\s*$/u, '')]);
    for (const one of written) {
      const parsed = parseSql(one);
      const [statement] = parsed.ok ? parsed.statements : [];
      if (statement?.kind !== 'delete') continue;
      const kept = keptBy(statement.where.map(boundOf));
      const place = { file, start: match.index, end: match.index + one.trimEnd().length };
      return kept === undefined ? [] : [{ ...statement.table, table: statement.table.name, kept, place }];
    }
    return [];
  });
}

function boundOf({ column, operator, values: [value] }: SqlCondition): Bound {
  return {
    column,
    operator,
    age: value && ageOfExpression(value),
    constant: value?.kind === 'literal' ? value.value : undefined,
  };
}

function withoutComments(text: string): string {
  let result = text;
  for (const { kind, start, end } of tokenizeSql(text))
    if (kind === 'comment') result = result.slice(0, start) + ' '.repeat(end - start) + result.slice(end);
  return result;
}

interface Bound {
  readonly column: string;
  readonly operator: string;
  readonly age: number | undefined;
  readonly constant: unknown;
}

/** Seconds for which rows are kept; undefined where that is not what the predicate says. */
function keptBy(bounds: readonly Bound[]): number | undefined {
  const bound = bounds.find(
    ({ column, operator, age }) =>
      age !== undefined &&
      age > 0 &&
      (operator === '<' || operator === '<=') &&
      !/expir|until|valid|lease|lock/iu.test(column),
  );
  const others = bounds.filter((one) => one !== bound);
  // A delete of what failed gives the event back; a delete of what is done forgets it.
  return bound && others.every(isAboutDone) ? bound.age : undefined;
}

function isAboutDone({ column, operator, constant }: Bound): boolean {
  if (operator === 'is not null') return /processed|handled|completed|done|finished|succeeded/iu.test(column);
  if (operator !== '=') return false;
  if (constant === true) return /processed|handled|completed|done/iu.test(column);
  return /^(?:processed|handled|completed?|done|finished|succe\w+|ok)$/iu.test(String(constant));
}

/** Claims and jobs of a handler whose keys are forgotten after a time, with that time. */
export function forgottenKeys(
  trace: Trace,
  isDurable: (step: Step) => boolean,
): { step: Step; kept: number; by: 'claim' | 'mark' | 'job' }[] {
  const short = trace.steps.flatMap((step): { step: Step; kept: number; by: 'claim' | 'mark' | 'job' }[] => {
    const { fact } = step;
    if (fact.kind === 'claim' && typeof fact.timeToLive === 'number' && isOfEvent(fact.key)) {
      return isReleased(trace, step, fact.key) ? [] : [{ step, kept: fact.timeToLive, by: 'claim' }];
    }
    if (fact.kind === 'operation' && fact.operation.keptFor !== null && isMark(trace, fact.operation))
      return [{ step, kept: fact.operation.keptFor, by: 'mark' }];
    if (fact.kind === 'effect' && fact.keptFor !== null && fact.key === 'present' && isOfEvent(fact.keyValue))
      return [{ step, kept: fact.keptFor, by: 'job' }];
    return [];
  });
  const listed = new Set(short.map(({ step }) => step));
  // Beside a claim that lasts, one with an end only saves the work of asking for it.
  return trace.steps.some((step) => !listed.has(step) && isDurable(step)) ? [] : short;
}

/** What was put under the event's key is looked for before, and a delivery that finds it does no more. */
function isMark(trace: Trace, { action, columns }: OperationSummary): boolean {
  const key = columns[0]?.value;
  if (action !== 'insert' || !key || !(key.origins & (Origin.eventKey | Origin.bodyHash))) return false;
  return trace.steps.some(
    ({ id, fact }) =>
      fact.kind === 'operation' &&
      fact.operation.action === 'read' &&
      concerns(fact.operation, key) &&
      trace.endings.some(({ snapshot }) => snapshot.outcomes.get(id) === 'found'),
  );
}

function isOfEvent(key: ValueSummary | null): boolean {
  return key !== null && (key.origins & (Origin.eventKey | Origin.businessKey | Origin.bodyHash | Origin.event)) !== 0;
}

/** Given back at the end of the work: a lock, which is another rule's. */
function isReleased(trace: Trace, claim: Step, key: ValueSummary | null): boolean {
  return trace.endings.some(({ kind, status, snapshot }) => {
    if (kind !== 'returned' || (status !== null && status >= 400)) return false;
    if (snapshot.outcomes.get(claim.id) === 'lost') return false;
    for (let link: Trail | null = snapshot.trail; link && link.step !== claim.id; link = link.before) {
      const fact = trace.steps[link.step]?.fact;
      if (fact?.kind === 'operation' && fact.operation.action === 'delete' && concerns(fact.operation, key))
        return true;
    }
    return false;
  });
}

function concerns({ where }: OperationSummary, key: ValueSummary | null): boolean {
  return where.some(({ values }) =>
    values.some((value) => key !== null && value.text === key.text && value.origins === key.origins),
  );
}

/** The window that decides: of the providers who are known to send what is kept here, the longest. */
export function windowOf(
  providers: readonly Provider[],
  which: 'longest' | 'shortest',
): { readonly window: number; readonly provider: string } | undefined {
  const known = providers.flatMap(({ window, title }) => (window === null ? [] : [{ window, provider: title }]));
  if (known.length === 0 || (which === 'shortest' && known.length < providers.length)) return undefined;
  return known.reduce((best, one) => (one.window > best.window === (which === 'longest') ? one : best));
}

/** `stripe_events` says whose events it keeps. */
export function namesProvider(table: string, provider: string): boolean {
  const words = wordsOf(table);
  return provider.split(/[^a-z0-9]+/u).every((word) => words.includes(word));
}
