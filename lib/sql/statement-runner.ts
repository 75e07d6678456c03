import { openReader } from "../log/index.ts";
import { openEmpty } from "../storage/index.ts";
import type { HourRange } from "../log/index.ts";
import { toCellOf } from "./cell.ts";
import { cohortTests } from "./cohort-tests.ts";
import type { CohortTests } from "./cohort-tests.ts";
import {
  compileStatement,
  toTypeName,
  addFunctions,
  Refusal,
  createMirror,
  createViews,
  setEventHours,
} from "../hogql/index.ts";
import type { Statement, Reader, Surroundings } from "../hogql/index.ts";
import { rangeOf, rangesInOrder } from "./event-range.ts";
import { checkNames, checkProgram } from "./guard.ts";
import type { Cell, Found, SqlRequest } from "./protocol.ts";
import { addSessionPlaces } from "./session-places.ts";
import { personNames } from "./person-name.ts";
import { openSessionValues } from "./session-values.ts";

/** Runs statements, on one database at a time. */
export interface StatementRunner {
  /** A file, or the bytes of a database in memory. */
  open(source: string | Uint8Array): void;
  close(): void;
  /** @throws Refusal; SqliteError, or RangeError for values that do not fit the statement */
  answer(request: SqlRequest): Found;
}

/** The part of the query process that runs statements. */
export function createStatementRunner(): StatementRunner {
  let request: Surroundings | null = null;
  const surroundings = () => {
    if (request === null) throw new Error("unreachable: functions are called by statements alone");
    return request;
  };
  const mirror = openEmpty();
  addFunctions(mirror, surroundings);
  createMirror(mirror);
  let db: Reader | null = null;
  let projectId: number | null = null;
  const close = () => {
    db?.close();
    db = projectId = request = null;
  };
  return {
    close,
    open(source) {
      close();
      db = openReader(typeof source === "string" ? source : Buffer.from(source));
      addFunctions(db, surroundings);
      addSessionPlaces(db, surroundings);
    },
    answer(asked) {
      if (db === null) throw new Error("unreachable: the first request comes with a database");
      const cohorts = cohortTests(db, asked);
      request = {
        ...asked,
        isInCohort: cohorts.isInCohort,
        personName: personNames(asked.nameProperties),
        sessions: openSessionValues(asked.sessions),
      };
      if (asked.projectId !== projectId) {
        db.pragma("query_only = OFF");
        createViews(db, asked.projectId);
        db.pragma("query_only = ON");
        ({ projectId } = asked);
      }
      // Checks and run share one snapshot, which ends with them: an old one would prevent folding the log.
      db.exec("BEGIN");
      try {
        return run(mirror, db, asked, cohorts);
      } finally {
        db.exec("ROLLBACK");
      }
    },
  };
}

/**
 * Characters and bytes of a result, which the host process must hold in memory. A higher limit costs the host that
 * much.
 */
const MAX_RESULT_CHARS = 64 * 1024 * 1024;

/** The part of the log that a statement reads, and its order. */
interface Reading {
  range: HourRange | null;
  sorted: Statement["sortedByTime"];
}

/** Reads a statement's rows in its range; those of a statement that sorts events by time in a part of it, if that is enough. */
function readInOrder<Answer extends { hasMore: boolean }>(
  db: Reader,
  projectId: number,
  { range, sorted }: Reading,
  read: () => Answer,
): Answer {
  let current: HourRange | null = null;
  const within = (hours: HourRange | null) => {
    if (hours !== current) setEventHours(db, projectId, hours);
    current = hours;
    return read();
  };
  for (const part of sorted === null ? [] : rangesInOrder(db, projectId, range, sorted)) {
    const answer = within(part);
    if (answer.hasMore) return answer;
  }
  return within(range);
}

function run(mirror: Reader, db: Reader, request: SqlRequest, cohorts: CohortTests): Found {
  const { text, timezone, placeholders, rows: wanted } = request;
  const compiled = compileStatement(text, timezone, placeholders, wanted);
  const { sql, columns, values, isLimited, offset } = compiled;
  checkNames(mirror, sql);
  checkProgram(db, sql, values);
  if (sql.includes("temp.cohort_people")) cohorts.read();
  const range = compiled.eventTimes.length === 0 ? null : rangeOf(db, compiled);
  const limit = isLimited ? Math.min(compiled.limit ?? wanted.most, wanted.most) : wanted.otherwise;
  const convert = columns.map(({ type }) => toCellOf(type, timezone));
  const read = () => {
    const rows: Cell[][] = [];
    let size = 0;
    for (const row of db.prepare(sql).raw().safeIntegers().iterate(values) as IterableIterator<unknown[]>) {
      if (rows.length === limit) return { rows, hasMore: true };
      for (const value of row) size += typeof value === "string" ? value.length : 8;
      if (size > MAX_RESULT_CHARS) throw new Refusal("The result is larger than 64 MB. Ask for fewer rows or columns.");
      rows.push(row.map((value, column) => convert[column]?.(value) ?? null));
    }
    return { rows, hasMore: false };
  };
  const { rows, hasMore } = readInOrder(db, request.projectId, { range, sorted: compiled.sortedByTime }, read);
  return {
    rows,
    columns: columns.map(({ name }) => name),
    types: columns.map(({ type }, column) => toTypeName(type, timezone) ?? inferType(rows, column)),
    hasMore,
    sql,
    limit,
    isLimited,
    offset,
    plan: request.isExplained ? explain(db, sql, values) : null,
  };
}

function explain(db: Reader, sql: string, values: Statement["values"]): string[] {
  const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values) as { detail: string }[];
  return steps.map(({ detail }) => detail);
}

/**
 * The narrowest ClickHouse type that fits the values of a property, or of another part of JSON; for only nulls, the type of a
 * property that no row has. Any of them can be null, also where none of these rows is.
 */
function inferType(rows: readonly Cell[][], column: number): string {
  const kinds = new Set<string>();
  for (const row of rows) {
    const value = row[column];
    if (value === null || value === undefined) continue;
    if (typeof value === "number") kinds.add(Number.isInteger(value) ? "Int64" : "Float64");
    else kinds.add("String");
  }
  const type = ["Float64", "Int64"].find((kind) => kinds.has(kind));
  return `Nullable(${kinds.has("String") || type === undefined ? "String" : type})`;
}
