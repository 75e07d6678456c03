import { eventsBetween } from "../event-rows.ts";
import { headFault, ofProject } from "../event-sums.ts";
import { countDeletions } from "../newest-seq.ts";
import { readEvent } from "../read-event.ts";
import { rowFault } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import type { FilterGroup } from "../../events/filters/index.ts";
import { createPropertyTest } from "./property-test.ts";
import type { Testing } from "./property-test.ts";
import { toEventRecord } from "./record.ts";
import type { EventRecord } from "./record.ts";

/** The events that a stream wants; absent = all. */
export interface WantedEvents {
  /** Name, exact. */
  event?: string;
  distinct_id?: string;
  /** Parsed; filters without a type test the event. */
  properties?: FilterGroup;
}

/** An event and its place in the log, from which a stream can resume. */
export interface LiveEvent {
  seq: number;
  record: EventRecord;
}

/** Events read together, shared by all streams that want them at this place. */
export interface LiveBatch {
  readonly events: readonly LiveEvent[];
  /** The event as server-sent events, written once; must not be changed. */
  readonly bytes: Uint8Array;
  /** The last place of the log that was read. */
  readonly untilSeq: number;
  /** Was the event not deleted? A slow reader takes it long after it was read. */
  has(event: LiveEvent): boolean;
}

/** Rows read at once, which block the event loop. */
const WINDOW = 500;

/** Characters of texts after which a batch ends; a slow stream holds one batch. */
const MOST_CHARS = 256 * 1024;

/** Batches kept, up to 1 MB each: streams that wait for new events read the same one. */
const KEPT = 8;

/** A moment of the log, shared by streams that are woken together. */
export interface Moment {
  readonly newest: number;
  /** `Db.stamp` at that moment. */
  readonly stamp: string;
}

/** Reads a project's events after a place, up to a moment's newest. */
export type ReadBatch = (
  projectId: number,
  wanted: WantedEvents,
  place: { after: number; moment: Moment },
) => LiveBatch;

export function createBatchReader(ctx: Testing): ReadBatch {
  const kept = new Map<string, LiveBatch>();
  let seen = "";
  return (projectId, wanted, { after, moment: { newest, stamp } }) => {
    const { event, distinct_id, properties } = wanted;
    const key = JSON.stringify([projectId, after, newest, event, distinct_id, properties]);
    // Keeps no deleted event, and no outdated test by a cohort.
    const now = `${stamp} ${String(countDeletions(ctx.db))}`;
    if (now !== seen) kept.clear();
    seen = now;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const batch = readBatch(ctx, { projectId, wanted, place: { after, newest } });
    kept.set(key, batch);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return batch;
  };
}

interface Reading {
  projectId: number;
  wanted: WantedEvents;
  place: { after: number; newest: number };
}

function readBatch(ctx: Testing, { projectId, wanted, place }: Reading): LiveBatch {
  const { db } = ctx;
  const deletions = countDeletions(db);
  const last = Math.min(place.after + WINDOW, place.newest);
  // New for each batch, so that persons, groups and cohorts are current.
  const passes = wanted.properties === undefined ? () => true : createPropertyTest(ctx, projectId, wanted.properties);
  const events: LiveEvent[] = [];
  let [chars, untilSeq] = [0, last];
  let bytes: Uint8Array | undefined;
  for (const seq of findPlaces(db, { projectId, wanted, after: place.after, until: last })) {
    const row = readEvent(db, projectId, seq);
    if (row === undefined || !passes(row)) continue;
    events.push({ seq, record: toEventRecord(db, projectId, row) });
    chars += row.properties.length + (row.elements?.length ?? 0);
    untilSeq = seq;
    if (chars >= MOST_CHARS) break;
  }
  if (chars < MOST_CHARS) untilSeq = last;
  return {
    events,
    untilSeq,
    get bytes() {
      return (bytes ??= Buffer.from(events.map(toServerSent).join("")));
    },
    has: ({ seq }) => countDeletions(db) === deletions || readEvent(db, projectId, seq) !== undefined,
  };
}

/** JSON text has no line breaks: one data line. */
function toServerSent({ seq, record }: LiveEvent): string {
  return `id: ${seq}\ndata: ${JSON.stringify(record)}\n\n`;
}

interface Window {
  projectId: number;
  wanted: WantedEvents;
  after: number;
  until: number;
}

/** The places of the wanted events in a window, and of damaged events, which may be wanted. */
function findPlaces(db: Db, { projectId, wanted, after, until }: Window): number[] {
  return db
    .sql<number>(
      `SELECT e.seq FROM ${eventsBetween("@after + 1", "@until")} e
         LEFT JOIN event_names n ON n.id = e.event_name_id
         LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id
       WHERE ${ofProject("e")}
         AND ((@event IS NULL OR n.name = @event) AND (@distinctId IS NULL OR d.distinct_id = @distinctId)
           OR ${headFault("e")} OR ${rowFault("event_names", "n")} OR ${rowFault("distinct_ids", "d")})
       ORDER BY e.seq`,
    )
    .pluck()
    .all({ after, until, projectId, event: wanted.event || null, distinctId: wanted.distinct_id || null });
}
