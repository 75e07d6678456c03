import * as v from "valibot";
import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import { FiltersOrTextField } from "../../events/filters/index.ts";
import { parseInstant } from "../../base/instant.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { countDeletions } from "../newest-seq.ts";
import { damagedHead } from "../event-sums.ts";
import { findSource } from "./event-source.ts";
import type { Source } from "./event-source.ts";
import { parsePropertyQuery } from "./property-query.ts";
import { createPropertyTest } from "./property-test.ts";
import type { SeqTest } from "./property-test.ts";
import { readEvent } from "../read-event.ts";
import { toRecord } from "./record.ts";
import type { EventRecord } from "./record.ts";

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
 * Cost: unfiltered and time-filtered pages come from the log's own order of time, pages by name, distinct id or person from
 * `event_index`, which is brought up to date first; property filters read every event that passes the other filters.
 * Both that and counting work in pieces, with turns of the event loop in between. Events that arrive meanwhile are in
 * neither the page nor the count.
 * @throws invalid naming the filter that cannot be read
 */
export async function listEvents(
  ctx: Pick<Context, "db" | "clock">,
  project: ProjectRef,
  query: EventListQuery,
): Promise<Page<EventRecord>> {
  const filter = parsePropertyQuery(query.properties);
  const from = await findSource(ctx, project, query);
  if (from === null) return { count: 0, results: [] };
  const deletions = countDeletions(ctx.db);
  const found =
    filter.values.length === 0
      ? await pageOf(from, query)
      : await scan(from, query, createPropertyTest(ctx, project.id, filter));
  const rows = found.seqs.flatMap((seq) => {
    const row = readEvent(ctx.db, project.id, seq);
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

async function pageOf(from: Source, { limit, offset }: Window): Promise<Found> {
  const seqs = from.page(limit, offset).map(({ seq }) => seq);
  return { count: await from.count(), seqs };
}

/** Events tested between two turns of the event loop: 10 to 20 ms. More events block the event loop for longer. */
const CHUNK = 1000;

async function scan(from: Source, { limit, offset }: Window, passes: SeqTest): Promise<Found> {
  const found: Found = { count: 0, seqs: [] };
  for (const places of from.parts(CHUNK)) {
    for (const { seq } of places) {
      if (!passes(seq)) continue;
      if (found.count >= offset && found.seqs.length < limit) found.seqs.push(seq);
      found.count += 1;
    }
    await nextTurn();
  }
  return found;
}
