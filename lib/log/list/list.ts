import { createTurns } from "../../base/turns.ts";
import type { Turns } from "../../base/turns.ts";
import type { Page } from "../../base/page.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { createEventReader } from "../event-reader.ts";
import type { TimePlace } from "../events-by-time.ts";
import { findSource } from "./event-source.ts";
import { filteredEvents } from "./filtered-events.ts";
import { readRecords } from "./in-place-order.ts";
import type { EventListQuery, Reading } from "./list-query.ts";
import type { EventRecord } from "./record.ts";

/**
 * Events of a project, newest first (at equal times, the last to arrive first). `count` is exact.
 *
 * Pages without filters or by time come from the log's order of time; by name, distinct id or person from
 * `event_index`, brought up to date first; property filters from columns, beside this thread. Texts are read for the
 * page alone. Works in pieces of about 10 ms, with turns of the event loop in between. Events that arrive meanwhile are
 * in neither page nor count.
 * @throws invalid naming the filter that cannot be read, cancelled when the signal aborts
 */
export async function listEvents(ctx: Reading, project: ProjectRef, query: EventListQuery): Promise<Page<EventRecord>> {
  const turns = createTurns(ctx.signal);
  const found = await findPage(ctx, project, query, turns);
  const read = createEventReader(ctx.db, project.id);
  return { count: found.count, results: await readRecords(ctx.db, project.id, { ...found, read, turns }) };
}

interface Found {
  count: number;
  places: TimePlace[];
}

async function findPage(ctx: Reading, project: ProjectRef, query: EventListQuery, turns: Turns): Promise<Found> {
  const filtered = await filteredEvents(ctx, project, query);
  if (filtered !== null) return filtered.page(query);
  const from = await findSource(ctx, project, query);
  return from === null ? NOTHING : { places: await from.page(query, turns), count: await from.count(turns) };
}

const NOTHING: Found = { count: 0, places: [] };
