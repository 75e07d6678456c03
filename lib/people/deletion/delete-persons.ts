import { toUuid } from "../../base/ids.ts";
import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";
import type { Context } from "../context.ts";
import { findPersonId, writePersons } from "../persons/index.ts";
import type { Edit } from "../persons/index.ts";
import { BooleanField, deleteFound } from "./delete-person.ts";

const MAX_IDS = 1000;

const NEITHER = "You need to specify either distinct_ids or ids";

function listOf<Item extends v.GenericSchema>(item: Item, name: string) {
  return v.pipe(
    v.array(item, "Expected a list."),
    v.maxLength(MAX_IDS, `You can only pass ${MAX_IDS} ${name} in one call`),
  );
}

const PersonId = v.pipe(
  v.union([v.string(), v.number()], "Expected the UUIDs or integer ids of persons."),
  v.check((id) => toUuid(String(id)) !== null || /^\d{1,15}$/.test(String(id)), "Expected a UUID or an integer id."),
);

/** The input of `deletePersons`: persons, by exactly one of `ids` and `distinct_ids`, and the options. */
export const BulkDeleteInput = v.pipe(
  v.object({
    /** UUIDs, or integer ids. */
    ids: v.optional(listOf(PersonId, "ids")),
    /** Persons with any of these distinct ids. */
    distinct_ids: v.optional(listOf(v.string("Expected distinct ids as text."), "distinct_ids")),
    delete_events: v.optional(BooleanField, false),
    keep_person: v.optional(BooleanField, false),
  }),
  v.check(({ ids, distinct_ids }) => Boolean(ids?.length || distinct_ids?.length), NEITHER),
  v.check(({ ids, distinct_ids }) => !(ids?.length && distinct_ids?.length), `${NEITHER}, not both`),
);
export type BulkDeleteInput = v.InferInput<typeof BulkDeleteInput>;

/** The result of a bulk deletion. */
export const BulkDeletion = v.pipe(
  v.object({
    persons_found: Count,
    persons_deleted: Count,
    events_queued_for_deletion: v.boolean(),
    /** Recordings are not stored, so none are deleted. */
    recordings_queued_for_deletion: v.boolean(),
    /** Always empty: all deletions succeed, or none. The key is PostHog's. */
    deletion_errors: v.array(v.unknown()),
  }),
  v.examples([
    {
      persons_found: 2,
      persons_deleted: 2,
      events_queued_for_deletion: true,
      recordings_queued_for_deletion: false,
      deletion_errors: [],
    },
  ]),
);
export interface BulkDeletion extends v.InferOutput<typeof BulkDeletion> {}

/** Up to 1000, in one transaction; unknown persons are ignored. */
export async function deletePersons(
  ctx: Context,
  edit: Edit,
  { ids, distinct_ids, ...query }: v.InferOutput<typeof BulkDeleteInput>,
): Promise<BulkDeletion> {
  const found = await writePersons(ctx, () => {
    const persons = new Set([
      ...(ids ?? []).map((id) => findPersonId(ctx, edit.project.id, id)),
      ...(distinct_ids ?? []).map((distinctId) => ctx.identity.findPerson(edit.project.id, distinctId)?.id),
    ]);
    persons.delete(undefined);
    for (const personId of persons) if (personId !== undefined) deleteFound(ctx, edit, personId, query);
    return persons.size;
  });
  return {
    persons_found: found,
    persons_deleted: query.keep_person ? 0 : found,
    events_queued_for_deletion: query.delete_events && found > 0,
    recordings_queued_for_deletion: false,
    deletion_errors: [],
  };
}
