import type { Db } from "../storage/index.ts";
import type { EventHead } from "./chunks/chunk-heads.ts";
import { unpackHeads } from "./chunks/placed-heads.ts";

// Finds events of chunks by time: `event_hours` has the chunks with events of an hour, in 12 bytes, about half a byte
// an event. Rows of `events` have the index `events_by_timestamp`.

/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;

/** The hour of an instant, epoch ms. */
export function hourOf(timestampMs: number): number {
  return Math.floor(timestampMs / HOUR_MS);
}

/** Notes the hours of a chunk's events, in the caller's transaction. */
export function addHours({ sql }: Pick<Db, "sql">, firstSeq: number, heads: readonly EventHead[]): void {
  const add = sql("INSERT INTO event_hours (project, hour, first_seq, events) VALUES (?, ?, ?, ?)");
  for (const [projectId, hours] of countHours(heads)) {
    for (const [hour, events] of hours) add.run(projectId, hour, firstSeq, events);
  }
}

/** Takes events of a chunk out of its hours. @param heads as they were noted */
export function removeHours({ sql }: Pick<Db, "sql">, firstSeq: number, heads: readonly EventHead[]): void {
  const place = "WHERE project = ? AND hour = ? AND first_seq = ?";
  const fewer = sql(`UPDATE event_hours SET events = events - ? ${place} AND events > ?`);
  const remove = sql(`DELETE FROM event_hours ${place}`);
  for (const [projectId, hours] of countHours(heads)) {
    for (const [hour, events] of hours) {
      if (fewer.run(events, projectId, hour, firstSeq, events).changes === 0) remove.run(projectId, hour, firstSeq);
    }
  }
}

/** Events by project and hour. */
function countHours(heads: readonly EventHead[]): Map<number, Map<number, number>> {
  const counts = new Map<number, Map<number, number>>();
  for (const { projectId, timestampMs } of heads) {
    const hours = counts.get(projectId) ?? new Map<number, number>();
    counts.set(projectId, hours);
    const hour = hourOf(timestampMs);
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
  }
  return counts;
}

/** The number of events that lie whole in chunks. @param projectId only those of a project. @default all */
export function countWhole({ sql }: Pick<Db, "sql">, projectId?: number): number {
  const count = "SELECT coalesce(sum(events), 0) FROM event_hours";
  if (projectId === undefined) return sql<number>(count).pluck().get() ?? 0;
  return sql<number>(`${count} WHERE project = ?`).pluck().get(projectId) ?? 0;
}

/** Reads the heads of all chunks. */
export function areHoursWrong(db: Pick<Db, "sql">): boolean {
  const chunks = db.sql<[number, Buffer]>("SELECT first_seq, data FROM event_texts ORDER BY first_seq").raw(true);
  const count = db
    .sql<number>("SELECT events FROM event_hours WHERE project = ? AND hour = ? AND first_seq = ?")
    .pluck();
  const rows = db.sql<number>("SELECT count(*) FROM event_hours").pluck().get() ?? 0;
  let expected = 0;
  for (const [firstSeq, data] of chunks.iterate()) {
    const placed = unpackHeads(data);
    if (placed === undefined) continue;
    for (const [project, hours] of countHours(placed.seqs.map(placed.head))) {
      expected += hours.size;
      for (const [hour, events] of hours) if (count.get(project, hour, firstSeq) !== events) return true;
    }
  }
  return expected !== rows;
}

/** Notes the hours of all chunks again, in the caller's transaction. */
export function renoteAllHours(db: Pick<Db, "sql">): void {
  db.sql("DELETE FROM event_hours").run();
  const read = db.sql<Buffer>("SELECT data FROM event_texts WHERE first_seq = ?").pluck();
  for (const firstSeq of db.sql<number>("SELECT first_seq FROM event_texts ORDER BY first_seq").pluck().all()) {
    const placed = unpackHeads(read.get(firstSeq));
    if (placed !== undefined) addHours(db, firstSeq, placed.seqs.map(placed.head));
  }
}
