import { createTurns } from "../../base/turns.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { createEventReader } from "../event-reader.ts";
import { findSource } from "./event-source.ts";
import { readRecords, toBatches } from "./in-place-order.ts";
import { filteredEvents } from "./filtered-events.ts";
import type { EventListQuery, Reading } from "./list-query.ts";
import type { EventRecord } from "./record.ts";

/** Events of the first batch. */
const FIRST_BATCH = 500;

/** Most events of a batch. Fewer unpack chunks in no order of time more often. */
const MOST_EVENTS = 20_000;

/** Bytes of texts of a batch, about. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Yields all matching events, page by page in the list's order; ignores `limit` and `offset`. Leaves out events that
 * arrive, or are deleted, meanwhile.
 * @throws as `listEvents`
 */
export async function walkEvents(
  ctx: Reading,
  project: ProjectRef,
  query: EventListQuery,
): Promise<() => AsyncGenerator<EventRecord[]>> {
  const from = (await filteredEvents(ctx, project, query)) ?? (await findSource(ctx, project, query));
  return async function* () {
    if (from === null) return;
    const turns = createTurns(ctx.signal);
    const readAt = createEventReader(ctx.db, project.id);
    let most = FIRST_BATCH;
    for await (const places of toBatches(from.parts(), turns, () => most)) {
      let bytes = 1;
      const read = (seq: number) => {
        const event = readAt(seq);
        bytes += event === undefined ? 0 : event.properties.length + (event.elements?.length ?? 0);
        return event;
      };
      yield readRecords(ctx.db, project.id, { places, read, turns });
      most = nextBatch(places.length, bytes);
    }
  };
}

/** The number of events for the next batch, from the events and bytes of the last batch. */
function nextBatch(events: number, bytes: number): number {
  const fitting = Math.floor((events * MOST_BYTES) / bytes);
  return Math.max(1, Math.min(fitting, 4 * events, MOST_EVENTS));
}
