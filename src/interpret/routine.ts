import type { Node } from 'oxc-parser';
import type { Routine, RoutineBranch, RoutineStatement, RoutineTarget } from '../parse/parse-plpgsql.ts';
import { parseSql } from '../parse/parse-sql.ts';
import { outputsOf, parseExpression, type RoutineExpression } from '../parse/routine-expression.ts';
import type { SqlStatement } from '../parse/sql-statement.ts';
import { branch, compare, not, nullishOf, truthOf } from './branch.ts';
import { allocation } from './evaluate.ts';
import { conditionValue } from './execute.ts';
import { makeObject, propertiesOf } from './heap.ts';
import type { CallRequest, Machine } from './machine.ts';
import { meet } from './meet.ts';
import { valueReader } from './reader.ts';
import { callOf, operationsOf, valueOf, type RoutineCall, type SqlBindings } from './sql-facts.ts';
import type { State } from './state.ts';
import { summariseOperation } from './summary.ts';
import type { Fact } from './trace.ts';
import type { Condition, ResultShape, StepId, Value } from './value.ts';
import { array, falseValue, identityOf, nullValue, originsOf, result, undefinedValue, unknown } from './values.ts';

/** The one function that a call means; undefined where none is known, or several take such arguments. */
export function findRoutine(m: Machine, call: RoutineCall, fromFile: string): Routine | undefined {
  const fitting = m.routines.named(call.name, call.schema, fromFile).filter((routine) => takes(routine, call));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function takes({ parameters }: Routine, { args }: RoutineCall): boolean {
  const inputs = parameters.filter(({ mode }) => mode !== 'out');
  const named = args.flatMap(({ name }) => name ?? []);
  const given = args.length - named.length;
  if (args.length > inputs.length) return false;
  if (named.some((name) => !inputs.slice(given).some((one) => one.name === name))) return false;
  return inputs.slice(given).every((one) => one.hasDefault || (one.name !== null && named.includes(one.name)));
}

/** How a function of the database ended on one path. */
export interface RoutineEnd {
  readonly state: State;
  /** `failed`: it raised, and what it did is undone. `refused`: so did the server, for whatever reason. */
  readonly kind: 'answered' | 'failed' | 'refused';
  /** A value, one row, or rows; the error where it failed. */
  readonly value: Value;
  readonly gives: 'value' | 'row' | 'rows';
  /** The step of which a client that gives its errors back tells; null where nothing was done. */
  readonly error: StepId | null;
}

interface Path {
  readonly state: State;
  readonly variables: ReadonlyMap<string, Value>;
  /** FOUND, and what ROW_COUNT counts. */
  readonly found: Value;
  readonly rows: Value | null;
}

interface End {
  readonly path: Path;
  readonly how: 'on' | 'returned' | 'raised' | 'left';
  readonly value: Value | null;
}

const deepest = 6;

/** Walks the body of a function of the database as the handler's own code is walked: one transaction, or part of one. */
export function runRoutine(
  m: Machine,
  routine: Routine,
  call: RoutineCall,
  request: CallRequest,
  connection: string | null,
  state: State,
): RoutineEnd[] | undefined {
  if (!routine.body || m.calls.length > deepest * 2) return undefined;
  const isOpen = connection !== null && state.transactions.has(connection);
  const own = isOpen ? connection : `routine@${request.frame.context}:${request.node.start}`;
  const before = state.fork();
  const run = new RoutineRun(m, routine, request, own);
  const begin = isOpen ? undefined : run.record({ kind: 'begin', isolation: null }, 0, '', state, null);
  if (begin !== undefined) state.transactions = new Map([...state.transactions, [own, begin]]);
  const ends = run.call(call, state);
  const close = (path: State, kind: 'commit' | 'rollback'): void => {
    if (begin === undefined) return;
    run.record({ kind }, 0, '', path, null);
    path.transactions = new Map([...path.transactions].filter(([handle]) => handle !== own));
    if (kind === 'commit') return;
    for (const [step, outcome] of path.outcomes)
      if (m.recorder.steps[step]?.transaction === begin && ['won', 'returned', 'untested'].includes(outcome))
        path.setOutcome(step, 'void');
  };
  for (const end of ends) close(end.state, end.kind === 'failed' ? 'rollback' : 'commit');
  const { main } = run;
  if (main === null) return ends;
  before.setOutcome(main, 'threw');
  const hedged = ends.map((end) => ({
    ...end,
    error: main,
    value: hedge(m, end.value, end.state, () => run.maybeClaim(0, end.state)),
  }));
  return [...hedged, { state: before, kind: 'refused', value: errorOf(main), gives: 'value', error: main }];
}

/** What is computed in a way that is not known may say who won. */
function hedge(m: Machine, value: Value, state: State, maybeClaim: () => StepId): Value {
  if (value.kind === 'unknown' && value.maybeClaim === null) return { ...value, maybeClaim: maybeClaim() };
  if (value.kind !== 'object') return value;
  const { known, open } = propertiesOf(m, state, value.id);
  const sure = new Map([...known].map(([name, inner]) => [name, hedge(m, inner, state, maybeClaim)]));
  return makeObject(m, state, value.id, sure, open);
}

function errorOf(step: StepId | null): Value {
  return { kind: 'error', step, path: [], name: null, status: null };
}

class RoutineRun {
  readonly #m: Machine;
  readonly #routine: Routine;
  readonly #request: CallRequest;
  readonly #connection: string;
  readonly #outputs: readonly string[];
  /** The step that a failure is told of: the first write that may meet a row, else the first of all. */
  main: StepId | null = null;
  /** Several operations of one line are told apart. */
  #part = 0;
  #handled = 0;

  constructor(m: Machine, routine: Routine, request: CallRequest, connection: string) {
    this.#m = m;
    this.#routine = routine;
    this.#request = request;
    this.#connection = connection;
    this.#outputs = routine.parameters.flatMap(({ mode, name }) => (mode === 'in' || name === null ? [] : [name]));
  }

  call({ args }: RoutineCall, state: State): RoutineEnd[] {
    const variables = new Map<string, Value>();
    const inputs = this.#routine.parameters.filter(({ mode }) => mode !== 'out');
    inputs.forEach((parameter, index) => {
      const given = args.find((one) => one.name !== null && one.name === parameter.name) ?? args[index];
      const value =
        given && (given.name === null || given.name === parameter.name) ? given.value : unknown(parameter.name);
      variables.set(`$${index + 1}`, value);
      if (parameter.name !== null) variables.set(parameter.name, value);
    });
    for (const name of this.#outputs) if (!variables.has(name)) variables.set(name, nullValue);
    const start: Path = { state, variables, found: falseValue, rows: null };
    const begun = [...this.#routine.variables].reduce<Path>((path, [name, first]) => {
      const [value] = first === null ? [] : this.#evaluate(parseExpression(first), path);
      return withVariable(path, name, value?.value ?? nullValue);
    }, start);
    const ends = this.#run(this.#routine.body ?? [], begun);
    return meet(
      this.#m,
      ends.map((end) => this.#endOf(end)),
      (end) => `${end.kind}${end.gives}${identityOf(end.value)}`,
    );
  }

  #endOf({ path, how, value }: End): RoutineEnd {
    const { state } = path;
    if (how === 'raised') return { state, kind: 'failed', value: value ?? unknown(), gives: 'value', error: null };
    if (path.rows) return { state, kind: 'answered', value: path.rows, gives: 'rows', error: null };
    if (this.#routine.language === 'sql' && value && this.#routine.returnsSet)
      return { state, kind: 'answered', value, gives: 'rows', error: null };
    if (this.#routine.returnsSet) return { state, kind: 'answered', value: array([]), gives: 'rows', error: null };
    const [only, ...more] = this.#outputs;
    if (only === undefined || value)
      return { state, kind: 'answered', value: value ?? undefinedValue, gives: 'value', error: null };
    if (more.length === 0)
      return { state, kind: 'answered', value: path.variables.get(only) ?? unknown(only), gives: 'value', error: null };
    const row = new Map(this.#outputs.map((name) => [name, path.variables.get(name) ?? unknown(name)]));
    return { state, kind: 'answered', value: this.#object(row, state), gives: 'row', error: null };
  }

  // --- statements ---------------------------------------------------------------------------------------------------

  #run(body: readonly RoutineStatement[], start: Path): End[] {
    let going: Path[] = [start];
    const done: End[] = [];
    for (const statement of body) {
      const next: Path[] = [];
      for (const path of going) {
        if (!this.#m.spend()) {
          path.state.weakened = true;
          next.push(path);
          continue;
        }
        for (const end of this.#statement(statement, path)) {
          const isAnswer = this.#routine.language === 'sql' && statement === body.at(-1);
          if (isAnswer && end.how === 'on') done.push({ ...end, how: 'returned' });
          else if (end.how === 'on') next.push(end.path);
          else done.push(end);
        }
      }
      going = meet(this.#m, next, keyOfPath);
      if (going.length === 0) break;
    }
    return [...done, ...going.map(goesOn)];
  }

  #statement(statement: RoutineStatement, path: Path): End[] {
    switch (statement.kind) {
      case 'sql':
        return this.#sql(statement.text, statement.into, statement.line, path);
      case 'execute': {
        const step = this.maybeClaim(statement.line, path.state);
        const value = unknown(null, 0, null, step);
        return [goesOn({ ...intoAll(path, statement.into, value), found: value })];
      }
      case 'if':
        return this.#choose(statement.branches, statement.otherwise, path);
      case 'loop': {
        const none: Path = { ...path, state: path.state.fork() };
        path.state.loop += 1;
        const asked = statement.list === null ? [goesOn(path)] : this.#sql(statement.list, null, 1, path);
        const once = asked.flatMap(({ path: inside }) => {
          const item =
            statement.variable === null
              ? inside
              : withVariable(
                  inside,
                  statement.variable,
                  inside.found.kind === 'result' ? result(inside.found.step, { kind: 'row-or-throw' }) : unknown(),
                );
          return this.#run(statement.body, item);
        });
        for (const end of once) end.path.state.loop = Math.max(0, end.path.state.loop - 1);
        return [goesOn(none), ...once.map((end) => (end.how === 'left' ? goesOn(end.path) : end))];
      }
      case 'block':
        return this.#block(statement, path);
      case 'return': {
        if (statement.expression === null) return [{ path, how: 'returned', value: null }];
        return this.#evaluate(parseExpression(statement.expression), path).map((one) => ({
          path: one.path,
          how: 'returned',
          value: one.value,
        }));
      }
      case 'return-rows':
        return this.#rows(statement.text, statement.line, path);
      case 'assign':
        return this.#evaluate(parseExpression(statement.expression), path).map((one) =>
          goesOn(statement.variable === null ? one.path : withVariable(one.path, statement.variable, one.value)),
        );
      case 'diagnostics':
        return [
          goesOn(
            statement.items.reduce(
              (all, { kind, variable }) =>
                variable === null ? all : withVariable(all, variable, /row_count/i.test(kind) ? all.found : unknown()),
              path,
            ),
          ),
        ];
      case 'raise': {
        if (!statement.fails) return [goesOn(path)];
        const step = path.found.kind === 'result' ? path.found.step : this.main;
        return [{ path, how: 'raised', value: errorOf(step) }];
      }
      case 'leave':
        return [{ path, how: 'left', value: null }];
      case 'other':
        return [goesOn(path)];
    }
  }

  #choose(branches: readonly RoutineBranch[], otherwise: readonly RoutineStatement[], path: Path): End[] {
    const [first, ...rest] = branches;
    if (!first) return this.#run(otherwise, path);
    return this.#evaluate(parseExpression(first.condition), path).flatMap((asked) => {
      const { yes, no } = branch(this.#m, asked.path.state, asked.value);
      return [
        ...yes.flatMap((state) => this.#run(first.body, { ...asked.path, state })),
        ...no.flatMap((state) => this.#choose(rest, otherwise, { ...asked.path, state })),
      ];
    });
  }

  /** What a handler catches is that a row was there already; other failures end the function. */
  #block({ body, handlers }: Extract<RoutineStatement, { kind: 'block' }>, path: Path): End[] {
    const handler = handlers.find(({ conditions }) =>
      conditions.some((one) => /^(?:unique_violation|23505|others|integrity_constraint_violation)$/i.test(one)),
    );
    if (!handler) return this.#run(body, path);
    const before: Path = { ...path, state: path.state.fork() };
    const known = new Set(path.state.outcomes.keys());
    this.#handled += 1;
    const ends = this.#run(body, path);
    this.#handled -= 1;
    const met = this.#m.recorder.steps.find(
      ({ id, fact, connection }) =>
        !known.has(id) &&
        connection === this.#connection &&
        fact.kind === 'operation' &&
        fact.operation.action === 'insert' &&
        fact.operation.conflict === null,
    );
    if (met) before.state.setOutcome(met.id, 'conflict');
    const caught = met || handler.conditions.includes('others') ? this.#run(handler.body, before) : [];
    return [...ends.filter(({ how }) => how !== 'raised' || !handler.conditions.includes('others')), ...caught];
  }

  #sql(text: string, into: RoutineTarget | null, line: number, path: Path): End[] {
    const outputs = outputsOf(text);
    if (outputs) {
      let paths: { path: Path; values: Value[] }[] = [{ path, values: [] }];
      for (const { value } of outputs)
        paths = paths.flatMap((one) =>
          this.#evaluate(value, one.path, line).map((two) => ({ path: two.path, values: [...one.values, two.value] })),
        );
      return paths.map(({ path: after, values }) => {
        const assigned = (into?.variables ?? []).reduce(
          (all, name, index) => withVariable(all, name, values[index] ?? unknown(name)),
          after,
        );
        const [first] = values;
        const isLast = this.#routine.language === 'sql' && first !== undefined;
        return { path: assigned, how: 'on', value: isLast ? first : null };
      });
    }
    const parsed = parseSql(text);
    if (!parsed.ok) {
      const value = unknown(null, 0, null, this.maybeClaim(line, path.state));
      return [goesOn({ ...intoAll(path, into, value), found: value })];
    }
    let ends: End[] = [goesOn(path)];
    for (const statement of parsed.statements)
      ends = ends.flatMap((end) => this.#query(statement, text, into, line, end.path));
    return ends;
  }

  #query(statement: SqlStatement, text: string, into: RoutineTarget | null, line: number, path: Path): End[] {
    const bindings = this.#bindings(path);
    if (statement.kind === 'call')
      return this.#inner(callOf(statement.call, bindings), line, path).map(({ path: after }) => goesOn(after));
    const called = statement.kind === 'select' ? statement.calls : [];
    let paths = [path];
    for (const call of called)
      paths = paths.flatMap((one) => this.#inner(callOf(call, bindings), line, one).map((two) => two.path));
    return paths.map((one) => {
      const step = this.#operations(statement, bindings, line, one.state);
      if (step === null) return goesOn(one);
      const found = result(step, { kind: 'count' });
      const value = this.#answerOf(statement, text, step);
      const after: Path = { ...assign(one, into, statement, value), found };
      return { path: after, how: 'on', value: this.#routine.language === 'sql' ? this.#lastAnswer(value, step) : null };
    });
  }

  /** What the last query of a function in plain SQL answers for it. */
  #lastAnswer(value: Value, step: StepId): Value {
    return this.#routine.returnsSet ? result(step, { kind: 'rows' }) : value;
  }

  /** One output of a query, or its row. */
  #answerOf(statement: SqlStatement, text: string, step: StepId): Value {
    if (statement.kind === 'select' && statement.aggregate) {
      const main = this.#m.recorder.steps[step]?.fact;
      const counts = /\b(?:exists|count)\s*\(/i.test(text) && main?.kind === 'operation';
      return counts ? result(step, { kind: 'count' }) : unknown(null, 0, null, null);
    }
    if (statement.kind === 'select') {
      const [column, ...more] = statement.columns?.values() ?? [];
      if (column !== undefined && more.length === 0) return result(step, { kind: 'row' }, undefined, [column]);
    }
    return result(step, { kind: 'row' });
  }

  #rows(text: string | null, line: number, path: Path): End[] {
    if (text === null) {
      const step = this.maybeClaim(line, path.state);
      return [goesOn({ ...path, rows: unknown(null, 0, null, step) })];
    }
    const outputs = outputsOf(text);
    if (!outputs) {
      return this.#sql(text, null, line, path).map(({ path: after }) => {
        const rows = after.found.kind === 'result' ? result(after.found.step, { kind: 'rows' }) : after.found;
        return goesOn({ ...after, rows: path.rows ? unknown() : rows });
      });
    }
    let paths: { path: Path; row: Map<string, Value> }[] = [{ path, row: new Map() }];
    outputs.forEach(({ name, value }, index) => {
      paths = paths.flatMap((one) =>
        this.#evaluate(value, one.path, line).map((two) => ({
          path: two.path,
          row: new Map([...one.row, [this.#outputs[index] ?? name, two.value]]),
        })),
      );
    });
    return paths.map(({ path: after, row }) => {
      const columns = this.#outputs.length === 0 && row.size === 1 ? [...row.values()][0] : undefined;
      const item = columns ?? this.#object(row, after.state);
      const before = after.rows?.kind === 'array' ? after.rows.items : [];
      return goesOn({ ...after, rows: array([...before, item]) });
    });
  }

  /** A function that this one calls; of one that is not known only what it is given counts. */
  #inner(call: RoutineCall, line: number, path: Path): { path: Path; value: Value }[] {
    const routine = findRoutine(this.#m, call, this.#request.frame.module.file);
    const plain = unknown(
      call.name,
      call.args.reduce((all, { value }) => all | originsOf(value), 0),
    );
    if (!routine?.body || this.#m.calls.length > deepest * 2)
      return [{ path, value: routine ? unknown(null, 0, null, this.maybeClaim(line, path.state)) : plain }];
    const { calls } = this.#m;
    this.#m.calls = [...calls, this.#site(line)];
    const run = new RoutineRun(this.#m, routine, this.#request, this.#connection);
    const ends = run.call(call, path.state);
    this.#m.calls = calls;
    this.main ??= run.main;
    return ends
      .filter((end) => end.kind === 'answered')
      .map(({ state, value }) => ({ path: { ...path, state }, value }));
  }

  // --- expressions --------------------------------------------------------------------------------------------------

  #evaluate(expression: RoutineExpression, path: Path, line = 1): { path: Path; value: Value }[] {
    const m = this.#m;
    const bindings = this.#bindings(path);
    const one = (value: Value) => [{ path, value }];
    switch (expression.kind) {
      case 'value':
        return one(
          expression.value.kind === 'column' && expression.value.table === null && expression.value.column === 'found'
            ? path.found
            : valueOf(expression.value, bindings),
        );
      case 'not':
        return this.#evaluate(expression.of, path, line).map((inner) => {
          const truth = truthOf(inner.value);
          return { path: inner.path, value: conditionValue(typeof truth === 'boolean' ? !truth : not(truth)) };
        });
      case 'is-null':
        return this.#evaluate(expression.of, path, line).map((inner) => ({
          path: inner.path,
          value: conditionValue(this.#isNull(inner.value)),
        }));
      case 'and':
      case 'or':
        return this.#evaluate(expression.left, path, line).flatMap((left) =>
          this.#evaluate(expression.right, left.path, line).map((right) => ({
            path: right.path,
            value: conditionValue(joined(expression.kind, truthOf(left.value), truthOf(right.value))),
          })),
        );
      case 'compare':
        return this.#evaluate(expression.left, path, line).flatMap((left) =>
          this.#evaluate(expression.right, left.path, line).map((right) => ({
            path: right.path,
            value: conditionValue(compare(m, left.value, expression.operator, right.value)),
          })),
        );
      case 'choice': {
        const [first, ...rest] = expression.branches;
        if (!first) return this.#evaluate(expression.otherwise, path, line);
        return this.#evaluate(first.when, path, line).flatMap((asked) => {
          const { yes, no } = branch(m, asked.path.state, asked.value);
          return [
            ...yes.flatMap((state) => this.#evaluate(first.then, { ...asked.path, state }, line)),
            ...no.flatMap((state) => this.#evaluate({ ...expression, branches: rest }, { ...asked.path, state }, line)),
          ];
        });
      }
      case 'coalesce': {
        const [first] = expression.of;
        if (!first) return one(nullValue);
        return this.#evaluate(first, path, line).map((inner) =>
          this.#isNull(inner.value) === false
            ? inner
            : { path: inner.path, value: unknown(null, originsOf(inner.value)) },
        );
      }
      case 'query': {
        const step = this.#operations(expression.query, bindings, line, path.state);
        if (step === null) return one(unknown());
        return one(expression.asks ? result(step, { kind: 'count' }) : this.#answerOf(expression.query, '', step));
      }
      case 'call':
        return this.#inner(callOf(expression.call, bindings), line, path);
      case 'object': {
        let paths: { path: Path; properties: Map<string, Value> }[] = [{ path, properties: new Map() }];
        for (const [name, value] of expression.properties)
          paths = paths.flatMap((all) =>
            this.#evaluate(value, all.path, line).map((inner) => ({
              path: inner.path,
              properties: new Map([...all.properties, [name, inner.value]]),
            })),
          );
        return paths.map((all) => ({ path: all.path, value: this.#object(all.properties, all.path.state) }));
      }
      case 'unknown':
        return one(unknown());
    }
  }

  /** A row that an insert did not give back is all null. */
  #isNull(value: Value): boolean | Condition {
    if (value.kind === 'result' && value.field) {
      const fact = this.#m.recorder.steps[value.step]?.fact;
      if (fact?.kind === 'operation' && fact.operation.action === 'insert')
        return not({ kind: 'outcome', step: value.step });
    }
    return nullishOf(value);
  }

  #bindings({ variables, state }: Path): SqlBindings {
    const read = valueReader(this.#m, this.#request.node, this.#request.frame, state);
    return {
      parameter: (index) => variables.get(`$${index + 1}`) ?? unknown(`$${index + 1}`),
      variable: (column, table) => {
        if (table === null || table === this.#routine.name) return variables.get(column);
        const row = variables.get(table);
        return row && (read.get(row, column) ?? unknown(column));
      },
      member: (value, name) => read.get(value, name),
    };
  }

  #object(properties: ReadonlyMap<string, Value>, state: State): Value {
    const id = `${allocation(this.#request.frame, this.#request.node)}:${this.#routine.name}`;
    return makeObject(this.#m, state, id, properties);
  }

  // --- steps --------------------------------------------------------------------------------------------------------

  /** The last operation of a statement, which it is about; null where it does nothing. */
  #operations(statement: SqlStatement, bindings: SqlBindings, line: number, state: State): StepId | null {
    const list = operationsOf(statement, bindings);
    const number = (this.#m.recorder.statement += 1);
    let main: StepId | null = null;
    for (const operation of list) {
      const fact: Fact = {
        kind: 'operation',
        operation: summariseOperation(this.#m, operation, nothing, number, state),
      };
      const step = this.record(fact, line, this.#partOf(line), state, this.#connection);
      if (operation.action !== 'read') {
        const isPlain = operation.action === 'insert' && operation.conflict === null;
        state.setOutcome(step, isPlain ? 'returned' : 'untested');
        if (isPlain && this.#handled === 0 && !this.#isPlainInsert(this.main)) this.main = step;
      }
      this.main ??= step;
      main = step;
    }
    return main;
  }

  #isPlainInsert(step: StepId | null): boolean {
    const fact = step === null ? undefined : this.#m.recorder.steps[step]?.fact;
    return fact?.kind === 'operation' && fact.operation.action === 'insert' && fact.operation.conflict === null;
  }

  maybeClaim(line: number, state: State): StepId {
    return this.record({ kind: 'maybe-claim', name: this.#routine.name }, line, this.#partOf(line), state, null);
  }

  #partOf(line: number): string {
    return `${this.#routine.name}:${line}:${(this.#part += 1)}`;
  }

  record(fact: Fact, line: number, part: string, state: State, connection: string | null): StepId {
    const { m, node } = { m: this.#m, node: this.#nodeAt(line) };
    const isSeen = node !== null;
    return m.recorder.record(
      fact,
      {
        node: node ?? this.#request.node,
        file: isSeen ? this.#routine.source.file : this.#request.frame.module.file,
        text: this.#routine.name,
        name: this.#routine.name,
        calls: isSeen
          ? [...m.calls, { file: this.#request.frame.module.file, node: this.#request.node, name: this.#routine.name }]
          : m.calls,
        connection,
        part,
      },
      state,
      state.loop > 0,
    );
  }

  #site(line: number) {
    const node = this.#nodeAt(line);
    return node
      ? { file: this.#routine.source.file, node, name: this.#routine.name }
      : { file: this.#request.frame.module.file, node: this.#request.node, name: this.#routine.name };
  }

  /** A line of the body, as far as its file holds it; before the first one stands the call. */
  #nodeAt(line: number): Node | null {
    const start = this.#routine.lines?.[line - 1];
    if (start === undefined) return null;
    return { type: 'EmptyStatement', start, end: start };
  }
}

const nothing: ResultShape = { kind: 'nothing' };

function goesOn(path: Path): End {
  return { path, how: 'on', value: null };
}

function keyOfPath({ variables, found, rows }: Path): string {
  const values = [...variables].map(([name, value]) => `${name}=${identityOf(value)}`);
  return [...values, identityOf(found), rows ? identityOf(rows) : ''].join('\u0002');
}

function withVariable(path: Path, name: string, value: Value): Path {
  return { ...path, variables: new Map([...path.variables, [name, value]]) };
}

function intoAll(path: Path, into: RoutineTarget | null, value: Value): Path {
  return (into?.variables ?? []).reduce((all, name) => withVariable(all, name, value), path);
}

/** Puts the row of a query into variables, each column into its own where there are as many. */
function assign(path: Path, into: RoutineTarget | null, statement: SqlStatement, value: Value): Path {
  if (!into) return path;
  if (into.isRow && value.kind === 'result')
    return intoAll(path, into, value.field ? result(value.step, { kind: 'row' }) : value);
  if (into.variables.length === 1) return intoAll(path, into, value);
  const columns = statement.kind === 'select' ? [...(statement.columns?.values() ?? [])] : [];
  return into.variables.reduce((all, name, index) => {
    const column = columns[index];
    const isKnown = value.kind === 'result' && column !== undefined && columns.length === into.variables.length;
    const part = isKnown ? result(value.step, { kind: 'row' }, undefined, [column]) : value;
    return withVariable(all, name, part);
  }, path);
}

function joined(kind: 'and' | 'or', left: boolean | Condition, right: boolean | Condition): boolean | Condition {
  const decides = kind === 'or';
  if (left === decides || right === decides) return decides;
  if (typeof left === 'boolean') return right;
  if (typeof right === 'boolean') return left;
  return { kind, left, right };
}

// --- what the client gives back of it ------------------------------------------------------------------------------

/** The value that code sees where a statement answers what a function of the database answered. */
export function answerIn(
  m: Machine,
  shape: ResultShape,
  end: RoutineEnd,
  output: string | null,
  request: CallRequest,
  state: State,
): Value {
  const id = `${allocation(request.frame, request.node)}:${shape.kind}`;
  const inner = (one: ResultShape): Value => answerIn(m, one, end, output, request, state);
  const row = (): Value =>
    output === null || end.gives === 'row'
      ? end.value
      : makeObject(m, state, `${id}:row`, new Map([[output, end.value]]));
  const isRows = end.gives === 'rows';
  if (end.kind === 'failed' && shape.kind !== 'object' && shape.kind !== 'tuple' && shape.kind !== 'error')
    return nullValue;
  switch (shape.kind) {
    case 'object':
      return makeObject(
        m,
        state,
        id,
        new Map(Object.entries(shape.properties).map(([name, one]) => [name, inner(one)])),
        true,
      );
    case 'tuple':
      return array(shape.items.map(inner));
    case 'rows':
      return isRows ? end.value : array([row()]);
    case 'row':
    case 'row-or-throw': {
      if (!isRows) return row();
      if (end.value.kind === 'result') return result(end.value.step, { kind: 'row' });
      return end.value.kind === 'array' ? (end.value.items[0] ?? undefinedValue) : unknown(output);
    }
    case 'count':
      if (isRows && end.value.kind === 'result') return result(end.value.step, { kind: 'count' });
      return unknown(output);
    case 'error':
      return end.kind === 'failed' ? end.value : end.error === null ? nullValue : result(end.error, shape);
    default:
      return unknown(output);
  }
}
