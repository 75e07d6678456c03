import { openScratch } from "../../storage/index.ts";

/**
 * Tables of one import, on disk. `body` is the line of hoglet's own format; `place` is the order of the input, with gaps
 * for made events. `rank` and `digest` belong to records that tell the same event.
 */
const TABLES = `
CREATE TABLE events (place INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE, ts INTEGER NOT NULL, rank INTEGER NOT NULL,
  digest BLOB, join_key TEXT, device TEXT, user TEXT, made INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL);
CREATE INDEX events_by_device ON events (device, user) WHERE device IS NOT NULL;
CREATE TABLE records (digest BLOB PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE links (device TEXT, user TEXT, ts INTEGER NOT NULL, place INTEGER NOT NULL, is_own INTEGER NOT NULL,
  forms TEXT NOT NULL, PRIMARY KEY (device, user)) WITHOUT ROWID;
CREATE TABLE forms (distinct_id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE persons (place INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE ids (distinct_id TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE owners (distinct_id TEXT PRIMARY KEY, owner TEXT NOT NULL, version INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE profiles (owner TEXT PRIMARY KEY, version INTEGER NOT NULL, properties TEXT NOT NULL, created_at INTEGER,
  is_deleted INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE shared (distinct_id TEXT, owner TEXT, PRIMARY KEY (distinct_id, owner)) WITHOUT ROWID;
CREATE TABLE joined (key TEXT, name TEXT, value TEXT NOT NULL, PRIMARY KEY (key, name)) WITHOUT ROWID;
CREATE TABLE groups (type TEXT, key TEXT, properties TEXT NOT NULL, PRIMARY KEY (type, key)) WITHOUT ROWID;
`;

export interface Scratch {
  run(sql: string, ...values: unknown[]): { changes: number };
  get<Row>(sql: string, ...values: unknown[]): Row | undefined;
  all<Row>(sql: string, ...values: unknown[]): Row[];
  /** Runs many changes as one. */
  transact(fn: () => void): void;
  close(): void;
}

/** Makes empty tables in a new file. */
export function createScratch(file: string): Scratch {
  return scratchIn(file, TABLES);
}

/** Opens the tables that `createScratch` made. */
export function reopenScratch(file: string): Scratch {
  return scratchIn(file, "");
}

function scratchIn(file: string, tables: string): Scratch {
  const sqlite = openScratch(tables, file);
  const compile = (sql: string) => sqlite.prepare<unknown[]>(sql);
  const statements = new Map<string, ReturnType<typeof compile>>();
  const prepare = (sql: string) => {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = compile(sql)));
    return statement;
  };
  return {
    run: (sql, ...values) => prepare(sql).run(...values),
    get: <Row>(sql: string, ...values: unknown[]) => prepare(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: unknown[]) => prepare(sql).all(...values) as Row[],
    transact: (fn) => sqlite.transaction(fn)(),
    close: () => void sqlite.close(),
  };
}
