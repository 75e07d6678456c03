import { parseStatement } from "../language/parse-query.ts";
import { Refusal } from "../refusal.ts";
import type { Expression, Query, SelectCore } from "../language/tree.ts";
import type { Compilation, TimeBounds } from "./compilation.ts";
import { compileExpression } from "./compile-expression.ts";
import { compilePlaceholder } from "./compile-placeholder.ts";
import type { Placeholders } from "./compile-placeholder.ts";
import { compileQuery } from "./compile-query.ts";
import { sourceOfSession } from "../session-table.ts";
import type { SessionSource } from "../session-table.ts";
import { commonType, nullable, STRING } from "./type.ts";
import type { Type } from "./type.ts";
import { toNumber, toText, toTime } from "./value.ts";
import type { Value } from "./value.ts";

/** A statement for SQLite. */
export interface Statement {
  sql: string;
  columns: { name: string; type: Type }[];
  /** Values of the SQL's named parameters. */
  values: Record<string, string | number | bigint | null>;
  /** The statement's own `LIMIT <number>`; null = no LIMIT, or an expression. */
  limit: number | null;
  isLimited: boolean;
  /** A literal OFFSET; else 0. */
  offset: number;
  /** The columns of sessions that it needs; null = it reads no sessions. */
  sessions: ReadonlySet<SessionSource> | null;
  /** Bounds of each table of events, as SQL with the statement's values. */
  eventTimes: readonly TimeBounds[];
  /** Set when it wants the first `wanted` rows of events by time; null = another order, or more tables. */
  sortedByTime: { isDescending: boolean; wanted: number } | null;
}

/** Bounds of an answer's rows; one more row is asked for, to see whether there are more. */
export interface Rows {
  /** Most rows of a statement without LIMIT. */
  otherwise: number;
  /** Most rows of any statement, also with LIMIT. */
  most: number;
}

/**
 * Compiles a statement.
 * @throws Refusal when it is not a SELECT over the tables, or a name, a function or a type in it is wrong
 */
export function compileStatement(text: string, timezone: string, placeholders: Placeholders, rows: Rows): Statement {
  return compileParsed(text, parseStatement(text), timezone, placeholders, rows);
}

/**
 * As `compileStatement`, of a parsed statement.
 * @param text the author's text, for names of columns
 */
export function compileParsed(
  text: string,
  parsed: Query,
  timezone: string,
  placeholders: Placeholders,
  {
    areEventsCounted = false,
    haveEventsCohorts = false,
    ...rows
  }: Rows & Partial<Pick<Compilation, "areEventsCounted" | "haveEventsCohorts">>,
): Statement {
  const values: Statement["values"] = {};
  let count = 0;
  let sessions: Set<SessionSource> | null = null;
  const eventTimes: TimeBounds[] = [];
  const compilation: Compilation = {
    timezone,
    text,
    areEventsCounted,
    haveEventsCohorts,
    expression: (scope, node) => compileExpression(compilation, scope, node),
    query: (scope, node) => compileQuery(compilation, scope, node),
    placeholder: (scope, path) => compilePlaceholder(compilation, scope, path, placeholders),
    unify,
    bind(value) {
      const name = `p${Object.keys(values).length}`;
      values[name] = value;
      return `:${name}`;
    },
    readSession(column = "id") {
      sessions ??= new Set();
      const source = sourceOfSession(column);
      if (source !== undefined) sessions.add(source);
    },
    readEvents: (times) => void eventTimes.push(times),
    unique: () => `hog ${++count}`,
  };
  function unify(given: readonly Value[]): { type: Type; sql: string[] } {
    const type = commonType(given.map((value) => value.type));
    if (type === null) return { type: nullable(STRING), sql: given.map((value) => toText(value, compilation).sql) };
    return { type, sql: given.map((value) => toCommon(value, type)) };
  }
  function toCommon(value: Value, type: Type): string {
    if (type.family === "time") return toTime(value) ?? value.sql;
    if (type.family === "text") return toText(value, compilation).sql;
    if (type.family === "number") return toNumber(value) ?? value.sql;
    return value.sql;
  }
  const limits = readLimits(parsed, rows);
  const { sql, columns } = compileQuery(compilation, null, limits.query);
  const { limit, isLimited, offset } = limits;
  const sortedByTime = eventTimes.length === 1 ? readOrder(limits.query) : null;
  return { sql, columns, values, limit, isLimited, offset, sessions, eventTimes, sortedByTime };
}

/** Does a SELECT over events alone sort them by time? Other SELECTs are only slower. */
function readOrder({ first, rest, with: common }: Query): Statement["sortedByTime"] {
  if (rest.length > 0 || common.length > 0 || first.kind !== "select") return null;
  const { from, groupBy, having, isDistinct, limitBy, windows, arrayJoins, orderBy, columns } = first;
  if (first.isGroupedByAll || first.qualify !== null || orderBy.some(({ fill }) => fill !== null)) return null;
  const isPlain = groupBy.length === 0 && having === null && !isDistinct && limitBy === null && windows.length === 0;
  const [source, ...joined] = from;
  if (!isPlain || arrayJoins !== null || joined.length > 0 || source?.source.kind !== "table") return null;
  const [key] = orderBy;
  const isTime = key?.arg.kind === "name" && key.arg.parts.at(-1) === "timestamp" && key.arg.parts.length <= 2;
  const hasAlias = columns.some((column) => column.kind === "alias" && column.name === "timestamp");
  const [most, offset] = [wholeNumber(first.limit), wholeNumber(first.offset) ?? 0];
  if (key === undefined || !isTime || hasAlias || most === null || columns.some(callsOver)) return null;
  return { isDescending: key.isDescending, wanted: most + offset };
}

/** A window function needs all rows. */
function callsOver(node: Expression): boolean {
  return JSON.stringify(node).includes('"over":{') || /"over":"/.test(JSON.stringify(node));
}

/** One row more than the statement's LIMIT, or than an answer has. */
function readLimits(query: Query, { otherwise, most }: Rows) {
  const isSingle = query.rest.length === 0 && query.first.kind === "select";
  const holder = isSingle ? (query.first as SelectCore) : query;
  const own = wholeNumber(holder.limit);
  const isLimited = holder.limit !== null;
  const offset = wholeNumber(holder.offset) ?? 0;
  if (isLimited && own === null) return { query, limit: null, isLimited, offset };
  const value = (own === null ? otherwise : Math.min(own, most)) + 1;
  const limit: Expression = { kind: "constant", value, start: query.start, end: query.end };
  const changed = isSingle ? { ...query, first: { ...(query.first as SelectCore), limit } } : { ...query, limit };
  return { query: changed, limit: own, isLimited, offset };
}

function wholeNumber(node: Expression | null): number | null {
  if (node?.kind !== "constant" || typeof node.value !== "number") return null;
  if (Number.isInteger(node.value) && node.value >= 0) return node.value;
  throw new Refusal("LIMIT and OFFSET need whole numbers from 0.");
}
