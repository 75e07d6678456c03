import * as v from "valibot";
import type { Context } from "../context.ts";
import { FiltersOrTextField } from "../../events/filters/index.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import type { LiveEvents, LiveFilter } from "./live.ts";
import { parsePropertyQuery } from "./property-query.ts";
import type { EventRecord } from "./record.ts";
import { toStoppable } from "../../base/stoppable.ts";

/** Filters for new events; an empty text counts as absent. */
export const LiveQuery = v.object({
  /** Name, exact. */
  event: v.exactOptional(v.string()),
  distinct_id: v.exactOptional(v.string()),
  /** Property filters in any of their shapes, or JSON text of them; filters without a type test the event. */
  properties: v.exactOptional(FiltersOrTextField),
});
export type LiveQuery = v.InferOutput<typeof LiveQuery>;
export type LiveInput = v.InferInput<typeof LiveQuery>;

/** Parses a query into the filter of `subscribe`. @throws invalid naming the property filter that cannot be read */
export function toLiveFilter({ properties, ...rest }: LiveQuery): LiveFilter {
  const filter = parsePropertyQuery(properties);
  return filter.values.length === 0 ? rest : { ...rest, properties: filter };
}

/** Yields events as they are committed, in the order of arrival. Leaving the loop ends it, even while it waits. */
export function listenToEvents(
  ctx: Pick<Context, "live">,
  project: ProjectRef,
  query: LiveQuery,
): AsyncIterableIterator<EventRecord, void> {
  const events = ctx.live.subscribe(project.id, toLiveFilter(query));
  return toStoppable(toRecords(events), () => events.return?.());
}

async function* toRecords(events: LiveEvents): AsyncGenerator<EventRecord, void> {
  for await (const batch of events) {
    for (const event of batch.events) if (batch.has(event)) yield event.record;
  }
}
