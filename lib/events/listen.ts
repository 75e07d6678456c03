import * as v from "valibot";
import type { Context } from "../context.ts";
import type { Project } from "../projects/index.ts";
import type { LiveEvents } from "./live.ts";
import type { EventRecord } from "./record.ts";
import { toStoppable } from "./stoppable.ts";

/** Which new events to show; an empty text counts as absent. */
export const LiveQuery = v.object({
  /** Name, exact. */
  event: v.exactOptional(v.string()),
  distinct_id: v.exactOptional(v.string()),
});
export type LiveQuery = v.InferOutput<typeof LiveQuery>;

/** The events that are committed from now on, in the order of arrival. Leaving the loop ends it, also while it waits. */
export function listenToEvents(
  ctx: Pick<Context, "live">,
  project: Project,
  query: LiveQuery,
): AsyncIterableIterator<EventRecord, void> {
  const events = ctx.live.subscribe(project.id, query);
  return toStoppable(toRecords(events), () => events.return?.());
}

async function* toRecords(events: LiveEvents): AsyncGenerator<EventRecord, void> {
  for await (const { record } of events) yield record;
}
