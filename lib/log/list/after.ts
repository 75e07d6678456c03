import * as v from "valibot";
import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { ofProject } from "../event-sums.ts";
import { damagedEvent } from "../damaged-event.ts";
import { eventsBetween } from "../event-rows.ts";
import { newestSeq, seqAfter } from "../newest-seq.ts";
import { requireAllEvents } from "../all-events.ts";
import { textBytesOf } from "../event-texts.ts";
import { readEvent } from "../read-event.ts";
import { toEventRecord } from "./record.ts";
import type { StoredEvent } from "../read-event.ts";
import type { EventRecord } from "./record.ts";

const Whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** The place in the log from which to read, and how much to read. */
export const AfterQuery = v.object({
  /** Events that arrived after this place in the log. @default 0, from the beginning */
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
  /** The events in order of arrival. */
  results: LoggedEvent[];
  /** The place from which to continue: all events of the project up to it were read. */
  seq: number;
  /** Place of the newest event of any project. When `seq` has reached it, no event is left now. */
  newest_seq: number;
}

/** Rows, of any project, read in one turn of the event loop. */
const WINDOW = 1000;

/** A damaged event may have a `seq` beyond the newest. */
const END = Number.MAX_SAFE_INTEGER;

/**
 * Events in the order of arrival after a place, for consumers that must miss none. First waits for captures that wait
 * for their commit (not for captures in a plugin). Cost: one walk along the primary key, past other projects' events.
 */
export async function eventsAfter(
  { db, queue }: Pick<Context, "db" | "queue">,
  project: ProjectRef,
  query: AfterQuery,
): Promise<LogPage> {
  await queue.drain();
  const newest = newestSeq(db);
  // Sizes are known without reading texts.
  const places = db.sql(
    `SELECT seq, ${ofProject("e")} AS is_own, coalesce(${textBytesOf("e")}, 0) AS bytes
     FROM ${eventsBetween("@first", "@last")} e ORDER BY seq`,
  );
  const results: LoggedEvent[] = [];
  let [seq, total] = [query.seq, 0];
  while (seq < newest && results.length < query.limit) {
    // A damaged `seq` may be 0.
    const first = seq === 0 ? 0 : seq + 1;
    const last = seqAfter(db, first - 1, WINDOW);
    const found = places.all({ first, last: last >= newest ? END : last, projectId: project.id }) as {
      seq: number;
      is_own: number;
      bytes: number;
    }[];
    const end = Math.min(last, newest);
    const walked = { first, last: end };
    requireAllEvents(
      db,
      walked,
      found.map((place) => place.seq),
    );
    for (const place of found) {
      const isFull = results.length === query.limit || (results.length > 0 && total + place.bytes > query.limit_bytes);
      if (isFull && place.is_own === 1) return { results, seq, newest_seq: newest };
      const event = place.is_own === 1 ? read(db, project.id, place) : null;
      if (place.seq > newest) return { results, seq: newest, newest_seq: newest };
      if (event !== null) {
        results.push(event);
        total += place.bytes;
      }
      seq = place.seq;
    }
    seq = end;
    await nextTurn();
  }
  return { results, seq, newest_seq: newest };
}

/** @throws corrupt for a damaged event */
function read(db: Context["db"], projectId: number, { seq, bytes }: { seq: number; bytes: number }): LoggedEvent {
  const row = readEvent(db, projectId, seq);
  if (row === undefined) throw damagedEvent(db, seq);
  return toLogged(db, projectId, row, bytes);
}

function toLogged(db: Context["db"], projectId: number, row: StoredEvent, sizeBytes: number): LoggedEvent {
  const chain = row.elements === null || row.elements.startsWith("[") ? null : row.elements;
  return { ...toEventRecord(db, projectId, row), seq: row.seq, elements_chain: chain, size_bytes: sizeBytes };
}
