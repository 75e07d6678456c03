import * as v from "valibot";
import { parseInstant } from "../../base/instant.ts";
import { pageEntries } from "../../base/page.ts";
import { FiltersOrTextField } from "../../events/filters/index.ts";
import type { Context } from "../context.ts";

/** ISO text → epoch ms; UTC without an offset, midnight without a time; empty = absent. */
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
export type EventListInput = v.InferInput<typeof EventListQuery>;

export type Reading = Pick<Context, "db" | "expressions" | "findMatching"> & { signal?: AbortSignal };
