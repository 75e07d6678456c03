import type Database from "better-sqlite3";
import type { Db } from "./db.ts";
import { LISTED_EVENTS } from "./uuid-list.ts";

/** The lean index of uuids: without the events whose texts are in chunks, which lists have (`uuid-list.ts`). */
const MAKE_LEAN = `DROP INDEX events_by_uuid;
CREATE UNIQUE INDEX events_by_uuid ON events (project_id, uuid) WHERE properties <> '';`;

/** Has the index of uuids only the events whose texts are in their rows? In files of older versions it has all events. */
export function isLean({ sql }: Pick<Db, "sql">): boolean {
  return sql("SELECT instr(sql, 'WHERE') > 0 FROM sqlite_schema WHERE name = 'events_by_uuid'").pluck().get() === 1;
}

/** Makes the index lean, in the caller's transaction: a second for each million events. The lists have to be there. */
export function makeLean(sqlite: Database.Database): void {
  sqlite.exec(MAKE_LEAN);
}

/** The same for a database without a full block, as a part of its migrations. A large one keeps its index until `leanSteps`. */
export function leanIfSmall(sqlite: Database.Database): void {
  const newest = sqlite.prepare("SELECT coalesce(max(seq), 0) FROM events").pluck().get() as number;
  if (newest < LISTED_EVENTS) makeLean(sqlite);
}
