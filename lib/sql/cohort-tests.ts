import { plannedCohorts, readCohorts, withDates } from "../events/filters/index.ts";
import type { RowPredicate } from "../events/filters/index.ts";
import type { Reader, Surroundings } from "../hogql/index.ts";
import { toPersonRow } from "../people/cohorts/index.ts";

/** Cohorts by properties are live: nobody stores their members. */
export interface CohortTests {
  isInCohort: Surroundings["isInCohort"];
  /** Reads the cohorts, and the members of those that they name: a running statement can read no more. */
  read(): void;
}

/** Opens the tests of a statement. Until they are read, and for cohorts whose members are stored, they find nobody. */
export function cohortTests(
  reader: Reader,
  { projectId, nowMs }: Pick<Surroundings, "projectId" | "nowMs">,
): CohortTests {
  const db = { sql: <Row>(text: string) => reader.prepare<unknown[], Row>(text) };
  const tests = new Map<number, RowPredicate>();
  return {
    isInCohort: (cohortId, personId, properties) => tests.get(cohortId)?.(toPersonRow(personId, properties)) ?? false,
    read() {
      const ids = db.sql<number>("SELECT id FROM main.cohorts WHERE project_id = ? AND deleted = 0").pluck();
      const cohorts = readCohorts(db, projectId, ids.all(projectId) as number[]).map((each) => withDates(each, nowMs));
      const lookup = plannedCohorts(db, cohorts);
      for (const { id, by } of cohorts) if (by === "filters") tests.set(id, lookup(id));
    },
  };
}
