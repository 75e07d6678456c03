import type { RunResult } from "better-sqlite3";
import { fillPlaceholders, sql } from "drizzle-orm";
import type { Query as SqlText } from "drizzle-orm";
import {
  SQLiteDeleteBase,
  SQLiteInsertBuilder,
  SQLiteSelectBuilder,
  SQLiteSyncDialect,
  SQLiteUpdateBuilder,
} from "drizzle-orm/sqlite-core";
import type { BaseSQLiteDatabase, SelectedFields, SQLiteSession, SQLiteTable } from "drizzle-orm/sqlite-core";
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
  /** How many rows it changed, and the id of the last one that it inserted. */
  run(db: Pick<Db, "sql">, given: Given): RunResult;
}

/** A query as SQL text. */
interface Compiled {
  text: string;
  /** In the order of the text: values, or placeholders by name. */
  params: unknown[];
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
    const values = fillPlaceholders(params, { ...given });
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

/** Each member is a placeholder of its own name. */
const PLACEHOLDERS: object = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });

function toRow(keys: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [at, key] of keys.entries()) row[key] = values[at];
  return row;
}

// drizzle hands a query to its driver's session, which gives back an object that can run. Ours gives back what to run.
function toCompiled(built: Built<unknown, unknown>): Compiled {
  return built.prepare() as unknown as Compiled;
}

const dialect = new SQLiteSyncDialect();

const session = {
  prepareQuery: ({ sql: text, params }: SqlText, fields: readonly { path: readonly string[] }[] = []): Compiled => ({
    text,
    params,
    keys: fields.map(toKey),
  }),
} as unknown as SQLiteSession<"sync", RunResult, Record<string, never>, Record<string, never>>;

/** @throws Error for a row within a row, which a join without a list of columns gives */
function toKey({ path }: { path: readonly string[] }): string {
  const [key, ...rest] = path;
  if (key === undefined || rest.length > 0) throw new Error(`List the columns of a join: ${path.join(".")}.`);
  return key;
}

// As drizzle's own database makes them. That class would bring its relational queries and its transactions too.
const statements = {
  select: (fields?: SelectedFields) => new SQLiteSelectBuilder({ fields, session, dialect }),
  selectDistinct: (fields: SelectedFields) => new SQLiteSelectBuilder({ fields, session, dialect, distinct: true }),
  insert: (table: SQLiteTable) => new SQLiteInsertBuilder(table, session, dialect),
  update: (table: SQLiteTable) => new SQLiteUpdateBuilder(table, session, dialect),
  delete: (table: SQLiteTable) => new SQLiteDeleteBase(table, session, dialect),
} as unknown as Statements;
