import * as v from "valibot";
import { toIso } from "../base/clock.ts";
import type { Context } from "./context.ts";
import { invalid } from "../base/errors.ts";
import type { Asker } from "../port/with-signal.ts";
import type { DateRange } from "../questions/index.ts";
import type { Project } from "../admin/projects/index.ts";
import type { Cell, SqlRequest } from "./protocol.ts";
import { readSessions } from "./read-sessions.ts";
import type { Constant, Placeholders } from "../hogql/index.ts";

/** Rows without LIMIT, and the bound. */
export const DEFAULT_ROWS = 100;
export const MAX_ROWS = 50_000;

/** Limits of time and memory when the options set none. */
const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MEMORY_BYTES = 512 * 1024 * 1024;

/** Characters of a statement. Longer text is no question but an attack on the parser. */
export const MAX_SQL_CHARS = 100_000;

const Sql = v.pipe(v.string(), v.nonEmpty("This field may not be blank."), v.maxLength(MAX_SQL_CHARS));

/** A constant for a placeholder. */
export const ConstantField: v.GenericSchema<Constant> = v.custom<Constant>(
  isConstant,
  "Expected a text, a number, true, false, null, or a list of these.",
);

const Values = v.record(v.string(), ConstantField);

/** Members of all lists in a value. */
const MAX_MEMBERS = 100_000;

function isConstant(value: unknown): value is Constant {
  if (Array.isArray(value))
    return value.length <= MAX_MEMBERS && value.every((member) => !Array.isArray(member) && isConstant(member));
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

/** Text, or PostHog's object around it. */
const HogQLQuery = v.object({
  kind: v.literal("HogQLQuery", 'Expected "HogQLQuery": other kinds of query are not known here.'),
  query: Sql,
  values: v.exactOptional(Values),
});

// Text in a form or a query string may be a number too.
const Limit = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))], "A valid integer is required."),
  v.integer("A valid integer is required."),
  v.minValue(1, "Ensure this value is greater than or equal to 1."),
);

/** A question in SQL. */
export const QueryInput = v.object({
  /** The statement, or PostHog's object around it. */
  query: v.lazy(
    (query): v.GenericSchema<string | v.InferInput<typeof HogQLQuery>, string | v.InferOutput<typeof HogQLQuery>> =>
      typeof query === "string" ? Sql : HogQLQuery,
  ),
  /** For `{name}` and `:name` in the statement. */
  values: v.exactOptional(Values),
  /** Most rows, whatever the statement's own LIMIT; over 50000 counts as 50000. @default its LIMIT, else 100 */
  limit: v.exactOptional(Limit),
});
export type QueryInput = v.InferOutput<typeof QueryInput>;
export type QueryOptions = Omit<v.InferInput<typeof QueryInput>, "query">;

/** The result of a query (reference/rest.md 10.2). */
export interface QueryResult {
  /** Values in the order of `columns`. */
  results: Cell[][];
  columns: string[];
  /** Column and type, in ClickHouse's names: the type of a view's column, else a type that fits the values. */
  types: [column: string, type: string][];
  /** The statement as SQLite ran it. */
  hogql: string;
  /** The statement as it was given. */
  query: string;
  /** Always null: hoglet has no ClickHouse. */
  clickhouse: null;
  /** Are there rows beyond `limit`? */
  hasMore: boolean;
  limit: number;
  /** The statement's own OFFSET. */
  offset: number;
  error: null;
  /** The steps of SQLite's plan, if they were asked for. */
  explain: string[] | null;
  metadata: null;
  modifiers: Record<string, never>;
  timings: never[];
  is_cached: false;
  /** ISO text. */
  last_refresh: string;
}

/** The inputs of a statement besides its text. */
export interface QueryParts extends Partial<Placeholders> {
  /** Most rows, whatever the statement's own LIMIT. */
  limit?: number | undefined;
  /** Is SQLite's plan wanted too? */
  isExplained?: boolean;
  /** The sessions that the statement reads have an event in this range. @default all sessions */
  sessionRange?: DateRange | null;
}

type RunContext = Context & Asker;

/**
 * A SELECT over the tables of `tables.ts`, which sees every write acknowledged before.
 * @param keyId the key that asks; absent = a program that holds the handle
 * @throws invalid when it is not a SELECT over the tables, or exceeds the options' time or memory; cancelled; throttled
 * when too many questions of the key, or of all keys, wait
 */
export async function runQuery(
  ctx: RunContext,
  project: Project,
  { query, values, limit }: QueryInput,
  keyId?: string,
): Promise<QueryResult> {
  const given = typeof query === "string" ? query : query.query;
  const all = { ...(typeof query === "object" && query.values), ...values };
  const { result } = await runStatement(ctx, project, given, { values: all, limit }, keyId);
  return result;
}

/**
 * `runQuery` with all that a node can give.
 * @returns the answer, and whether the statement has a LIMIT of its own
 */
export async function runStatement(
  ctx: RunContext,
  project: Project,
  text: string,
  { values = {}, variables = {}, filters = null, limit: wanted, isExplained = false, sessionRange = null }: QueryParts,
  keyId?: string,
): Promise<{ result: QueryResult; isLimited: boolean }> {
  if (text.includes("\0")) throw invalid("query", "The query has a NUL character.");
  const { queries, options, clock, signal } = ctx;
  const nowMs = clock.now();
  const request: SqlRequest = {
    text,
    placeholders: { values, variables, filters },
    rows: { otherwise: Math.min(wanted ?? DEFAULT_ROWS, MAX_ROWS), most: Math.min(wanted ?? MAX_ROWS, MAX_ROWS) },
    isExplained,
    timeoutMs: options.queryTimeoutMs ?? DEFAULT_TIMEOUT_MS,
    memoryBytes: options.queryMemoryBytes ?? DEFAULT_MEMORY_BYTES,
    projectId: project.id,
    timezone: project.timezone,
    weekStartDay: project.week_start_day,
    nameProperties: project.person_display_name_properties,
    nowMs,
    sessions: null,
  };
  const sessions = () => readSessions(ctx, request, sessionRange);
  const { rows, columns, types, isLimited, plan, sql, ...found } = await queries.ask(request, {
    signal,
    keyId,
    sessions,
  });
  const result: QueryResult = {
    results: rows,
    columns,
    types: columns.map((name, index) => [name, types[index] ?? "String"]),
    hogql: sql,
    query: text,
    clickhouse: null,
    hasMore: found.hasMore,
    limit: found.limit,
    offset: found.offset,
    error: null,
    explain: plan,
    metadata: null,
    modifiers: {},
    timings: [],
    is_cached: false,
    last_refresh: toIso(nowMs),
  };
  return { result, isLimited };
}
