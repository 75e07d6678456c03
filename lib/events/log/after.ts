import { setImmediate as nextTurn } from "node:timers/promises";
import * as v from "valibot";
import type { Context } from "../context.ts";
import type { ProjectRef } from "../../base/project-ref.ts";
import { SELECT_EVENTS, toRecord } from "./record.ts";
import type { EventRecord, EventRow } from "./record.ts";

const Whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** The place in the log from which to read, and how much to read. */
export const AfterQuery = v.object({
  /** Events that arrived after the event with this place in the log. @default 0, from the beginning */
  seq: v.optional(Whole(0, Number.MAX_SAFE_INTEGER), 0),
  /** Most events. @default 500 */
  limit: v.optional(Whole(1, 10_000), 500),
  /**
   * Bytes of properties and elements after which no further event is added; the first event is returned whatever its
   * size. @default 4 MiB
   */
  limit_bytes: v.optional(Whole(1, 2 ** 31 - 1), 4 * 1024 * 1024),
});
export type AfterQuery = v.InferOutput<typeof AfterQuery>;
export type AfterInput = v.InferInput<typeof AfterQuery>;

/** An event with its place in the log. */
export interface LoggedEvent extends EventRecord {
  /** Grows with every event that arrives; never reused. */
  seq: number;
  /** The elements as a web SDK sent them in `$elements_chain`; null = they came as a list, or the event has none. */
  elements_chain: string | null;
  /** Bytes of properties and elements as stored. */
  size_bytes: number;
}

/** A part of the log. */
export interface LogPage {
  /** In order of arrival. */
  results: LoggedEvent[];
  /** The place from which to continue: all events of the project up to it were read. */
  seq: number;
  /** Place of the newest event of the whole log, of any project. When `seq` has reached it, no event is left now. */
  newest_seq: number;
}

/** Rows of the log, of any project, read in one turn of the event loop. More rows block the event loop for longer. */
const WINDOW = 1000;

/**
 * Events in the order of arrival, after a place in the log, for consumers that must miss none. It first waits for
 * captures that wait for their commit (not for captures in a plugin). Cost: one walk along the log's primary key, which
 * skips other projects' events.
 */
export async function eventsAfter(
  { db, queue }: Pick<Context, "db" | "queue">,
  project: ProjectRef,
  query: AfterQuery,
): Promise<LogPage> {
  await queue.drain();
  const newest = db.sql("SELECT coalesce(max(seq), 0) FROM events").pluck().get() as number;
  // By the primary key of events: the planner would choose to walk the whole project by its index. The sizes of texts
  // are known without reading the texts.
  const places = db.sql(
    `SELECT seq, octet_length(properties) + coalesce(octet_length(elements), 0) AS bytes
     FROM events NOT INDEXED WHERE seq > ? AND seq <= ? AND project_id = ? ORDER BY seq`,
  );
  const read = db.sql(`${SELECT_EVENTS} WHERE e.seq = ? AND e.project_id = ?`);
  const results: LoggedEvent[] = [];
  let [seq, total] = [query.seq, 0];
  while (seq < newest && results.length < query.limit) {
    const until = Math.min(seq + WINDOW, newest);
    for (const place of places.all(seq, until, project.id) as { seq: number; bytes: number }[]) {
      const isFull = results.length === query.limit || (results.length > 0 && total + place.bytes > query.limit_bytes);
      if (isFull) return { results, seq, newest_seq: newest };
      const row = read.get(place.seq, project.id) as EventRow;
      results.push(toLogged(db, project.id, row, place.bytes));
      total += place.bytes;
      seq = place.seq;
    }
    seq = until;
    await nextTurn();
  }
  return { results, seq, newest_seq: newest };
}

function toLogged(db: Context["db"], projectId: number, row: EventRow, sizeBytes: number): LoggedEvent {
  const chain = row.elements === null || row.elements.startsWith("[") ? null : row.elements;
  return { ...toRecord(db, projectId, row), seq: row.seq, elements_chain: chain, size_bytes: sizeBytes };
}
