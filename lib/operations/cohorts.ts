import * as v from "valibot";
import {
  addMembers,
  calculateCohort,
  CohortInput,
  CohortUpdate,
  createCohort,
  deleteCohort,
  getCohort,
  listCohorts,
  listCohortsOfPerson,
  listMembers,
  People,
  removeMember,
  updateCohort,
} from "../people/cohorts/index.ts";
import type { CohortCreateInput, CohortPeopleInput, CohortRecord, CohortUpdateInput } from "../people/cohorts/index.ts";
import { pageEntries } from "../base/page.ts";
import type { Page } from "../base/page.ts";
import { getPerson, PersonListQuery } from "../people/persons/index.ts";
import type { PersonListInput, PersonPage } from "../people/persons/index.ts";
import { known, parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";

type Paging = { limit?: number; offset?: number };

export interface CohortsHandle {
  /** Newest first, without deleted cohorts. */
  list(page?: Paging & InProject): Promise<Page<CohortRecord>>;
  get(id: number, options?: InProject): Promise<CohortRecord>;
  /**
   * Resolves when the members are known.
   * @example
   * const lately = { time_value: 30, time_interval: "day" } as const;
   * const paid = { type: "behavioral", key: "paid", value: "performed_event", ...lately } as const;
   * await hoglet.cohorts.create({ name: "buyers", groups: [{ properties: [paid] }] });
   * await hoglet.cohorts.create({ name: "friends", is_static: true, distinct_ids: ["u1", "u2"] });
   */
  create(input: CohortCreateInput & InProject): Promise<CohortRecord>;
  /** Absent fields stay; `distinct_ids`, `persons` and `csv` add members to a static cohort. */
  update(id: number, input: CohortUpdateInput & InProject): Promise<CohortRecord>;
  delete(id: number, options?: InProject): Promise<void>;
  /** Members as persons, newest first; takes the filters of `persons.list` except `properties`. */
  members(id: number, query?: Omit<PersonListInput, "properties"> & InProject): Promise<PersonPage>;
  /** Adds members to a static cohort; unknown distinct ids and persons are ignored. */
  addMembers(id: number, people: CohortPeopleInput & InProject): Promise<CohortRecord>;
  /** Removes a member from a static cohort, by the person's integer id or UUID. */
  removeMember(id: number, person: number | string, options?: InProject): Promise<CohortRecord>;
  /** Cohorts that a person (integer id or UUID) belongs to. */
  ofPerson(person: number | string, options?: InProject): Promise<CohortRecord[]>;
  /** Calculates the members again, as the schedule does every hour. */
  recalculate(id: number, options?: InProject): Promise<CohortRecord>;
}

/** Fields of a cohort that was read, which may be sent back. */
const OF_COHORT = [
  "id",
  "deleted",
  "query",
  "is_calculating",
  "created_by",
  "created_at",
  "last_calculation",
  "errors_calculating",
  "count",
] satisfies (keyof CohortRecord)[];

export function cohortsHandle(scope: Scope): CohortsHandle {
  const { open } = scope;
  return {
    list: async ({ project, ...page } = {}) =>
      listCohorts(open(), scope.project(project).id, parseKnown(v.object(pageEntries), page)),
    get: async (id, { project } = {}) => getCohort(open(), scope.project(project).id, id),
    create: async ({ project, ...input }) =>
      createCohort(open(), { project: scope.project(project) }, known(CohortInput, input, OF_COHORT)),
    update: async (id, { project, ...input }) =>
      updateCohort(open(), { project: scope.project(project) }, id, known(CohortUpdate, input, OF_COHORT)),
    delete: async (id, { project } = {}) => deleteCohort(open(), { project: scope.project(project) }, id),
    members: async (id, { project, ...query } = {}) =>
      listMembers(open(), scope.project(project), id, parseKnown(v.omit(PersonListQuery, ["properties"]), query)),
    addMembers: async (id, { project, ...people }) =>
      addMembers(open(), { project: scope.project(project) }, id, parseKnown(People, people)),
    removeMember: async (id, person, { project } = {}) =>
      removeMember(open(), { project: scope.project(project) }, id, person),
    ofPerson: async (person, { project } = {}) => {
      const owner = scope.project(project);
      return listCohortsOfPerson(open(), owner.id, getPerson(open(), owner, person).id);
    },
    recalculate: async (id, { project } = {}) => {
      const { id: projectId } = scope.project(project);
      getCohort(open(), projectId, id);
      await calculateCohort(open(), projectId, id);
      return getCohort(open(), projectId, id);
    },
  };
}
