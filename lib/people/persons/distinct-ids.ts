import type { Context } from "../context.ts";
import { and, eq, query, soundColumn } from "../../storage/queries/index.ts";
import { distinctIds } from "../../storage/tables/index.ts";

// Index distinct_ids_by_person.
const idsOfPerson = query((db, given: { personId: number }) =>
  db
    .select({ distinctId: soundColumn(distinctIds.distinctId) })
    .from(distinctIds)
    .where(eq(distinctIds.personId, given.personId))
    .orderBy(distinctIds.id),
);

// Index distinct_ids_by_text.
const personOfId = query((db, given: { projectId: number; distinctId: string }) =>
  db
    .select({ personId: soundColumn(distinctIds.personId) })
    .from(distinctIds)
    .where(and(eq(distinctIds.projectId, given.projectId), eq(distinctIds.distinctId, given.distinctId))),
);

/** The distinct ids of a person, in the order in which they were first seen. @throws corrupt for a damaged row */
export function distinctIdsOf(db: Context["db"], personId: number): string[] {
  return idsOfPerson.all(db, { personId }).map(({ distinctId }) => distinctId);
}

/** The integer id of the person with this distinct id; null = none claims it. @throws corrupt for a damaged row */
export function ownerOf(db: Context["db"], projectId: number, distinctId: string): number | null {
  return personOfId.get(db, { projectId, distinctId })?.personId ?? null;
}
