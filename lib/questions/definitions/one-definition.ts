import type { Project } from "../../admin/projects/index.ts";
import * as v from "valibot";
import { Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import { invalid, notFound } from "../../base/errors.ts";
import { definitionUuid } from "../../base/ids.ts";
import type { Context } from "../context.ts";
import {
  DefinitionNote,
  DefinitionUpdate,
  deleteNote,
  EventName,
  readNotes,
  toNote,
  writeNote,
} from "./definition-notes.ts";
import type { NoteEdit, NoteRow, PropertyDefinitionUpdate } from "./definition-notes.ts";
import { EventDefinition, toDefinition } from "./event-definitions.ts";
import { readEventNames } from "./event-names.ts";
import type { NamedEvent } from "./event-names.ts";
import { listPropertyDefinitions, PropertyDefinition, propertyNoun } from "./property-definitions.ts";
import type { PropertyDefinitionQuery } from "./property-query.ts";

const { is_action: _, action_id: __, ...ofName } = EventDefinition.entries;

/** An event name with the remark on it. */
export const WholeEventDefinition = v.object({
  ...ofName,
  ...DefinitionNote.entries,
  /** ISO text; null = there is no remark. */
  last_updated_at: v.nullable(Instant),
  // The other fields are PostHog's: clients read them, and they have no meaning here (reference/agents.md 5.1).
  owner: v.null(),
  /** ISO text; null = no user defined it before an event came. */
  created_at: v.nullable(Instant),
  created_by: v.null(),
  is_action: v.boolean(),
  action_id: v.null(),
  is_calculating: v.boolean(),
  last_calculated_at: v.null(),
  post_to_slack: v.boolean(),
  default_columns: v.array(v.string()),
});
export interface WholeEventDefinition extends v.InferOutput<typeof WholeEventDefinition> {}

const WITHOUT_MEANING = {
  owner: null,
  created_by: null,
  is_action: false,
  action_id: null,
  is_calculating: false,
  last_calculated_at: null,
  post_to_slack: false,
  default_columns: [] as string[],
} satisfies Partial<WholeEventDefinition>;

/** A property with the remark on it. */
export const WholePropertyDefinition = v.object({ ...PropertyDefinition.entries, ...DefinitionNote.entries });
export interface WholePropertyDefinition extends v.InferOutput<typeof WholePropertyDefinition> {}

type Reads = Pick<Context, "db" | "engine">;
type Writes = Pick<Context, "db" | "clock" | "log" | "engine">;

/** An event name by its id. @throws notFound for a name without events that nobody defined */
export async function getEventDefinition(ctx: Reads, project: Project, id: string): Promise<WholeEventDefinition> {
  const found = await findEvent(ctx, project, id);
  const note = toWhole(found.note);
  const createdAt = found.note?.createdAt ?? null;
  return {
    ...toDefinition(project.id, found),
    ...note,
    created_at: createdAt === null ? null : toIso(createdAt),
    last_updated_at: note.updated_at,
    ...WITHOUT_MEANING,
  };
}

async function findEvent(ctx: Reads, project: Project, id: string): Promise<NamedEvent> {
  const names = await readEventNames(ctx, project.id);
  const found = names.find(({ name }) => definitionUuid(project.id, "event", name) === id);
  if (found === undefined) throw notFound();
  return found;
}

export const EventDefinitionCreate = v.object({ ...DefinitionUpdate.entries, name: EventName });

/** Defines an event before one came. @throws invalid naming the field, also for a name that is in use */
export async function createEventDefinition(
  ctx: Writes,
  edit: Pick<NoteEdit, "project" | "by">,
  { name, ...remark }: v.InferOutput<typeof EventDefinitionCreate>,
): Promise<WholeEventDefinition> {
  const { project } = edit;
  const refuse = () => invalid("name", `Event definition with name '${name}' already exists`, "unique");
  if ((await readEventNames(ctx, project.id)).some((event) => event.name === name)) throw refuse();
  const id = definitionUuid(project.id, "event", name);
  await writeNote(ctx, { ...edit, kind: "event", id, name, activity: "created" }, remark);
  return getEventDefinition(ctx, project, id);
}

/** Deletes the definition of an event with its remark; the next event of the name brings it back. @throws notFound */
export async function deleteEventDefinition(
  ctx: Writes,
  edit: Pick<NoteEdit, "project" | "by">,
  id: string,
): Promise<void> {
  const { name, count } = await findEvent(ctx, edit.project, id);
  await deleteNote(ctx, { ...edit, kind: "event", id, name }, count);
}

/** Changes the remark on an event name. @throws notFound; invalid naming the field */
export async function updateEventDefinition(
  ctx: Writes,
  edit: Pick<NoteEdit, "project" | "by">,
  id: string,
  input: v.InferOutput<typeof DefinitionUpdate>,
): Promise<WholeEventDefinition> {
  const { name } = await getEventDefinition(ctx, edit.project, id);
  await writeNote(ctx, { ...edit, kind: "event", id, name }, input);
  return getEventDefinition(ctx, edit.project, id);
}

const KINDS: readonly Pick<PropertyDefinitionQuery, "type" | "group_type_index">[] = [
  { type: "event" },
  { type: "person" },
  { type: "session" },
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
  input: PropertyDefinitionUpdate,
): Promise<WholePropertyDefinition> {
  const { noun, definition } = await findProperty(ctx, edit.project, id);
  await writeNote(ctx, { ...edit, kind: noun, id, name: definition.name }, input);
  return getPropertyDefinition(ctx, edit.project, id);
}

function toWhole(row: NoteRow | undefined): DefinitionNote {
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
