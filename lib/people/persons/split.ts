import * as v from "valibot";
import { recordActivity } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { invalid, notFound } from "../../base/errors.ts";
import { findPersonId } from "./get.ts";
import type { Edit } from "./update.ts";
import { writePersons } from "./write-persons.ts";
import { distinctIdsOf } from "./distinct-ids.ts";

const DistinctIds = v.pipe(
  v.array(v.string("Expected distinct ids as text."), "Expected a list of distinct ids."),
  v.minLength(1, "Expected at least one distinct id."),
);

/** The input of `splitPerson`; both fields hold ids of the person, and at most one field is given. */
export const SplitInput = v.object({
  /** This id stays, all others leave. Null, empty or absent = the person's first id. */
  main_distinct_id: v.optional(v.nullable(v.string()), null),
  /** These ids leave, all others stay. */
  distinct_ids_to_split: v.optional(DistinctIds),
});
export type SplitInput = v.InferInput<typeof SplitInput>;

/**
 * Moves distinct ids to new persons, one for each, in one transaction. The person keeps UUID and properties; new
 * persons start now, without properties; past events follow their ids. A new person's UUID is its id's, or if taken
 * (the id founded the split person) that of `<id>:split` (reference/rest.md 5.7, as of 2026).
 * @throws notFound; invalid when an id is not the person's, when no id would stay, or when both fields are given
 */
export async function splitPerson(
  ctx: Context,
  { project, by }: Edit,
  id: string | number,
  input: SplitInput,
): Promise<void> {
  const isFound = await writePersons(ctx, () => {
    const personId = findPersonId(ctx, project.id, id);
    if (personId === undefined) return false;
    const person = ctx.identity.person(personId);
    const before = distinctIdsOf(ctx.db, personId);
    const moving = toMoving(input, before);
    for (const distinctId of moving) {
      const created = ctx.identity.create({
        projectId: project.id,
        founder: distinctId,
        properties: {},
        isIdentified: false,
        createdAtMs: ctx.clock.now(),
      });
      ctx.identity.claim(distinctId, created);
    }
    if (moving.length === 0) return true;
    recordActivity(ctx, {
      projectId: project.id,
      by,
      scope: "Person",
      itemId: String(personId),
      activity: "split_person",
      detail: { name: person.uuid, changes: [{ action: "split", field: null, after: { distinct_ids: before } }] },
    });
    return true;
  });
  if (!isFound) throw notFound();
}

/** The ids that leave, without duplicates. */
function toMoving({ main_distinct_id: main, distinct_ids_to_split: chosen }: SplitInput, owned: string[]): string[] {
  if (chosen === undefined) {
    const staying = main || owned[0];
    if (main && !owned.includes(main)) throw notOwned("main_distinct_id", main);
    return owned.filter((distinctId) => distinctId !== staying);
  }
  if (main) throw invalid("distinct_ids_to_split", "Expected main_distinct_id or distinct_ids_to_split, not both.");
  const moving = [...new Set(chosen)];
  const known = new Set(owned);
  const foreign = moving.find((distinctId) => !known.has(distinctId));
  if (foreign !== undefined) throw notOwned("distinct_ids_to_split", foreign);
  if (moving.length === owned.length) {
    throw invalid("distinct_ids_to_split", "At least one distinct id must stay with the person.");
  }
  return moving;
}

function notOwned(attr: string, distinctId: string): Error {
  return invalid(attr, `The person does not have the distinct id "${distinctId}".`);
}
