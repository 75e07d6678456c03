import type { RunResult } from "better-sqlite3";
import { is, Param, Placeholder, sql } from "drizzle-orm";
import type { Query as SqlText } from "drizzle-orm";
import {
  SQLiteDeleteBase,
  SQLiteInsertBuilder,
  SQLitePreparedQuery,
  SQLiteSelectBuilder,
  SQLiteSession,
  SQLiteSyncDialect,
  SQLiteUpdateBuilder,
} from "drizzle-orm/sqlite-core";
import type { BaseSQLiteDatabase, PreparedQueryConfig, SelectedFields, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../db.ts";

/** Begins a query of drizzle's: `select`, `selectDistinct`, `insert`, `update` or `delete`. */
type Statements = Pick<
  BaseSQLiteDatabase<"sync", RunResult>,
  "select" | "selectDistinct" | "insert" | "update" | "delete"
>;

/** A built query of drizzle's. */
interface Built<All, One> {
  prepare(): { all(): All; get(): One };
}

/** A query with its values left open; `Given` is void where it has none. */
export interface Query<Given, All, One> {
  /** Its rows. */
  all(db: Pick<Db, "sql">, given: Given): All;
  /** Its first row; undefined = none. */
  get(db: Pick<Db, "sql">, given: Given): One;
  /** The count of changed rows, and the last inserted id. */
  run(db: Pick<Db, "sql">, given: Given): RunResult;
}

interface Compiled {
  text: string;
  /** In the order of the text: each takes its value out of the values of a call. */
  params: readonly ((given: Readonly<Record<string, unknown>>) => unknown)[];
  /** Keys of a row, in the order of its columns. */
  keys: readonly string[];
}

/**
 * A query that is built at its first use and compiled once per connection. `given` stands for the values of each call: hand its
 * members to drizzle, which puts placeholders in their places; do not compute with them.
 *
 * @example
 * const noteByName = query((db, given: { projectId: number; name: string }) =>
 *   db.select({ value: notes.value }).from(notes).where(and(eq(notes.projectId, given.projectId), eq(notes.name, given.name))),
 * );
 * noteByName.get(db, { projectId: 1, name: "a" })?.value;
 */
export function query<All, One, Given extends object | void = void>(
  build: (db: Statements, given: Given) => Built<All, One>,
): Query<Given, All, One> {
  let compiled: Compiled | undefined;
  const compile = () => (compiled ??= toCompiled(build(statements, PLACEHOLDERS as Given)));
  const start = (db: Pick<Db, "sql">, given: Given) => {
    const { text, params, keys } = compile();
    const values = params.map((take) => take((given ?? NOTHING) as Readonly<Record<string, unknown>>));
    return { statement: db.sql<unknown[]>(text), values, keys };
  };
  return {
    all(db, given) {
      const { statement, values, keys } = start(db, given);
      return statement
        .raw()
        .all(...values)
        .map((row) => toRow(keys, row)) as All;
    },
    get(db, given) {
      const { statement, values, keys } = start(db, given);
      const row = statement.raw().get(...values);
      return (row === undefined ? undefined : toRow(keys, row)) as One;
    },
    run(db, given) {
      const { statement, values } = start(db, given);
      return statement.run(...values);
    },
  };
}

const NOTHING = {};

/** Each member is a placeholder of its own name. */
const PLACEHOLDERS: object = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });

function toRow(keys: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < keys.length; at++) row[keys[at] ?? ""] = values[at];
  return row;
}

/** drizzle's `fillPlaceholders` examines parameters at each call: a list of 100 persons would take a fifth longer. */
function toParam(param: unknown): Compiled["params"][number] {
  if (is(param, Placeholder)) return toTaker(param.name);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const [take, encoder] = [toTaker(param.value.name), param.encoder];
  return (given) => encoder.mapToDriverValue(take(given));
}

function toTaker(name: string): Compiled["params"][number] {
  return (given) => {
    if (name in given) return given[name];
    throw new Error(`No value for "${name}" was given.`);
  };
}

/** @throws Error when drizzle no longer prepares a query by its session */
function toCompiled(built: Built<unknown, unknown>): Compiled {
  const prepared: unknown = built.prepare();
  if (!(prepared instanceof TextQuery)) throw new Error("drizzle prepared a query without our session.");
  const { sql: text, params } = prepared.getQuery();
  return { text, params: params.map(toParam), keys: prepared.keys };
}

/** A query for `query` to run: it does not run by itself. */
class TextQuery extends SQLitePreparedQuery<PreparedQueryConfig & { type: "sync" }> {
  readonly keys: readonly string[];

  constructor(text: SqlText, keys: readonly string[]) {
    super("sync", "all", text);
    this.keys = keys;
  }

  run = notHere;
  all = notHere;
  get = notHere;
  values = notHere;
}

/** A driver of drizzle's that prepares queries as text. */
class TextSession extends SQLiteSession<"sync", RunResult, Record<string, never>, Record<string, never>> {
  prepareQuery(text: SqlText, fields: readonly { path: readonly string[] }[] = []): TextQuery {
    return new TextQuery(text, fields.map(toKey));
  }

  transaction = notHere;
}

function notHere(): never {
  throw new Error("Queries run by the functions of `query`, in the transactions of `write`.");
}

const dialect = new SQLiteSyncDialect();
const session = new TextSession(dialect);

/** @throws Error for a row within a row, which a join without a list of columns gives */
function toKey({ path }: { path: readonly string[] }): string {
  const [key, ...rest] = path;
  if (key === undefined || rest.length > 0) throw new Error(`List the columns of a join: ${path.join(".")}.`);
  return key;
}

// As drizzle's database class, without its relational queries and transactions.
const statements = {
  select: (fields?: SelectedFields) => new SQLiteSelectBuilder({ fields, session, dialect }),
  selectDistinct: (fields: SelectedFields) => new SQLiteSelectBuilder({ fields, session, dialect, distinct: true }),
  insert: (table: SQLiteTable) => new SQLiteInsertBuilder(table, session, dialect),
  update: (table: SQLiteTable) => new SQLiteUpdateBuilder(table, session, dialect),
  delete: (table: SQLiteTable) => new SQLiteDeleteBase(table, session, dialect),
} as unknown as Statements;
