import type { EventCount, EventNamesPlan } from "./catalogue-plan.ts";
import * as v from "valibot";
import { toIso } from "../../base/clock.ts";
import { definitionUuid } from "../../base/ids.ts";
import type { Context } from "../context.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import type { Project } from "../../admin/projects/index.ts";
import { readNotes, toNote } from "./definition-notes.ts";
import type { DefinitionNote } from "./definition-notes.ts";

const ORDERINGS = ["-count", "-last_seen_at", "name"] as const;

/** Which events to name. */
export const EventDefinitionQuery = v.object({
  ...pageEntries,
  /** Part of the name, in any letter case; empty = absent. */
  search: v.optional(v.string(), ""),
  ordering: v.optional(v.picklist(ORDERINGS, `Expected ${ORDERINGS.join(", ")}.`), "-count"),
});
export type EventDefinitionQuery = v.InferOutput<typeof EventDefinitionQuery>;
export type EventDefinitionInput = v.InferInput<typeof EventDefinitionQuery>;

/** An event name that is in use, with the remark on it if there is one. */
export interface EventDefinition extends Partial<Omit<DefinitionNote, "updated_at"> & { updated_at: string | null }> {
  /** A UUID that the name decides. */
  id: string;
  name: string;
  /** Events of this name, of whatever age. */
  count: number;
  /** ISO text: the time of the latest, by its own word. */
  last_seen_at: string;
}

/** The names that a project's events have: most frequent first, where equal by name. A name without events is none. */
export async function listEventDefinitions(
  ctx: Pick<Context, "db" | "engine">,
  project: Project,
  { search, ordering, limit, offset }: EventDefinitionQuery,
): Promise<Page<EventDefinition>> {
  const wanted = search.toLowerCase();
  const found = (await ctx.engine.ask<EventNamesPlan>({ kind: "event-names", projectId: project.id })).filter(
    ({ name }) => name.toLowerCase().includes(wanted),
  );
  const results = found.toSorted(COMPARE[ordering]).slice(offset, offset + limit);
  const notes = readNotes(ctx, project.id, "event");
  return {
    count: found.length,
    results: results.map(({ name, count, lastMs }) => {
      const own = { id: definitionUuid(project.id, "event", name), name, count, last_seen_at: toIso(lastMs) };
      const note = notes.get(name);
      return note === undefined ? own : Object.assign(own, toNote(note));
    }),
  };
}

const byName = (a: EventCount, b: EventCount) => (a.name < b.name ? -1 : 1);

const COMPARE: Record<(typeof ORDERINGS)[number], (a: EventCount, b: EventCount) => number> = {
  "-count": (a, b) => b.count - a.count || byName(a, b),
  "-last_seen_at": (a, b) => b.lastMs - a.lastMs || byName(a, b),
  name: byName,
};
