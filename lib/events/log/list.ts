import { setImmediate as nextTurn } from "node:timers/promises";
import * as v from "valibot";
import type { Context } from "../context.ts";
import { FiltersOrTextField } from "../filters/index.ts";
import { parseInstant } from "../../base/instant.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { ProjectRef } from "../../base/project-ref.ts";
import { bringTexts, countDeletions, damagedHead } from "../../storage/index.ts";
import { findSource, NEWEST_FIRST } from "./event-source.ts";
import type { Source } from "./event-source.ts";
import { parsePropertyQuery } from "./property-query.ts";
import { createPropertyTest } from "./property-test.ts";
import type { SeqTest } from "./property-test.ts";
import { readRow, toRecord } from "./record.ts";
import type { EventRecord } from "./record.ts";

type Db = Context["db"];

/** ISO text → epoch milliseconds; without an offset it is UTC, without a time midnight; empty = absent. */
const Instant = v.pipe(
  v.string(),
  v.rawTransform<string, number | undefined>(({ dataset: { value }, addIssue, NEVER }) => {
    if (value === "") return undefined;
    const ms = parseInstant(value);
    if (ms !== null) return ms;
    addIssue({ message: `Expected an ISO date or date-time such as 2024-03-01T08:15:30Z but received "${value}".` });
    return NEVER;
  }),
);

/** Filters of the event list. All given filters must match; an empty text counts as absent. */
export const EventListQuery = v.object({
  ...pageEntries,
  /** Name, exact. */
  event: v.exactOptional(v.string()),
  distinct_id: v.exactOptional(v.string()),
  /** Integer id or UUID: events of all distinct ids that the person has now. */
  person_id: v.exactOptional(v.union([v.number(), v.string()])),
  /**
   * Events that happened later than this: an ISO date or date-time, UTC unless it has an offset; 400 for anything else.
   */
  after: v.exactOptional(Instant),
  /** Events that happened earlier than this, in the same form. */
  before: v.exactOptional(Instant),
  /**
   * Property filters in any of their shapes, or JSON text of them; filters without a type test the event. 400 with the
   * path of an invalid filter.
   */
  properties: v.exactOptional(FiltersOrTextField),
});
export type EventListQuery = v.InferOutput<typeof EventListQuery>;
/** The input of `events.list`. */
export type EventListInput = v.InferInput<typeof EventListQuery>;

/**
 * Events of a project, newest first (at equal times, the last to arrive first), of any age. `count` is exact.
 *
 * Cost: unfiltered and time-filtered pages come from the log's own index, pages by name, distinct id or person from
 * `event_index`, which is brought up to date first; property filters read every event that passes the other filters.
 * Both that and counting work in pieces, with turns of the event loop in between. Events that arrive meanwhile are in
 * neither the page nor the count.
 * @throws invalid naming the filter that cannot be read
 */
export async function listEvents(
  ctx: Pick<Context, "db">,
  project: ProjectRef,
  query: EventListQuery,
): Promise<Page<EventRecord>> {
  const filter = parsePropertyQuery(query.properties);
  const from = await findSource(ctx, project, query);
  if (from === null) return { count: 0, results: [] };
  const deletions = countDeletions(ctx.db);
  const found =
    filter.values.length === 0
      ? await pageOf(ctx.db, from, query)
      : await scan(ctx.db, from, query, createPropertyTest(ctx, project.id, filter));
  await bringTexts(ctx.db, found.seqs);
  const rows = found.seqs.flatMap((seq) => {
    const row = readRow(ctx.db, project.id, seq);
    if (row !== undefined) return [row];
    // An event that was deleted meanwhile is left out.
    if (countDeletions(ctx.db) === deletions) throw damagedHead(ctx.db, seq);
    return [];
  });
  return { count: found.count, results: rows.map((row) => toRecord(ctx.db, project.id, row)) };
}

interface Found {
  count: number;
  seqs: number[];
}

type Window = Pick<EventListQuery, "limit" | "offset">;

async function pageOf(db: Db, from: Source, { limit, offset }: Window): Promise<Found> {
  const seqs = db
    .sql<number>(`SELECT seq ${from.sql} ${NEWEST_FIRST} LIMIT ? OFFSET ?`)
    .pluck()
    .all(...from.values, ...from.end, limit, offset);
  return { count: await countOf(db, from), seqs };
}

/**
 * Entries of an index counted between two turns of the event loop: 2 ms (30 ms for each million in total). More entries
 * block the event loop for longer.
 */
const COUNTED = 50_000;

async function countOf(db: Db, { sql, values, end, isSorted }: Source): Promise<number> {
  const count = db.sql(`SELECT count(*) ${sql}`).pluck();
  if (!isSorted) return count.get(...values, ...end) as number;
  // Each step continues after the last, and finds its own end without returning the rows between.
  const last = db.sql(`SELECT timestamp, seq ${sql} ${NEWEST_FIRST} LIMIT 1 OFFSET ${COUNTED - 1}`).raw();
  let [found, upTo]: [number, Source["end"]] = [0, end];
  for (;;) {
    const next = last.get(...values, ...upTo) as Source["end"] | undefined;
    if (next === undefined) return found + (count.get(...values, ...upTo) as number);
    found += COUNTED;
    upTo = next;
    await nextTurn();
  }
}

/** Events tested between two turns of the event loop: 10 to 20 ms. More events block the event loop for longer. */
const CHUNK = 1000;

async function scan(db: Db, from: Source, { limit, offset }: Window, passes: SeqTest): Promise<Found> {
  // Each chunk starts at the last chunk's end time; rows of equal time that were read already are skipped, at 50 ns a
  // row.
  const next = db.sql(`SELECT seq, timestamp ${from.sql} ${NEWEST_FIRST} LIMIT ?`);
  const found: Found = { count: 0, seqs: [] };
  let [timestamp, seq] = from.end;
  for (;;) {
    const rows = next.all(...from.values, timestamp, seq, CHUNK) as { seq: number; timestamp: number }[];
    await bringTexts(
      db,
      rows.map((row) => row.seq),
    );
    for (const row of rows) {
      if (!passes(row.seq)) continue;
      if (found.count >= offset && found.seqs.length < limit) found.seqs.push(row.seq);
      found.count += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return found;
    ({ timestamp, seq } = last);
    await nextTurn();
  }
}
