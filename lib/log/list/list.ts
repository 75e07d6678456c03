import * as v from "valibot";
import { createTurns } from "../../base/turns.ts";
import type { Turns } from "../../base/turns.ts";
import type { Context } from "../context.ts";
import { FiltersOrTextField } from "../../events/filters/index.ts";
import { parseInstant } from "../../base/instant.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { createEventReader } from "../event-reader.ts";
import type { ReadAt } from "../event-reader.ts";
import type { TimePlace } from "../events-by-time.ts";
import { findSource } from "./event-source.ts";
import type { Source } from "./event-source.ts";
import { inPlaceOrder, MOST_IN_BATCH, readRecords, toBatches } from "./in-place-order.ts";
import { parsePropertyQuery } from "./property-query.ts";
import { createPropertyTest } from "./property-test.ts";
import type { EventTest } from "./property-test.ts";
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
 * `event_index`, which is brought up to date first; property filters read every event that passes the other filters, in the
 * order of arrival. All of it works in pieces of about 10 ms, with turns of the event loop in between. Events that arrive meanwhile are
 * in neither the page nor the count.
 * @throws invalid naming the filter that cannot be read, cancelled when the signal aborts
 */
export async function listEvents(
  ctx: Pick<Context, "db" | "clock" | "expressions"> & { signal?: AbortSignal },
  project: ProjectRef,
  query: EventListQuery,
): Promise<Page<EventRecord>> {
  const filter = parsePropertyQuery(query.properties);
  const from = await findSource(ctx, project, query);
  if (from === null) return { count: 0, results: [] };
  const turns = createTurns(ctx.signal);
  const read = createEventReader(ctx.db, project.id);
  const found =
    filter.values.length === 0
      ? { places: await from.page(query, turns), count: await from.count(turns) }
      : await scan(from, { query, read, turns, passes: createPropertyTest(ctx, project.id, filter) });
  return { count: found.count, results: await readRecords(ctx.db, project.id, { ...found, read, turns }) };
}

interface Found {
  count: number;
  places: TimePlace[];
}

interface Scan {
  query: Pick<EventListQuery, "limit" | "offset">;
  read: ReadAt;
  passes: EventTest;
  turns: Turns;
}

/** Tests every event, batch by batch: each batch in the order of arrival. */
async function scan(from: Source, { query, read, passes, turns }: Scan): Promise<Found> {
  const { limit, offset } = query;
  const found: Found = { count: 0, places: [] };
  for await (const batch of toBatches(from.parts(), turns, () => MOST_IN_BATCH)) {
    const isFound = new Uint8Array(batch.length);
    for (const index of await inPlaceOrder(batch, turns)) {
      const event = read((batch[index] as TimePlace).seq);
      if (event !== undefined && passes(event)) isFound[index] = 1;
      if (turns.isOver()) await turns.next();
    }
    for (const [index, place] of batch.entries()) {
      if (isFound[index] === 0) continue;
      if (found.count >= offset && found.places.length < limit) found.places.push(place);
      found.count += 1;
    }
  }
  return found;
}
