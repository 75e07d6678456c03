import type { Db } from "../../storage/index.ts";
import { compileFilter } from "./compile.ts";
import type { CohortLookup, RowPredicate } from "./compile.ts";
import { parseFilters } from "./schema.ts";

interface CohortRow {
  groups: string;
  is_static: number;
}

const noMembers: RowPredicate = () => false;

/**
 * Looks up the cohorts of one project as they are now. A static cohort is its list of members. A behavioural cohort is
 * the list made by its last calculation (`cohorts/calculate.ts`), since calculating walks over events. Any other cohort
 * is evaluated on the person's current properties. A cohort that does not exist, was deleted, or refers to itself has
 * no members. Source: reference/insights.md 2. The lookup caches what it reads: create a new lookup for each question.
 */
export function cohortLookup(db: Db, projectId: number): CohortLookup {
  const known = new Map<number, RowPredicate>();
  const lookup: CohortLookup = (id) => {
    let members = known.get(id);
    if (members === undefined) {
      // Set before compiling, so that a cohort that refers to itself finds this test instead of recursing for ever.
      known.set(id, noMembers);
      members = readCohort(db, projectId, id, lookup);
      known.set(id, members);
    }
    return members;
  };
  return lookup;
}

function readCohort(db: Db, projectId: number, id: number, cohorts: CohortLookup): RowPredicate {
  const row = db
    .sql("SELECT groups, is_static FROM cohorts WHERE project_id = ? AND id = ? AND deleted = 0")
    .get(projectId, id);
  if (row === undefined) return noMembers;
  const { groups, is_static: isStatic } = row as CohortRow;
  const definition = JSON.parse(groups) as { properties?: unknown }[];
  return isStatic || hasBehaviour(definition) ? readMembers(db, id) : compileDefinition(definition, cohorts);
}

function readMembers(db: Db, id: number): RowPredicate {
  const rows = db.sql("SELECT person_id FROM cohort_members WHERE cohort_id = ?").pluck().all(id);
  const members = new Set(rows);
  return (row) => row.personId !== null && members.has(row.personId);
}

function compileDefinition(groups: { properties?: unknown }[], cohorts: CohortLookup): RowPredicate {
  const tests = groups.map(({ properties }, index) => {
    return compileFilter(parseFilters(properties, `groups__${index}__properties`, "person"), cohorts);
  });
  // Only persons are members: "is not set" must not match events without a person.
  return (row) => row.personId !== null && tests.some((test) => test(row));
}

/** Does any part of a cohort's definition, or of a group of filters, ask about behaviour? */
export function hasBehaviour(definition: unknown): boolean {
  if (Array.isArray(definition)) return definition.some(hasBehaviour);
  if (typeof definition !== "object" || definition === null) return false;
  if ("event_id" in definition || "action_id" in definition) return true;
  if ("type" in definition && definition.type === "behavioral") return true;
  const inner = definition as { values?: unknown; properties?: unknown };
  return hasBehaviour(inner.values) || hasBehaviour(inner.properties);
}
