import { newestTimes } from "../log/list/index.ts";
import type { Project } from "../admin/projects/index.ts";
import type { ProcessedEvent } from "../transfer/index.ts";
import { hasEvents } from "../log/index.ts";
import type { Context } from "./context.ts";
import { fieldsAt } from "./values/fields.ts";

/**
 * An event that is older than one which its person has already only sets properties that the person lacks (`$set`
 * becomes `$set_once`). Events of one import come in the order of time, so this concerns events that were stored
 * before. Rule: reference/import.md 11.
 */
export async function giveWay(ctx: Context, { id }: Project, events: ProcessedEvent[]): Promise<ProcessedEvent[]> {
  const oldest = events[0];
  if (oldest === undefined) return events;
  if (!hasEvents(ctx.db, { projectId: id, fromMs: Date.parse(oldest.timestamp) + 1 })) return events;
  const newestOf = await newestTimes(ctx, id, [...new Set(events.map(({ distinct_id: each }) => each))]);
  return events.map((event) =>
    (newestOf.get(event.distinct_id) ?? Number.NEGATIVE_INFINITY) > Date.parse(event.timestamp)
      ? withoutSet(event)
      : event,
  );
}

function withoutSet(event: ProcessedEvent): ProcessedEvent {
  const { $set: _, ...rest } = event.properties;
  if (_ === undefined) return event;
  const once = { ...fieldsAt(event.properties, "$set_once"), ...fieldsAt(event.properties, "$set") };
  return { ...event, properties: { ...rest, $set_once: once } };
}
