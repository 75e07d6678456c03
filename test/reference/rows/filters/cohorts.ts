import type { Cohort, CohortLookup, FilterRow } from "../../../../lib/events/filters/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { passesFilter } from "./filter.ts";

/** Looks up the cohorts that a plan names: lists in the database, others by their filters. Only persons are members. */
export function plannedCohorts(db: Db, cohorts: readonly Cohort[] = []): CohortLookup {
  const lists = new Map<number, Set<unknown>>();
  const membersOf = (id: number) => {
    const known = lists.get(id);
    if (known !== undefined) return known;
    const read = new Set(db.sql("SELECT person_id FROM cohort_members WHERE cohort_id = ?").pluck().all(id));
    lists.set(id, read);
    return read;
  };
  const asked = new Set<number>();
  const isMember = (id: number, row: FilterRow): boolean => {
    const cohort = cohorts.find((each) => each.id === id);
    // A cohort that refers to itself has no members there.
    if (cohort === undefined || row.personId === null || asked.has(id)) return false;
    if (cohort.by === "members") return membersOf(id).has(row.personId);
    asked.add(id);
    const isIn = cohort.anyOf.some((filter) => passesFilter(filter, row, lookup));
    asked.delete(id);
    return isIn;
  };
  const lookup: CohortLookup = (id) => (row) => isMember(id, row);
  return lookup;
}
