import * as v from "valibot";
import { recordActivity } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { notFound } from "../../base/errors.ts";
import { findPersonId, writePersons } from "../persons/index.ts";
import type { Edit } from "../persons/index.ts";
import { notifyRemoval } from "./on-request.ts";
import { recordProfileDeletion } from "./profile-deletion.ts";
import { requestDeletion } from "./request.ts";

const NO_BOOLEAN = "Must be a valid boolean.";

/** True or false, also as the word or digit of a query string. No other text, since it decides a deletion. */
export const BooleanField = v.union(
  [
    v.boolean(),
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(["true", "false", "1", "0"], NO_BOOLEAN),
      v.transform((word) => word === "true" || word === "1"),
    ),
  ],
  NO_BOOLEAN,
);

/** The options of deleting a person. */
export const PersonDeleteQuery = v.object({
  /** Queue the deletion of the person's events. @default false */
  delete_events: v.optional(BooleanField, false),
  /** Keep the person itself. @default false */
  keep_person: v.optional(BooleanField, false),
});
export type PersonDeleteQuery = v.InferOutput<typeof PersonDeleteQuery>;
export type PersonDeleteInput = v.InferInput<typeof PersonDeleteQuery>;

/**
 * Deletes a person, and if asked queues its events, in one transaction; without its events, as a deletion of kind
 * `person_profile`. Its distinct ids then belong to nobody; the next event with one creates a new person of the same
 * UUID.
 * @throws notFound; invalid when the id is neither an integer nor a UUID
 */
export async function deletePerson(
  ctx: Context,
  edit: Edit,
  id: string | number,
  query: PersonDeleteQuery,
): Promise<void> {
  const isFound = await writePersons(ctx, () => {
    const personId = findPersonId(ctx, edit.project.id, id);
    if (personId === undefined) return false;
    deleteFound(ctx, edit, personId, query);
    return true;
  });
  if (!isFound) throw notFound();
}

/** Queues the deletion of a person's events; the person stays. @throws as `deletePerson` */
export async function requestEventDeletion(ctx: Context, edit: Edit, id: string | number): Promise<void> {
  await deletePerson(ctx, edit, id, { delete_events: true, keep_person: true });
}

/** Deletes an existing person, inside the caller's transaction. */
export function deleteFound(ctx: Context, { project, by }: Edit, personId: number, query: PersonDeleteQuery): void {
  const person = ctx.identity.person(personId);
  if (query.delete_events) requestDeletion(ctx, { projectId: project.id, uuid: person.uuid, personId, by });
  else if (!query.keep_person) recordProfileDeletion(ctx, { projectId: project.id, uuid: person.uuid, personId, by });
  if (query.keep_person) return;
  ctx.identity.remove(person);
  notifyRemoval(ctx);
  recordActivity(ctx, {
    projectId: project.id,
    by,
    scope: "Person",
    itemId: String(personId),
    activity: "deleted",
    detail: { name: person.uuid },
  });
}
