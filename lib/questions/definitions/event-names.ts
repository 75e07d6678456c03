import type { Context } from "../context.ts";
import type { EventNamesPlan } from "./catalogue-plan.ts";
import { readNotes } from "./definition-notes.ts";
import type { NoteRow } from "./definition-notes.ts";

export interface NamedEvent {
  name: string;
  count: number;
  /** Epoch ms of the latest event; null = no event has the name yet. */
  lastMs: number | null;
  note: NoteRow | undefined;
}

/**
 * The names that events have, and those that a user defined before an event came, in no particular order. A deleted
 * definition does not count until more events have its name.
 */
export async function readEventNames(ctx: Pick<Context, "db" | "engine">, projectId: number): Promise<NamedEvent[]> {
  const counted = await ctx.engine.ask<EventNamesPlan>({ kind: "event-names", projectId });
  const notes = readNotes(ctx, projectId, "event");
  const used = new Set(counted.map(({ name }) => name));
  const events = counted.map(({ name, count, lastMs }): NamedEvent => ({ name, count, lastMs, note: notes.get(name) }));
  const unused = [...notes.values()].filter(({ name, createdAt }) => createdAt !== null && !used.has(name));
  return [
    ...events.filter(({ count, note }) => count > (note?.deletedCount ?? 0)),
    ...unused.map((note): NamedEvent => ({ name: note.name, count: 0, lastMs: null, note })),
  ];
}
