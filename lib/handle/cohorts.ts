import * as v from "valibot";
import {
  addMembers,
  calculateCohort,
  createCohort,
  deleteCohort,
  getCohort,
  listCohorts,
  listCohortsOfPerson,
  listMembers,
  People,
  removeMember,
  updateCohort,
} from "../cohorts/index.ts";
import type { CohortInput, CohortRecord, CohortUpdate } from "../cohorts/index.ts";
import { pageEntries } from "../page.ts";
import type { Page } from "../page.ts";
import { parse } from "../parse.ts";
import { getPerson } from "../persons/index.ts";
import type { PersonListInput, PersonRecord } from "../persons/index.ts";
import type { InProject, Scope } from "./scope.ts";

type Paging = { limit?: number; offset?: number };

export interface CohortsHandle {
  /** Newest first, deleted ones left out. */
  list(page?: Paging & InProject): Promise<Page<CohortRecord>>;
  get(id: number, options?: InProject): Promise<CohortRecord>;
  /**
   * Resolves when the members are known.
   * @example
   * const properties = [{ type: "behavioral", key: "paid", value: "performed_event", time_value: 30, time_interval: "day" }];
   * await hoglet.cohorts.create({ name: "buyers", groups: [{ properties }] });
   * await hoglet.cohorts.create({ name: "friends", is_static: true, distinct_ids: ["u1", "u2"] });
   */
  create(input: v.InferInput<typeof CohortInput> & InProject): Promise<CohortRecord>;
  /** What is absent stays; `distinct_ids`, `persons` and `csv` add members to a static cohort. */
  update(id: number, input: v.InferInput<typeof CohortUpdate> & InProject): Promise<CohortRecord>;
  delete(id: number, options?: InProject): Promise<void>;
  /** Persons in it, newest first; takes the filters of `persons.list` but `properties`. */
  members(id: number, query?: Omit<PersonListInput, "properties"> & InProject): Promise<Page<PersonRecord>>;
  /** Adds to a static cohort; unknown distinct ids and persons are passed over. */
  addMembers(id: number, people: v.InferInput<typeof People> & InProject): Promise<CohortRecord>;
  /** By integer id or UUID of the person; from a static cohort. */
  removeMember(id: number, person: number | string, options?: InProject): Promise<CohortRecord>;
  /** Cohorts that a person (integer id or UUID) belongs to. */
  ofPerson(person: number | string, options?: InProject): Promise<CohortRecord[]>;
  /** Works out the members anew, as the schedule does every hour. */
  recalculate(id: number, options?: InProject): Promise<CohortRecord>;
}

export function cohortsHandle(scope: Scope): CohortsHandle {
  const { open } = scope;
  return {
    list: async ({ project, ...page } = {}) =>
      listCohorts(open(), scope.project(project).id, parse(v.object(pageEntries), page)),
    get: async (id, { project } = {}) => getCohort(open(), scope.project(project).id, id),
    create: async ({ project, ...input }) => createCohort(open(), { project: scope.project(project) }, input),
    update: async (id, { project, ...input }) => updateCohort(open(), { project: scope.project(project) }, id, input),
    delete: async (id, { project } = {}) => deleteCohort(open(), { project: scope.project(project) }, id),
    members: async (id, { project, ...query } = {}) => listMembers(open(), scope.project(project), id, query),
    addMembers: async (id, { project, ...people }) =>
      addMembers(open(), { project: scope.project(project) }, id, parse(People, people)),
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
