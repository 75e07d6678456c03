/**
 * Cohorts: named sets of persons, usable wherever filters are.
 *
 * A static cohort is a list of members, given as distinct ids, persons or a CSV. A dynamic cohort has a definition,
 * groups of person properties and of behaviour ("did event N times in the last D days"), as `groups` or `filters`
 * (`parseDefinition`). By properties alone, membership is live. With any behaviour, the cohort is as of its last
 * calculation, for which the engine counts events and stores the members: `calculateCohort` runs after every change, on
 * demand, and every hour (`calculateCohorts`).
 *
 * Invariants: `filters/cohort-lookup.ts` alone decides membership; a merge keeps the memberships of both persons, a
 * split leaves them with the person that keeps its id, a deleted person is in none; a deleted cohort has no members.
 */
export type { PersonEvents } from "./person-events.ts";
export { calculateCohort, calculateCohorts } from "./calculate.ts";
export { parseDefinition } from "./definition.ts";
export { createCohort, deleteCohort, updateCohort } from "./edit.ts";
export { allCohorts, getCohort, listCohorts, listCohortsOfPerson, toPersonRow } from "./get.ts";
export type {
  BehaviourFilterInput,
  CohortCreateInput,
  CohortGroupInput,
  CohortPeopleInput,
  CohortPropertiesInput,
  CohortTestGroupInput,
  CohortTestInput,
  CohortUpdateInput,
} from "./cohort-inputs.ts";
export { CohortInput, CohortUpdate, People } from "./input.ts";
export { addMembers, listMembers, removeMember } from "./members.ts";
export type { CohortEdit } from "./members.ts";
export { Cohort } from "./record.ts";
export type { CohortRecord } from "./record.ts";
