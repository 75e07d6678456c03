import * as v from "valibot";
import { nextTurn } from "../../base/platform.ts";
import { toIso } from "../../base/clock.ts";
import type { Context } from "../context.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { eventsBetween } from "../event-rows.ts";
import { newestSeq } from "../newest-seq.ts";
import { receivedAtOf, textBytesOf } from "../event-texts.ts";

const Seq = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The part of the log to measure. */
export const MeasureQuery = v.object({
  /** Events after this place. @default 0, from the beginning */
  seq: v.optional(Seq, 0),
  /** Events up to this place, inclusive. @default to the newest */
  until_seq: v.optional(Seq, Number.MAX_SAFE_INTEGER),
  /** Most events. @default all */
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), Number.MAX_SAFE_INTEGER),
});
export type MeasureQuery = v.InferOutput<typeof MeasureQuery>;
export type MeasureInput = v.InferInput<typeof MeasureQuery>;

/** The size of a part of the log. */
export interface LogMeasure {
  events: number;
  /** Bytes of properties and elements as stored. */
  bytes: number;
  /** Place of the last measured event; the given place when there is none. */
  seq: number;
  /** Arrival times of the first and the last event to arrive by the clock; ISO text, null = no events. */
  first_created_at: string | null;
  last_created_at: string | null;
}

interface Part {
  events: number;
  bytes: number;
  seq: number | null;
  first: number | null;
  last: number | null;
}

/** Rows, of any project, between two turns of the event loop: about 2 ms, since no text is read. */
const WINDOW = 5000;

/** Counts a project's events after a place, and their bytes, with turns of the event loop in between. */
export async function measureEvents(
  { db }: Pick<Context, "db">,
  project: ProjectRef,
  query: MeasureQuery,
): Promise<LogMeasure> {
  const newest = newestSeq(db);
  const measure = db.sql(
    `SELECT count(*) AS events, coalesce(sum(bytes), 0) AS bytes, max(seq) AS seq, min(arrived) AS first,
       max(arrived) AS last
     FROM (SELECT seq, ${receivedAtOf("e")} AS arrived, ${textBytesOf("e")} AS bytes
       FROM ${eventsBetween("@first", "@last")} e WHERE project_id = @projectId ORDER BY seq LIMIT @limit)`,
  );
  const whole: Part = { events: 0, bytes: 0, seq: null, first: null, last: null };
  const end = Math.min(query.until_seq, newest);
  for (let seq = query.seq; seq < end && whole.events < query.limit; await nextTurn()) {
    const until = Math.min(seq + WINDOW, end);
    add(
      whole,
      measure.get({ first: seq + 1, last: until, projectId: project.id, limit: query.limit - whole.events }) as Part,
    );
    seq = until;
  }
  return {
    events: whole.events,
    bytes: whole.bytes,
    seq: whole.seq ?? query.seq,
    first_created_at: whole.first === null ? null : toIso(whole.first),
    last_created_at: whole.last === null ? null : toIso(whole.last),
  };
}

function add(whole: Part, part: Part): void {
  // All events here are other projects'.
  if (part.seq === null) return;
  whole.events += part.events;
  whole.bytes += part.bytes;
  whole.seq = part.seq;
  whole.first = Math.min(whole.first ?? Infinity, part.first ?? Infinity);
  whole.last = Math.max(whole.last ?? -Infinity, part.last ?? -Infinity);
}
