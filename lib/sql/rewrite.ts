import { tokenize } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** A statement rewritten for SQLite. */
export interface Rewritten {
  sql: string;
  /** The rows of the statement's own `LIMIT <number>`; null = no LIMIT, or an expression. */
  limit: number | null;
  /** The offset of a literal `LIMIT n OFFSET m`; else 0. */
  offset: number;
  /** Does the statement have a LIMIT? */
  isLimited: boolean;
  /** The name of a result column in the author's words. */
  toColumn(name: string): string;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Rewrites the parts of HogQL that differ from SQLite's SQL:
 * - `properties.email`, `p.properties.$browser`, `properties['a b']` → `properties ->> '$.email'`, named `email` when
 *   it is a result column of its own; `person.properties.x` of an event is looked up in `persons`;
 * - `countIf(c)`, `sumIf(x, c)` and the like → `FILTER`; `uniq(x)` → `count(DISTINCT x)`; `toString`, `toInt`,
 *   `toFloat` → `CAST`;
 * - `now() - interval 7 day` → `now('-7 day')`; `{name}` → `:name`;
 * - a literal `LIMIT n` at the end asks for one row more, which shows whether more exist.
 *
 * All else stays as it is, character for character. Only convenience depends on this: `guard.ts` checks the result.
 */
export function rewrite(source: string): Rewritten {
  const tokens = tokenize(source);
  const pairs = matchParentheses(tokens);
  const limit = findLimit(tokens);
  const edits: Edit[] = limit.edit === null ? [] : [limit.edit];
  const clauses = new Clauses();
  for (let index = 0; index < tokens.length;) {
    clauses.enter(tokens[index]);
    const property = toProperty(tokens, index, clauses.isResultList);
    const edit = property ?? toInterval(tokens, index) ?? toPlaceholder(tokens, index);
    if (edit === null) {
      edits.push(...toCall(tokens, index, pairs));
      index += 1;
    } else {
      edits.push(edit);
      while ((tokens[index]?.start ?? source.length) < edit.end) index += 1;
      if (tokens[index] === undefined) break;
    }
  }
  edits.sort((a, b) => a.start - b.start);
  const sql = apply(source, edits);
  return { sql, ...limit, toColumn: (name) => toSource(source, edits, sql, name) };
}

/** Tracks whether the current token stands in a list of result columns: only result columns get names. */
class Clauses {
  readonly #stack: boolean[] = [false];

  get isResultList(): boolean {
    return this.#stack.at(-1) === true;
  }

  enter(token: Token | undefined): void {
    if (token === undefined) return;
    if (token.source === "(") this.#stack.push(false);
    if (token.source === ")" && this.#stack.length > 1) this.#stack.pop();
    if (token.kind === "name" && (token.value === "select" || AFTER_LIST.has(token.value))) {
      this.#stack[this.#stack.length - 1] = token.value === "select";
    }
  }
}

const AFTER_LIST = new Set("from where group having window order limit union intersect except".split(" "));
const BEFORE_COLUMN = new Set(["select", "distinct", "all", ","]);

function toProperty(tokens: readonly Token[], first: number, isResultList: boolean): Edit | null {
  if (!isName(tokens[first]) || tokens[first - 1]?.source === ".") return null;
  const at = findProperties(tokens, first);
  if (at === null) return null;
  const { keys, end } = readKeys(tokens, at + 1);
  const [start, last] = [tokens[first], tokens[end - 1]];
  const leaf = keys.at(-1);
  if (start === undefined || last === undefined || leaf === undefined) return null;
  const path = quote(`$${keys.map(toStep).join("")}`, "'");
  const isPerson = tokens[at - 2]?.value === "person" && isName(tokens[at - 2]);
  const owner = tokens.slice(first, isPerson ? at - 2 : at + 1).map((token) => token.source);
  const value = isPerson
    ? `(SELECT properties ->> ${path} FROM temp.persons WHERE id = ${owner.join("")}person_id)`
    : `(${owner.join("")} ->> ${path})`;
  const before = tokens[first - 1]?.value ?? "";
  const after = tokens[end];
  const isColumn =
    isResultList &&
    BEFORE_COLUMN.has(before) &&
    (after === undefined || [",", ")", ";"].includes(after.source) || AFTER_LIST.has(after.value));
  return { start: start.start, end: last.end, text: isColumn ? `${value} AS ${quote(leaf, '"')}` : value };
}

/** The token `properties` of `properties`, `p.properties`, `person.properties` or `e.person.properties`; null = none. */
function findProperties(tokens: readonly Token[], first: number): number | null {
  for (let at = first; isName(tokens[at]) && at <= first + 4; at += 2) {
    if (tokens[at]?.value.toLowerCase() === "properties") return at;
    if (tokens[at + 1]?.source !== ".") return null;
  }
  return null;
}

function readKeys(tokens: readonly Token[], from: number): { keys: string[]; end: number } {
  const keys: string[] = [];
  let end = from;
  for (;;) {
    const [token, key] = [tokens[end], tokens[end + 1]];
    if (token?.source === "." && key !== undefined && (isName(key) || key.source.startsWith("$"))) {
      keys.push(key.kind === "name" ? key.source : key.value);
      end += 2;
    } else if (token?.kind === "quoted" && /^\[\s*(['"]).*\1\s*\]$/s.test(token.source)) {
      keys.push(token.value.trim().slice(1, -1));
      end += 1;
    } else {
      return { keys, end };
    }
  }
}

// A plain key is written exactly as in the index on persons' email, so that SQLite uses the index.
function toStep(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `."${key}"`;
}

const UNITS = /^(second|minute|hour|day|week|month|quarter|year)s?$/;

function toInterval(tokens: readonly Token[], first: number): Edit | null {
  const [name, open, close, sign, interval, count, unit] = tokens.slice(first, first + 7);
  if (name === undefined || unit === undefined || !["now", "today"].includes(name.value)) return null;
  if (`${open?.source}${close?.source}` !== "()" || !/^[+-]$/.test(sign?.source ?? "")) return null;
  if (interval?.value !== "interval" || !/^\d{1,6}$/.test(count?.value ?? "") || !UNITS.test(unit.value)) return null;
  const text = `${name.source}('${sign?.source}${count?.value} ${unit.value.replace(/s$/, "")}')`;
  return { start: name.start, end: unit.end, text };
}

function toPlaceholder(tokens: readonly Token[], first: number): Edit | null {
  const [open, name, close] = tokens.slice(first, first + 3);
  if (open?.source !== "{" || name?.kind !== "name" || close?.source !== "}") return null;
  return { start: open.start, end: close.end, text: `:${name.source}` };
}

/** The names of aggregates without their -If. */
const CONDITIONAL: Record<string, string> = {
  countif: "count(*",
  sumif: "sum(",
  avgif: "avg(",
  minif: "min(",
  maxif: "max(",
  uniqif: "count(DISTINCT ",
};

/** By function: the replacement of its name and "(", and the text before its ")". */
const CALLS: Record<string, [open: string, close: string]> = {
  uniq: ["count(DISTINCT ", ""],
  uniqexact: ["count(DISTINCT ", ""],
  tostring: ["CAST(", " AS TEXT"],
  toint: ["CAST(", " AS INTEGER"],
  tofloat: ["CAST(", " AS REAL"],
};

function toCall(tokens: readonly Token[], first: number, pairs: ReadonlyMap<number, Call>): Edit[] {
  const [name, open] = [tokens[first], tokens[first + 1]];
  const call = pairs.get(first + 1);
  if (name?.kind !== "name" || open === undefined || call === undefined) return [];
  const aggregate = CONDITIONAL[name.value];
  if (aggregate !== undefined) return toFilter(aggregate, name, open, call);
  const simple = CALLS[name.value];
  if (simple === undefined) return [];
  const head = { start: name.start, end: open.end, text: simple[0] };
  return simple[1] === "" ? [head] : [head, { start: call.close.start, end: call.close.start, text: simple[1] }];
}

function toFilter(aggregate: string, name: Token, open: Token, { comma }: Call): Edit[] {
  const filter = ") FILTER (WHERE ";
  if (comma === null) return [{ start: name.start, end: open.end, text: `${aggregate}${filter}` }];
  return [
    { start: name.start, end: open.end, text: aggregate },
    { start: comma.start, end: comma.end, text: filter },
  ];
}

interface Call {
  close: Token;
  /** The last comma between the arguments. */
  comma: Token | null;
}

/** By the index of each "(". */
function matchParentheses(tokens: readonly Token[]): Map<number, Call> {
  const found = new Map<number, Call>();
  const open: { index: number; comma: Token | null }[] = [];
  for (const [index, token] of tokens.entries()) {
    const inner = open.at(-1);
    if (token.source === "(") open.push({ index, comma: null });
    if (inner === undefined) continue;
    if (token.source === ",") inner.comma = token;
    if (token.source === ")") {
      found.set(inner.index, { close: token, comma: inner.comma });
      open.pop();
    }
  }
  return found;
}

function findLimit(
  tokens: readonly Token[],
): Pick<Rewritten, "limit" | "offset" | "isLimited"> & { edit: Edit | null } {
  let depth = 0;
  let at = -1;
  for (const [index, token] of tokens.entries()) {
    if (token.source === "(") depth += 1;
    if (token.source === ")") depth -= 1;
    if (depth === 0 && token.kind === "name" && token.value === "limit") at = index;
  }
  if (at < 0) return { limit: null, offset: 0, isLimited: false, edit: null };
  const [count, ...rest] = tokens.slice(at + 1).filter((token) => token.source !== ";");
  const [word, skipped, ...more] = rest;
  const hasOffset = word?.value === "offset" && isWhole(skipped) && more.length === 0;
  if (!isWhole(count) || !(rest.length === 0 || hasOffset)) {
    return { limit: null, offset: 0, isLimited: true, edit: null };
  }
  const limit = Number(count.value);
  const edit = { start: count.start, end: count.end, text: String(limit + 1) };
  return { limit, offset: hasOffset ? Number(skipped?.value) : 0, isLimited: true, edit };
}

function isWhole(token: Token | undefined): token is Token {
  return token?.kind === "number" && /^\d{1,15}$/.test(token.value);
}

function isName(token: Token | undefined): boolean {
  return token?.kind === "name" || (token?.kind === "quoted" && !/^\[\s*['"]/.test(token.source));
}

function quote(text: string, mark: string): string {
  return mark + text.replaceAll(mark, mark + mark) + mark;
}

function apply(source: string, edits: readonly Edit[]): string {
  let [sql, at] = ["", 0];
  for (const { start, end, text } of edits) {
    sql += source.slice(at, start) + text;
    at = end;
  }
  return sql + source.slice(at);
}

// SQLite names a column without a name by its text; where that text was edited, this restores the author's text.
function toSource(source: string, edits: readonly Edit[], sql: string, name: string): string {
  const from = sql.indexOf(name);
  if (from < 0) return name;
  const start = toOffset(edits, from, "end");
  const end = toOffset(edits, from + name.length, "start");
  return start === null || end === null ? name : source.slice(start, end).trim();
}

/** The offset in the source of an offset in the result; null = inside of an edit. */
function toOffset(edits: readonly Edit[], offset: number, side: "start" | "end"): number | null {
  let shift = 0;
  for (const { start, end, text } of edits) {
    const from = start + shift;
    const to = from + text.length;
    if (offset < from || (offset === from && side === "end")) return offset - shift;
    if (offset < to) return null;
    shift += text.length - (end - start);
    if (offset === to) return end;
  }
  return offset - shift;
}
