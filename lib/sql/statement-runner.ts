import { openEmpty, openReader } from "../storage/index.ts";
import { addFunctions } from "./functions.ts";
import { checkNames, checkProgram, Refusal } from "./guard.ts";
import type { Statement } from "./guard.ts";
import type { Cell, Found, SqlRequest } from "./protocol.ts";
import type { Reader } from "./reader.ts";
import { createMirror, createViews, VIEWS } from "./views.ts";

/** Runs the statements of requests, on one database at a time. */
export interface StatementRunner {
  /** Switches to this database: a file, or the bytes of a database in memory. */
  open(source: string | Uint8Array): void;
  /** @throws Refusal; SqliteError, or RangeError for values that do not fit the statement */
  answer(request: SqlRequest): Found;
}

/** Creates the part of the query process that runs statements. */
export function createStatementRunner(): StatementRunner {
  let request: SqlRequest | null = null;
  const surroundings = () => {
    if (request === null) throw new Error("unreachable: functions are called by statements alone");
    return request;
  };
  const mirror = openEmpty();
  addFunctions(mirror, surroundings);
  createMirror(mirror);
  let db: Reader | null = null;
  let projectId: number | null = null;
  return {
    open(source) {
      db?.close();
      projectId = null;
      db = openReader(typeof source === "string" ? source : Buffer.from(source));
      addFunctions(db, surroundings);
    },
    answer(asked) {
      if (db === null) throw new Error("unreachable: the first request comes with a database");
      request = asked;
      if (asked.projectId !== projectId) {
        db.pragma("query_only = OFF");
        createViews(db, asked.projectId);
        db.pragma("query_only = ON");
        ({ projectId } = asked);
      }
      // Checks and run share one snapshot, which ends with them: an old snapshot would prevent folding the log.
      db.exec("BEGIN");
      try {
        return run(mirror, db, asked);
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

function run(mirror: Reader, db: Reader, { sql, values, limit }: SqlRequest): Found {
  const origins = toOrigins(checkNames(mirror, sql));
  checkProgram(db, sql, values);
  const statement = db.prepare(sql);
  const rows: Cell[][] = [];
  let hasMore = false;
  let size = 0;
  for (const row of statement.raw().safeIntegers().iterate(values) as IterableIterator<unknown[]>) {
    hasMore = rows.length === limit;
    if (hasMore) break;
    const cells = row.map((value, column) => toCell(value, origins[column]));
    for (const cell of cells) size += typeof cell === "string" ? cell.length : 8;
    if (size > MAX_RESULT_CHARS) throw new Refusal("The result is larger than 64 MB. Ask for fewer rows or columns.");
    rows.push(cells);
  }
  const columns = statement.columns().map((column) => column.name);
  return { rows, columns, types: columns.map((_, column) => origins[column] ?? inferType(rows, column)), hasMore };
}

/** The documented type of each result column that is a column of a view; else undefined. */
function toOrigins(statement: Statement): (string | undefined)[] {
  return statement.columns().map(({ table, column }) => VIEWS[table ?? ""]?.columns[column ?? ""]);
}

function toCell(value: unknown, type: string | undefined): Cell {
  if (typeof value === "bigint") {
    const number = Number(value);
    if (type === "Bool") return number === 1;
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (Buffer.isBuffer(value)) return value.toString("hex");
  // JSON has no infinity.
  if (typeof value === "number" && !Number.isFinite(value)) return null;
  return value as string | number | null;
}

/** The narrowest ClickHouse type that fits the values; for only nulls, the type of a property that no row has. */
function inferType(rows: readonly Cell[][], column: number): string {
  let hasNull = false;
  const kinds = new Set<string>();
  for (const row of rows) {
    const value = row[column];
    if (value === null || value === undefined) hasNull = true;
    else if (typeof value === "number") kinds.add(Number.isInteger(value) ? "Int64" : "Float64");
    else kinds.add("String");
  }
  const type = ["String", "Float64", "Int64"].find((kind) => kinds.has(kind));
  if (type === undefined) return "Nullable(String)";
  return hasNull ? `Nullable(${type})` : type;
}
