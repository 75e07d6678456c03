import * as v from "valibot";
import { recordActivityAfter } from "../../admin/activity/index.ts";
import type { Author } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { conflict, notFound } from "../../base/errors.ts";
import { isFields } from "../../base/fields.ts";
import type { Project } from "../../admin/projects/index.ts";
import { findPersonId, getPerson } from "./get.ts";
import type { PersonRecord } from "./record.ts";
import { distinctIdsOf, ownerOf } from "./distinct-ids.ts";

/** The project of a change, and its author. */
export interface Edit {
  project: Project;
  by: Author;
}

interface PersonEdit {
  event: string;
  distinct_id: string;
  properties: Record<string, unknown>;
}

/**
 * A change by a captured event. The caller passes `capture`, which cannot be imported here, since it imports persons.
 */
export interface CapturingEdit extends Edit {
  capture(project: Project, event: PersonEdit): Promise<void>;
}

const JsonObject = v.custom<Record<string, unknown>>(isFields, "Expected an object of properties.");

const PropertyKey = v.pipe(
  v.string("Expected the name of a property."),
  v.minLength(1, "This field may not be blank."),
);

/**
 * The input of `updatePerson`: properties to set; others stay. Other fields, such as those of a person, are ignored.
 */
export const PersonUpdateInput = v.object({ properties: JsonObject });
export type PersonUpdateInput = v.InferInput<typeof PersonUpdateInput>;

// `undefined` would set nothing. PostHog checks `value` first, so neither field gives that error.
const Value = v.pipe(
  v.unknown(),
  v.check((value) => value !== undefined),
);

/** The input of `updateProperty`: one property and its new value, which may be null. */
export const PropertyUpdateInput = v.object({ value: Value, key: PropertyKey });
export type PropertyUpdateInput = v.InferInput<typeof PropertyUpdateInput>;

/** The input of `deleteProperty`: the name of one property. */
export const PropertyDeleteInput = v.object({ $unset: PropertyKey });
export type PropertyDeleteInput = v.InferInput<typeof PropertyDeleteInput>;

/**
 * Sets properties of a person, by a captured `$set` event; resolves to the changed person once it is committed
 * (docs/contract.md, rule 2).
 * @throws notFound, invalid; conflict when the person has no distinct id that an event can carry
 */
export async function updatePerson(
  ctx: Context,
  edit: CapturingEdit,
  id: string | number,
  { properties }: PersonUpdateInput,
): Promise<PersonRecord> {
  const { id: personId, person } = await captureFor(ctx, edit, id, { event: "$set", properties: { $set: properties } });
  await recordActivityAfter(ctx, {
    projectId: edit.project.id,
    by: edit.by,
    scope: "Person",
    itemId: String(personId),
    activity: "updated",
    detail: { name: null, changes: [{ action: "changed", field: "properties", keys: Object.keys(properties) }] },
  });
  return person;
}

/** See `updatePerson` (docs/contract.md, rule 3). */
export function updateProperty(
  ctx: Context,
  edit: CapturingEdit,
  id: string | number,
  { key, value }: PropertyUpdateInput,
): Promise<PersonRecord> {
  // Computed, so that "__proto__" is a property.
  return updatePerson(ctx, edit, id, { properties: { [key]: value } });
}

/**
 * Removes one property, by a captured `$delete_person_property` event (docs/contract.md, rule 4); it need not exist.
 * @throws notFound, invalid; conflict as `updatePerson`
 */
export async function deleteProperty(
  ctx: Context,
  edit: CapturingEdit,
  id: string | number,
  { $unset }: PropertyDeleteInput,
): Promise<PersonRecord> {
  const event = { event: "$delete_person_property", properties: { $unset: [$unset] } };
  const { id: personId, person } = await captureFor(ctx, edit, id, event);
  await recordActivityAfter(ctx, {
    projectId: edit.project.id,
    by: edit.by,
    scope: "Person",
    itemId: String(personId),
    activity: "delete_property",
    detail: { name: person.uuid, changes: [{ action: "changed", field: null, keys: [$unset] }] },
  });
  return person;
}

interface Captured {
  /** Id of the named person. */
  id: number;
  /** Another person if the two were merged meanwhile. */
  person: PersonRecord;
}

async function captureFor(
  ctx: Context,
  { project, capture }: CapturingEdit,
  id: string | number,
  event: Pick<PersonEdit, "event" | "properties">,
): Promise<Captured> {
  const personId = findPersonId(ctx, project.id, id);
  if (personId === undefined) throw notFound();
  const distinctId = distinctIdsOf(ctx.db, personId).find(isCarrier);
  if (distinctId === undefined) throw conflict(null, "The person has no distinct id that an event could carry.");
  // Even where events are personless: the request is about a person.
  const target = { ...project, person_processing_opt_out: false };
  await capture(target, { ...event, distinct_id: distinctId });
  return { id: personId, person: getPerson(ctx, project, ownerOf(ctx.db, project.id, distinctId) ?? personId) };
}

/**
 * Does capture leave the id unchanged? It cuts ids to 200 code points and has no blank ones; merges and imports can
 * bring both, and a cut id would be another person.
 */
function isCarrier(distinctId: string): boolean {
  return distinctId.trim() !== "" && [...distinctId].length <= 200;
}
