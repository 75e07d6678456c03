import type { Clock } from "../../base/clock.ts";
import type { Db } from "../../storage/index.ts";
import type { Cohort } from "./cohort.ts";
import { parseComparison } from "./comparison.ts";
import { compileFilter } from "./compile.ts";
import type { CohortLookup, RowPredicate } from "./compile.ts";
import { withDates } from "./relative-date.ts";
import { parseFilters } from "./schema.ts";
import type { FilterNode } from "./filter-node.ts";

const noMembers: RowPredicate = () => false;

/** The source of the cohorts of a lookup. */
export interface CohortSource {
  /** Undefined = it has no members. */
  find(id: number): Cohort | undefined;
  /** Ids of persons in a cohort that is a list. */
  membersOf(id: number): ReadonlySet<number>;
}

/** A cohort that refers to itself has no members there. The lookup keeps what it reads: make one for each question. */
export function lookUpCohorts({ find, membersOf }: CohortSource): CohortLookup {
  const known = new Map<number, RowPredicate>();
  const compile = (cohort: Cohort | undefined): RowPredicate => {
    if (cohort === undefined) return noMembers;
    if (cohort.by === "members") {
      const members = membersOf(cohort.id);
      return (row) => row.personId !== null && members.has(row.personId);
    }
    const tests = cohort.anyOf.map((filter) => compileFilter(filter, lookup));
    // Only persons are members: "is not set" must not match events without a person.
    return (row) => row.personId !== null && tests.some((test) => test(row));
  };
  const lookup: CohortLookup = (id) => {
    let members = known.get(id);
    if (members === undefined) {
      // Set first, so that a cohort that refers to itself finds this test and ends.
      known.set(id, noMembers);
      members = compile(find(id));
      known.set(id, members);
    }
    return members;
  };
  return lookup;
}

/**
 * A project's cohorts as they are now. A static cohort is a list, and so is a cohort by behaviour or expression, as of
 * its last calculation (`cohorts/calculate.ts`). Any other is evaluated on the person's current properties. Source:
 * reference/insights.md 2.
 */
export function cohortLookup({ db, clock }: { db: Db; clock: Clock }, projectId: number): CohortLookup {
  const nowMs = clock.now();
  const find = (id: number) => withDates(readCohort(db, projectId, id), nowMs);
  return lookUpCohorts({ find, membersOf: (id) => readMembers(db, id) });
}

/** The cohorts in a plan; lists are read from the database. */
export function plannedCohorts(db: Pick<Db, "sql">, cohorts: readonly Cohort[] = []): CohortLookup {
  const byId = new Map(cohorts.map((cohort) => [cohort.id, cohort]));
  return lookUpCohorts({ find: (id) => byId.get(id), membersOf: (id) => readMembers(db, id) });
}

/** The cohorts with these ids, and those that their filters name. @throws invalid for a stored definition that cannot be read */
export function readCohorts(db: Pick<Db, "sql">, projectId: number, ids: Iterable<number>): Cohort[] {
  const found = new Map<number, Cohort | undefined>();
  const read = (id: number) => {
    if (found.has(id)) return;
    const cohort = readCohort(db, projectId, id);
    found.set(id, cohort);
    if (cohort?.by === "filters") for (const filter of cohort.anyOf) idsIn(filter).forEach(read);
  };
  for (const id of ids) read(id);
  return [...found.values()].filter((cohort) => cohort !== undefined);
}

function idsIn(filter: FilterNode): number[] {
  if (filter.type === "AND" || filter.type === "OR") return filter.values.flatMap(idsIn);
  return filter.type === "cohort" ? filter.value : [];
}

interface CohortRow {
  groups: string;
  is_static: number;
  version: number;
}

function readCohort(db: Pick<Db, "sql">, projectId: number, id: number): Cohort | undefined {
  const row = db
    .sql<CohortRow>(
      "SELECT groups, is_static, version FROM main.cohorts WHERE project_id = ? AND id = ? AND deleted = 0",
    )
    .get(projectId, id);
  if (row === undefined) return undefined;
  const definition = JSON.parse(row.groups) as { properties?: unknown }[];
  if (row.is_static || isCalculated(definition)) return { id, by: "members", version: row.version };
  const anyOf = definition.map(({ properties }, index) =>
    parseFilters(properties, `groups__${index}__properties`, "person"),
  );
  return { id, by: "filters", anyOf };
}

function readMembers(db: Pick<Db, "sql">, id: number): ReadonlySet<number> {
  return new Set(db.sql<number>("SELECT person_id FROM main.cohort_members WHERE cohort_id = ?").pluck().all(id));
}

/**
 * Is such a cohort the list of its last calculation? Walking over events, and expressions, take too long for every
 * question.
 */
export function isCalculated(definition: unknown): boolean {
  return hasBehaviour(definition) || hasExpression(definition);
}

/** Is there an expression that is more than a comparison of a property? */
function hasExpression(definition: unknown): boolean {
  if (Array.isArray(definition)) return definition.some(hasExpression);
  if (typeof definition !== "object" || definition === null) return false;
  const { type, key, values, properties } = definition as Record<string, unknown>;
  if (type === "hogql" && typeof key === "string") return parseComparison(key) === null;
  return hasExpression(values) || hasExpression(properties);
}

/** Does a part of a cohort, or of a group of filters, ask about behaviour? */
export function hasBehaviour(definition: unknown): boolean {
  if (Array.isArray(definition)) return definition.some(hasBehaviour);
  if (typeof definition !== "object" || definition === null) return false;
  if ("event_id" in definition || "action_id" in definition) return true;
  if ("type" in definition && definition.type === "behavioral") return true;
  const inner = definition as { values?: unknown; properties?: unknown };
  return hasBehaviour(inner.values) || hasBehaviour(inner.properties);
}
