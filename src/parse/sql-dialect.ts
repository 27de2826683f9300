import { rewriteText, tokenizeSql } from './sql-lexer.ts';
import type { RewrittenText, SqlToken, TextEdit } from './sql-lexer.ts';
import { HOLE } from './sql-placeholders.ts';

/**
 * Rewrites what MySQL and SQLite write differently into Postgres' grammar, far enough to read keys, writes and
 * conditions. Undefined where there is nothing to rewrite. Only for texts that Postgres' grammar refuses.
 */
export function toPostgresSql(text: string): RewrittenText | undefined {
  const tokens = tokenizeSql(text).filter((token) => token.kind !== 'comment');
  const source: Source = { text, tokens, edits: [], words: tokens.map((token) => wordOf(text, token)) };
  quoteBackticks(source);
  quoteBrackets(source);
  quoteReservedNames(source);
  let begin = 0;
  for (let index = 0; index <= tokens.length; index += 1) {
    if (index < tokens.length && symbolAt(source, index) !== ';') continue;
    rewriteStatement(source, begin, index);
    begin = index + 1;
  }
  if (source.edits.length === 0) return undefined;
  return rewriteText(text, withoutOverlap(source.edits));
}

interface Source {
  readonly text: string;
  readonly tokens: readonly SqlToken[];
  /** Upper-cased word of each token; empty for the other kinds. */
  readonly words: readonly string[];
  readonly edits: TextEdit[];
}

function wordOf(text: string, token: SqlToken): string {
  return token.kind === 'word' ? text.slice(token.start, token.end).toUpperCase() : '';
}

function symbolAt({ text, tokens }: Source, index: number): string {
  const token = tokens[index];
  return token?.kind === 'symbol' ? text.slice(token.start, token.end) : '';
}

function replace(source: Source, from: number, to: number, text: string): void {
  const first = source.tokens[from];
  const last = source.tokens[to - 1];
  if (first && last) source.edits.push({ start: first.start, end: last.end, text });
}

function insertAfter(source: Source, index: number, text: string): void {
  const token = source.tokens[index];
  if (token) source.edits.push({ start: token.end, end: token.end, text });
}

function withoutOverlap(edits: readonly TextEdit[]): TextEdit[] {
  const kept: TextEdit[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  }
  return kept;
}

function quoteBackticks(source: Source): void {
  source.tokens.forEach((token, index) => {
    if (token.kind !== 'backtick') return;
    const name = source.text
      .slice(token.start + 1, token.end - 1)
      .replaceAll('``', '`')
      .replaceAll('"', '""');
    replace(source, index, index + 1, `"${name}"`);
  });
}

/** `[group]`: SQLite and T-SQL put names so; in Postgres a bracket follows a value. */
function quoteBrackets(source: Source): void {
  for (let index = 0; index + 2 < source.tokens.length; index += 1) {
    if (symbolAt(source, index) !== '[' || symbolAt(source, index + 2) !== ']') continue;
    const before = source.tokens[index - 1];
    const isOfValue =
      before !== undefined && before.end === source.tokens[index]?.start && symbolAt(source, index - 1) !== '(';
    if (isOfValue || source.tokens[index + 1]?.kind !== 'word') continue;
    replace(source, index, index + 3, `"${identifierText(source, index + 1).replace(/^"|"$/g, '')}"`);
  }
}

/** Words that Postgres keeps for itself and the others do not. */
const reservedNames = new Set([
  'USER', 'OFFSET', 'ANALYSE', 'ARRAY', 'ANY', 'BOTH', 'END', 'GRANT', 'INITIALLY', 'LEADING', 'ONLY', 'PLACING', 'SESSION_USER',
  'SOME', 'SYMMETRIC', 'TRAILING', 'VARIADIC', 'WINDOW', 'FREEZE', 'VERBOSE', 'ILIKE',
]); // prettier-ignore

/** A reserved word in the place of a table's or a column's name. */
function quoteReservedNames(source: Source): void {
  source.words.forEach((word, index) => {
    if (!reservedNames.has(word)) return;
    const before = source.words[index - 1] ?? '';
    const symbol = symbolAt(source, index - 1);
    const isTable =
      /^(?:TABLE|EXISTS|INTO|UPDATE|FROM|JOIN|REFERENCES|TO|COLUMN|ADD)$/.test(before) ||
      (before === 'ON' && (symbolAt(source, index + 1) === '(' || source.words[index + 1] === 'USING'));
    const isColumn = symbol === '(' || symbol === ',' || symbol === '.';
    if (
      symbolAt(source, index + 1) === '.' ||
      ((isTable || isColumn) && !(isColumn && symbolAt(source, index + 1) === '('))
    )
      replace(source, index, index + 1, `"${word.toLowerCase()}"`);
  });
}

/** Where the words stand one after another from `index`; the index behind them, or -1. */
function matchWords(source: Source, index: number, ...words: string[]): number {
  return words.every((word, offset) => source.words[index + offset] === word) ? index + words.length : -1;
}

function findWord(source: Source, from: number, to: number, word: string): number {
  const found = source.words.indexOf(word, from);
  return found >= 0 && found < to ? found : -1;
}

function rewriteStatement(source: Source, begin: number, end: number): void {
  const verb = source.words[begin];
  if (verb === 'INSERT' || verb === 'REPLACE') rewriteInsert(source, begin, end);
  else if (verb === 'CREATE' || verb === 'ALTER') rewriteDefinition(source, begin, end);
  else if (verb === 'RENAME' && source.words[begin + 1] === 'TABLE') rewriteRename(source, begin, end);
  else if (verb === 'UPDATE' || verb === 'DELETE' || verb === 'SELECT') rewriteQuery(source, begin, end);
  else if (
    verb === 'BEGIN' &&
    ['IMMEDIATE', 'EXCLUSIVE', 'DEFERRED', 'CONCURRENT'].includes(source.words[begin + 1] ?? '')
  ) {
    replace(source, begin, Math.min(end, begin + 3), 'BEGIN');
  }
  rewriteExpressions(source, begin, end);
}

/** `RENAME TABLE a TO b, c TO d`. */
function rewriteRename(source: Source, begin: number, end: number): void {
  replace(source, begin, begin + 2, 'ALTER TABLE');
  for (const [index, [from, to]] of splitByComma(source, begin + 2, end).entries()) {
    const word = findWord(source, from, to, 'TO');
    if (word >= 0) replace(source, word, word + 1, 'RENAME TO');
    if (index > 0) replace(source, from - 1, from, '; ALTER TABLE ');
  }
}

function rewriteInsert(source: Source, begin: number, end: number): void {
  let into = begin + 1;
  let action: 'nothing' | 'replace' | null = null;
  if (source.words[begin] === 'REPLACE') {
    action = 'replace';
  } else {
    for (const word of ['LOW_PRIORITY', 'DELAYED', 'HIGH_PRIORITY', 'IGNORE']) {
      if (source.words[into] !== word) continue;
      if (word === 'IGNORE') action = 'nothing';
      into += 1;
    }
    if (source.words[into] === 'OR') {
      const choice = source.words[into + 1];
      action = choice === 'IGNORE' ? 'nothing' : choice === 'REPLACE' ? 'replace' : null;
      into += 2;
    }
  }
  const table = source.words[into] === 'INTO' ? into + 1 : into;
  replace(source, begin, table, 'INSERT INTO');
  let afterTable = table + 1;
  while (symbolAt(source, afterTable) === '.') afterTable += 2;
  let columns: string[] = [];
  let rest = afterTable;
  if (symbolAt(source, rest) === '(') {
    const close = closing(source, rest);
    columns = namesIn(source, rest + 1, close);
    rest = close + 1;
  }
  if (source.words[rest] === 'VALUE') replace(source, rest, rest + 1, 'VALUES');
  if (source.words[rest] === 'SET') {
    columns = rewriteInsertSet(source, rest, end);
  } else if (isHole(source, rest)) {
    replace(source, rest, rest + 1, `VALUES (${HOLE})`);
  } else if (source.words[rest] === 'VALUES' && isHole(source, rest + 1)) {
    replace(source, rest + 1, rest + 2, `(${HOLE})`);
  }

  const conflict = rewriteDuplicateKey(source, rest, end);
  if (conflict || action === null) return;
  const returning = findWord(source, rest, end, 'RETURNING');
  const last = (returning < 0 ? end : returning) - 1;
  const set = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  insertAfter(
    source,
    last,
    action === 'replace' && set !== '' ? ` ON CONFLICT DO UPDATE SET ${set}` : ' ON CONFLICT DO NOTHING',
  );
}

function isHole({ text, tokens }: Source, index: number): boolean {
  const token = tokens[index];
  return token?.kind === 'word' && text.slice(token.start, token.end) === HOLE;
}

/** `INSERT INTO t SET a = 1, b = 2` of MySQL. Returns the columns. */
function rewriteInsertSet(source: Source, set: number, end: number): string[] {
  const duplicate = findWord(source, set, end, 'DUPLICATE');
  const stop = duplicate < 0 ? end : duplicate - 1;
  const columns: string[] = [];
  const values: string[] = [];
  for (const [from, to] of splitByComma(source, set + 1, stop)) {
    if (symbolAt(source, from + 1) !== '=') return [];
    columns.push(identifierText(source, from));
    values.push(source.text.slice(source.tokens[from + 2]?.start, source.tokens[to - 1]?.end));
  }
  const first = source.tokens[set];
  const last = source.tokens[stop - 1];
  if (first && last) {
    source.edits.splice(
      0,
      source.edits.length,
      ...source.edits.filter((edit) => edit.end <= first.start || edit.start >= last.end),
    );
    source.edits.push({
      start: first.start,
      end: last.end,
      text: `(${columns.join(', ')}) VALUES (${values.join(', ')})`,
    });
  }
  return columns;
}

function rewriteDuplicateKey(source: Source, from: number, end: number): boolean {
  for (let index = from; index < end; index += 1) {
    const behind = matchWords(source, index, 'ON', 'DUPLICATE', 'KEY', 'UPDATE');
    if (behind < 0) continue;
    replace(source, index, behind, 'ON CONFLICT DO UPDATE SET');
    const alias = source.words[index - 2] === 'AS' ? source.words[index - 1] : undefined;
    if (alias !== undefined) replace(source, index - 2, index, '');
    for (let at = behind; at < end; at += 1) {
      if (source.words[at] === 'VALUES' && symbolAt(source, at + 1) === '(') {
        replace(source, at, at + 4, `excluded.${identifierText(source, at + 2)}`);
      } else if (alias !== undefined && source.words[at] === alias && symbolAt(source, at + 1) === '.') {
        replace(source, at, at + 1, 'excluded');
      }
    }
    return true;
  }
  return false;
}

function identifierText({ text, tokens }: Source, index: number): string {
  const token = tokens[index];
  if (!token) return HOLE;
  const written = text.slice(token.start, token.end);
  return token.kind === 'backtick' ? `"${written.slice(1, -1)}"` : written;
}

function namesIn(source: Source, from: number, to: number): string[] {
  return splitByComma(source, from, to).map(([start]) => identifierText(source, start));
}

/** Index of the bracket that closes the one at `open`. */
function closing(source: Source, open: number): number {
  let depth = 0;
  for (let index = open; index < source.tokens.length; index += 1) {
    const symbol = symbolAt(source, index);
    if (symbol === '(') depth += 1;
    if (symbol === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return source.tokens.length;
}

function splitByComma(source: Source, from: number, to: number): [number, number][] {
  const parts: [number, number][] = [];
  let start = from;
  let depth = 0;
  for (let index = from; index < to; index += 1) {
    const symbol = symbolAt(source, index);
    if (symbol === '(') depth += 1;
    if (symbol === ')') depth -= 1;
    if (symbol === ',' && depth === 0) {
      parts.push([start, index]);
      start = index + 1;
    }
  }
  if (start < to) parts.push([start, to]);
  return parts;
}

function rewriteQuery(source: Source, begin: number, end: number): void {
  let depth = 0;
  for (let index = begin; index < end; index += 1) {
    const symbol = symbolAt(source, index);
    if (symbol === '(') depth += 1;
    if (symbol === ')') depth -= 1;
    const share = matchWords(source, index, 'LOCK', 'IN', 'SHARE', 'MODE');
    if (share > 0) replace(source, index, share, 'FOR SHARE');
    if (source.words[index] === 'SET' && isHole(source, index + 1) && symbolAt(source, index + 2) !== '=') {
      replace(source, index + 1, index + 2, `${HOLE} = ${HOLE}`);
    }
    // Postgres has no LIMIT for a write, and MySQL's only bounds how many of the matching rows it touches.
    if (
      depth === 0 &&
      source.words[begin] !== 'SELECT' &&
      (source.words[index] === 'LIMIT' || source.words[index] === 'ORDER')
    ) {
      const returning = findWord(source, index, end, 'RETURNING');
      replace(source, index, returning < 0 ? end : returning, '');
      return;
    }
  }
  if (source.words[begin] === 'UPDATE') {
    let table = begin + 1;
    while (['LOW_PRIORITY', 'IGNORE', 'OR', 'ROLLBACK', 'ABORT', 'REPLACE', 'FAIL'].includes(source.words[table] ?? ''))
      table += 1;
    if (table > begin + 1) replace(source, begin + 1, table, '');
  }
}

const intervalUnits = new Set(['MICROSECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR']);

function rewriteExpressions(source: Source, begin: number, end: number): void {
  for (let index = begin; index < end; index += 1) {
    if (source.words[index] === 'INTERVAL') {
      for (let unit = index + 2; unit <= index + 4 && unit < end; unit += 1) {
        if (!intervalUnits.has(source.words[unit] ?? '')) continue;
        const amount = source.text.slice(source.tokens[index + 1]?.start, source.tokens[unit - 1]?.end);
        const name = (source.words[unit] ?? '').toLowerCase();
        replace(source, index, unit + 1, `(${amount} * interval '1 ${name === 'quarter' ? 'month' : name}')`);
        break;
      }
    }
    if (matchWords(source, index, 'COLLATE', 'NOCASE') > 0) replace(source, index, index + 2, '');
  }
}

const tableOptions = new Set([
  'ENGINE',
  'DEFAULT',
  'CHARSET',
  'CHARACTER',
  'COLLATE',
  'COMMENT',
  'AUTO_INCREMENT',
  'ROW_FORMAT',
  'STRICT',
  'WITHOUT',
]);

function rewriteDefinition(source: Source, begin: number, end: number): void {
  if (findWord(source, begin, begin + 5, 'TABLE') < 0) {
    rewriteIndexDefinition(source, begin, end);
    return;
  }
  let depth = 0;
  for (let index = begin; index < end; index += 1) {
    const symbol = symbolAt(source, index);
    if (symbol === '(') depth += 1;
    if (symbol === ')') {
      depth -= 1;
      if (depth === 0 && source.words[begin] === 'CREATE' && tableOptions.has(source.words[index + 1] ?? '')) {
        replace(source, index + 1, end, '');
        return;
      }
    }
    rewriteColumnWord(source, index, end);
    rewriteKeyItem(source, index, depth);
  }
}

function rewriteIndexDefinition(source: Source, begin: number, end: number): void {
  // `CREATE INDEX i USING BTREE ON t (a)` and prefix lengths `a(10)`.
  for (let index = begin; index < end; index += 1) {
    const using = matchWords(source, index, 'USING', 'BTREE');
    if (using > 0) replace(source, index, using, '');
    dropPrefixLength(source, index);
  }
}

function dropPrefixLength(source: Source, index: number): void {
  if (
    symbolAt(source, index) === '(' &&
    source.tokens[index + 1]?.kind === 'number' &&
    symbolAt(source, index + 2) === ')' &&
    isName(source, index - 1)
  ) {
    replace(source, index, index + 3, '');
  }
}

function isName(source: Source, index: number): boolean {
  const kind = source.tokens[index]?.kind;
  return kind === 'word' || kind === 'backtick' || kind === 'quoted';
}

function rewriteColumnWord(source: Source, index: number, end: number): void {
  switch (source.words[index]) {
    case 'AUTOINCREMENT':
    case 'AUTO_INCREMENT':
      if (symbolAt(source, index + 1) !== '=') replace(source, index, index + 1, 'GENERATED BY DEFAULT AS IDENTITY');
      return;
    case 'UNSIGNED':
    case 'ZEROFILL':
    case 'SIGNED':
      replace(source, index, index + 1, '');
      return;
    case 'ENUM':
    case 'SET':
      if (symbolAt(source, index + 1) === '(' && source.tokens[index + 2]?.kind === 'string') {
        replace(source, index, closing(source, index + 1) + 1, 'text');
      }
      return;
    case 'TINYINT':
    case 'MEDIUMINT':
    case 'INT':
    case 'INTEGER':
    case 'BIGINT':
    case 'SMALLINT':
    case 'DATETIME':
    case 'DOUBLE':
    case 'FLOAT':
    case 'YEAR':
    case 'LONGTEXT':
    case 'TEXT':
    case 'BLOB':
    case 'VARBINARY':
    case 'BINARY':
      if (symbolAt(source, index + 1) === '(') replace(source, index + 1, closing(source, index + 1) + 1, '');
      else if (source.words[index] === 'DOUBLE' && source.words[index + 1] !== 'PRECISION')
        replace(source, index, index + 1, 'float8');
      return;
    case 'COMMENT':
      if (source.tokens[index + 1]?.kind === 'string') replace(source, index, index + 2, '');
      return;
    case 'CHARACTER':
      if (source.words[index + 1] === 'SET') replace(source, index, index + 3, '');
      return;
    case 'COLLATE':
      if (index + 1 < end) replace(source, index, index + 2, '');
      return;
    case 'ON':
      if (source.words[index + 1] === 'UPDATE' && /^(?:CURRENT_TIMESTAMP|NOW)$/.test(source.words[index + 2] ?? '')) {
        const stop = symbolAt(source, index + 3) === '(' ? closing(source, index + 3) + 1 : index + 3;
        replace(source, index, stop, '');
      }
      return;
    case 'AFTER':
    case 'FIRST':
      if (source.words[0] === 'ALTER' || source.words.includes('ALTER')) {
        replace(source, index, source.words[index] === 'AFTER' ? index + 2 : index + 1, '');
      }
      return;
    case 'VIRTUAL':
      replace(source, index, index + 1, 'STORED');
      return;
    case 'DEFAULT':
      // SQLite and MySQL take an expression in brackets and double-quoted strings here.
      if (source.tokens[index + 1]?.kind === 'quoted') {
        replace(source, index + 1, index + 2, `'${identifierText(source, index + 1).slice(1, -1)}'`);
      }
      return;
    case 'DROP':
      if (/^(?:INDEX|KEY)$/.test(source.words[index + 1] ?? '')) replace(source, index, index + 2, 'DROP CONSTRAINT');
      else if (matchWords(source, index, 'DROP', 'PRIMARY', 'KEY') > 0)
        replace(source, index, index + 3, 'DROP CONSTRAINT "PRIMARY"');
      else if (matchWords(source, index, 'DROP', 'FOREIGN', 'KEY') > 0)
        replace(source, index, index + 3, 'DROP CONSTRAINT');
      return;
    case 'USING':
      if (/^(?:BTREE|HASH)$/.test(source.words[index + 1] ?? '')) replace(source, index, index + 2, '');
      return;
    case 'MODIFY':
      replaceModify(source, index);
      return;
    case 'CHANGE':
      replaceChange(source, index);
      return;
    default:
      return;
  }
}

/** `MODIFY [COLUMN] a type …`: what counts for keys is the column's type only. */
function replaceModify(source: Source, index: number): void {
  const column = source.words[index + 1] === 'COLUMN' ? index + 2 : index + 1;
  replace(source, index, endOfItem(source, column), `ALTER COLUMN ${identifierText(source, column)} TYPE text`);
}

/** `CHANGE [COLUMN] a b type …`: a rename, which Postgres takes by itself only. */
function replaceChange(source: Source, index: number): void {
  const column = source.words[index + 1] === 'COLUMN' ? index + 2 : index + 1;
  const stop = endOfItem(source, column);
  const [from, to] = [identifierText(source, column), identifierText(source, column + 1)];
  if (from === to) {
    replace(source, index, stop, `ALTER COLUMN ${from} TYPE text`);
    return;
  }
  const isAlone = symbolAt(source, index - 1) !== ',' && symbolAt(source, stop) !== ',';
  replace(
    source,
    index,
    stop,
    isAlone ? `RENAME COLUMN ${from} TO ${to}` : `DROP COLUMN ${from}, ADD COLUMN ${to} text`,
  );
}

/** Index of the comma or semicolon behind an item of a list; the end where there is none. */
function endOfItem(source: Source, from: number): number {
  let depth = 0;
  for (let index = from; index < source.tokens.length; index += 1) {
    const symbol = symbolAt(source, index);
    if (depth === 0 && (symbol === ',' || symbol === ';')) return index;
    if (symbol === '(') depth += 1;
    if (symbol === ')') depth -= 1;
  }
  return source.tokens.length;
}

/** `UNIQUE KEY name (a)`, `KEY name (a)`, `PRIMARY KEY (a(10))`, `ADD UNIQUE INDEX name (a)`. */
function rewriteKeyItem(source: Source, index: number, depth: number): void {
  const previous = symbolAt(source, index - 1);
  const added = source.words[index - 1] === 'ADD';
  const starts = ((previous === '(' || previous === ',') && depth === 1) || added;
  const word = source.words[index] ?? '';
  if (word === 'UNIQUE' && (starts || source.words[index - 2] === 'CONSTRAINT')) {
    let at = index + 1;
    if (source.words[at] === 'KEY' || source.words[at] === 'INDEX') at += 1;
    const named = isName(source, at) && symbolAt(source, at + 1) === '(';
    if (at > index + 1 || named) {
      const name = named && source.words[index - 2] !== 'CONSTRAINT' ? `CONSTRAINT ${identifierText(source, at)} ` : '';
      replace(source, index, named ? at + 1 : at, `${name}UNIQUE`);
    }
    dropPrefixLengths(source, named ? at + 1 : at);
  } else if (word === 'PRIMARY' && starts) {
    dropPrefixLengths(source, index + 2);
  } else if (starts && (/^(?:KEY|INDEX)$/.test(word) || /^(?:FULLTEXT|SPATIAL)$/.test(word))) {
    let open = index;
    while (open < source.tokens.length && symbolAt(source, open) !== '(') open += 1;
    // A column that is called so: `key varchar(200)`, `key text, name varchar(80)`.
    if (source.tokens[open + 1]?.kind === 'number' || open > index + 4) return;
    for (let at = index; at < open; at += 1) if (symbolAt(source, at) === ',') return;
    // A plain index guards nothing; a check that is always true keeps the list of items well-formed.
    replace(source, index, closing(source, open) + 1, 'CHECK (true)');
  }
}

function dropPrefixLengths(source: Source, open: number): void {
  if (symbolAt(source, open) !== '(') return;
  const close = closing(source, open);
  for (let index = open + 1; index < close; index += 1) dropPrefixLength(source, index);
}
