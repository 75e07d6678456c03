import type { ProjectRef } from "../../events/project-ref.ts";
import { EARLIEST_MS, LATEST_MS } from "../events-by-time.ts";
import type { TimePlace } from "../events-by-time.ts";
import { newestSeq } from "../newest-seq.ts";
import type { PageWindow } from "./event-source.ts";
import type { EventListQuery, Reading } from "./list-query.ts";
import { findOrdinals } from "./ordinals.ts";
import { parsePropertyQuery } from "./property-query.ts";
import { requireExpressions } from "./property-test.ts";

/** Places found at once: some 5 MB. Fewer look at the columns more often. */
const PART = 50_000;

/** A list with filters on properties, newest first, without events that arrive meanwhile. */
interface FilteredEvents {
  /** The number of all events, and the places of a page. */
  page(window: PageWindow): Promise<{ count: number; places: TimePlace[] }>;
  /** All, part by part. */
  parts(): AsyncGenerator<TimePlace[], void>;
}

/** Finds a list's events by columns; null = no filters on properties. @throws invalid */
export async function filteredEvents(
  ctx: Reading,
  project: ProjectRef,
  query: EventListQuery,
): Promise<FilteredEvents | null> {
  const filter = parsePropertyQuery(query.properties);
  if (filter.values.length === 0) return null;
  requireExpressions(ctx.expressions, filter);
  const wanted = {
    projectId: project.id,
    event: query.event || null,
    ordinals: await findOrdinals(ctx, project, query),
    filter,
    afterMs: query.after ?? EARLIEST_MS - 1,
    untilSeq: newestSeq(ctx.db),
  };
  // No event has seq 0: the first part begins before the time.
  const end = { timestamp: query.before ?? LATEST_MS + 1, seq: 0 };
  const find = async (before: TimePlace, window: PageWindow) => {
    const { count, seqs, times } = await ctx.findMatching({ ...wanted, before, ...window }, { signal: ctx.signal });
    return { count, places: Array.from(seqs, (seq, index) => ({ seq, timestamp: times[index] as number })) };
  };
  return {
    async page({ limit, offset }) {
      if (offset <= PART) return find(end, { limit, offset });
      const { count } = await find(end, { limit: 0, offset: 0 });
      if (count <= offset) return { count, places: [] };
      // Part by part, since the offset may be any number.
      let [before, left] = [end, offset];
      for (; left > PART; left -= PART) {
        const { places } = await find(before, { limit: 1, offset: PART - 1 });
        before = places[0] ?? before;
      }
      const { places } = await find(before, { limit, offset: left });
      return { count, places };
    },
    async *parts() {
      for (let before: TimePlace | undefined = end; before !== undefined;) {
        const { places }: { places: TimePlace[] } = await find(before, { limit: PART, offset: 0 });
        yield places;
        before = places.length < PART ? undefined : places.at(-1);
      }
    },
  };
}
