import type { Db } from "../storage/index.ts";
import { toStorageError } from "../storage/index.ts";
import { compareEvents } from "./all-events.ts";
import { allEvents, isLost } from "./event-rows.ts";
import { areHoursWrong, countWhole, renoteAllHours } from "./event-hours.ts";
import { findBadLists, relistBlock } from "./uuids/list-uuids.ts";

/** The number of events. @param projectId only those of a project. @default all */
export function countEvents(db: Pick<Db, "sql">, projectId?: number): number {
  const rows =
    projectId === undefined
      ? db.sql<number>("SELECT count(*) FROM events").pluck().get()
      : db.sql<number>("SELECT count(*) FROM events WHERE project_id = ?").pluck().get(projectId);
  return (rows ?? 0) + countWhole(db, projectId);
}

/** The findings of a check, by part of the log. */
export interface LogFaults {
  /** Events on which the index of events differs from the log. */
  index: number;
  /** Do the hours of chunks differ from the chunks? */
  hours: boolean;
  /** Blocks whose lists of uuids miss an event, or have changed. */
  uuids: Iterable<number>;
  /** Events without the row of their name or their distinct id, 100 at most. */
  references: LostReference[];
  /** Does damage hide events? */
  hidden: boolean;
}

const CHECKS: { readonly [Part in keyof LogFaults]: (db: Db) => LogFaults[Part] } = {
  index: countMisindexed,
  hours: areHoursWrong,
  uuids: findBadLists,
  references: findLostReferences,
  hidden: hidesEvents,
};

/** Compares a derived part with the log, or looks for damage that leaves no trace in the events found. */
export function checkLog<Part extends keyof LogFaults>(db: Db, part: Part): LogFaults[Part] {
  return CHECKS[part](db);
}

function countMisindexed({ sql }: Pick<Db, "sql">): number {
  const count = sql<number>(
    `SELECT count(*) FROM ${allEvents()} e LEFT JOIN event_index i ON i.seq = e.seq
     WHERE e.seq <= (SELECT max(seq) FROM event_index) AND (i.seq IS NULL OR i.distinct_id_id <> e.distinct_id_id
       OR i.event_name_id <> e.event_name_id OR i.timestamp <> e.timestamp)`,
  );
  return count.pluck().get() ?? 0;
}

/** Derived from the log: the index of events, the hours of chunks, or a block's list of uuids. */
export type DerivedPart = "index" | "hours" | { uuidsOfBlock: number };

/** Makes a derived part again, in the caller's transaction. */
export function repairLog(db: Db, part: DerivedPart): void {
  if (part === "hours") renoteAllHours(db);
  // The next reader builds it again.
  else if (part === "index") db.sql("DELETE FROM event_index").run();
  else relistBlock(db, part.uuidsOfBlock);
}

/** An event that refers to a missing row. */
interface LostReference {
  seq: number;
  of: "name" | "distinct id";
}

/** References that a check lists. */
const MOST_LOST = 100;

function findLostReferences({ sql }: Db): LostReference[] {
  return sql<LostReference>(
    `SELECT e.seq, iif(n.id IS NULL, 'name', 'distinct id') AS "of" FROM ${allEvents()} e
       LEFT JOIN event_names n ON n.id = e.event_name_id AND n.project_id = e.project_id
       LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id AND d.project_id = e.project_id
     WHERE (n.id IS NULL OR d.id IS NULL) AND NOT ${isLost("e")} LIMIT ?`,
  ).all(MOST_LOST);
}

function hidesEvents(db: Db): boolean {
  try {
    compareEvents(db, 1);
    return false;
  } catch (error) {
    if (toStorageError(error).code === "storage_corrupt") return true;
    throw error;
  }
}
