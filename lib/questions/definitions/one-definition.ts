import type { Project } from "../../admin/projects/index.ts";
import { toIso } from "../../base/clock.ts";
import { notFound } from "../../base/errors.ts";
import { definitionUuid } from "../../base/ids.ts";
import type { Context } from "../context.ts";
import type { EventNamesPlan } from "./catalogue-plan.ts";
import { readNotes, toNote, writeNote } from "./definition-notes.ts";
import type { DefinitionNote, NoteEdit, NoteRow } from "./definition-notes.ts";
import type { EventDefinition } from "./event-definitions.ts";
import { listPropertyDefinitions, propertyNoun } from "./property-definitions.ts";
import type { PropertyDefinition, PropertyDefinitionQuery } from "./property-definitions.ts";

/** The fields of PostHog that have no meaning here, and that clients read (reference/agents.md 5.1). */
const WITHOUT_MEANING = {
  owner: null,
  created_at: null,
  created_by: null,
  is_action: false,
  action_id: null,
  is_calculating: false,
  last_calculated_at: null,
  post_to_slack: false,
  default_columns: [],
} as const;

/** An event name with the remark on it. */
export type WholeEventDefinition = EventDefinition &
  Omit<DefinitionNote, "updated_at"> &
  typeof WITHOUT_MEANING & { updated_at: string | null; last_updated_at: string | null };

/** A property with the remark on it. */
export type WholePropertyDefinition = PropertyDefinition &
  Omit<DefinitionNote, "updated_at"> & { updated_at: string | null };

type Reads = Pick<Context, "db" | "engine">;
type Writes = Pick<Context, "db" | "clock" | "log" | "engine">;

/** An event name by its id. @throws notFound for a name without events */
export async function getEventDefinition(ctx: Reads, project: Project, id: string): Promise<WholeEventDefinition> {
  const names = await ctx.engine.ask<EventNamesPlan>({ kind: "event-names", projectId: project.id });
  const found = names.find(({ name }) => definitionUuid(project.id, "event", name) === id);
  if (found === undefined) throw notFound();
  const note = toWhole(readNotes(ctx, project.id, "event").get(found.name));
  const { name, count, lastMs } = found;
  return {
    id,
    name,
    count,
    last_seen_at: toIso(lastMs),
    ...note,
    last_updated_at: note.updated_at,
    ...WITHOUT_MEANING,
  };
}

/** Changes the remark on an event name. @throws notFound; invalid naming the field */
export async function updateEventDefinition(
  ctx: Writes,
  edit: Pick<NoteEdit, "project" | "by">,
  id: string,
  input: unknown,
): Promise<WholeEventDefinition> {
  const { name } = await getEventDefinition(ctx, edit.project, id);
  await writeNote(ctx, { ...edit, kind: "event", id, name }, input);
  return getEventDefinition(ctx, edit.project, id);
}

const KINDS: readonly Pick<PropertyDefinitionQuery, "type" | "group_type_index">[] = [
  { type: "event" },
  { type: "person" },
  ...([0, 1, 2, 3, 4] as const).map((index) => ({ type: "group" as const, group_type_index: index })),
];

/** A property by its id. @throws notFound */
export async function getPropertyDefinition(
  ctx: Reads,
  project: Project,
  id: string,
): Promise<WholePropertyDefinition> {
  return (await findProperty(ctx, project, id)).definition;
}

async function findProperty(ctx: Reads, project: Project, id: string) {
  for (const kind of KINDS) {
    const page = { limit: Number.MAX_SAFE_INTEGER, offset: 0, event_name: "", search: "" };
    const { results } = await listPropertyDefinitions(ctx, project, { ...page, ...kind });
    const found = results.find((result) => result.id === id);
    if (found === undefined) continue;
    const noun = propertyNoun(kind);
    const note = toWhole(readNotes(ctx, project.id, noun).get(found.name));
    return { noun, definition: { ...found, ...note } };
  }
  throw notFound();
}

/** Changes the remark on a property, or its type. @throws notFound; invalid naming the field */
export async function updatePropertyDefinition(
  ctx: Writes,
  edit: Pick<NoteEdit, "project" | "by">,
  id: string,
  input: unknown,
): Promise<WholePropertyDefinition> {
  const { noun, definition } = await findProperty(ctx, edit.project, id);
  await writeNote(ctx, { ...edit, kind: noun, id, name: definition.name }, input);
  return getPropertyDefinition(ctx, edit.project, id);
}

function toWhole(row: NoteRow | undefined): Omit<DefinitionNote, "updated_at"> & { updated_at: string | null } {
  if (row !== undefined) return toNote(row);
  return {
    description: "",
    tags: [],
    verified: false,
    verified_at: null,
    verified_by: null,
    hidden: false,
    updated_at: null,
    updated_by: null,
  };
}
