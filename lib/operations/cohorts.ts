import * as v from "valibot";
import type { InProject } from "../base/call-options.ts";
import { pageEntries } from "../base/page.ts";
import type { Page } from "../base/page.ts";
import { toRowId } from "../base/row-id.ts";
import { isUploadedFile } from "../base/uploaded-file.ts";
import {
  addMembers,
  allCohorts,
  calculateCohort,
  Cohort,
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
import { getPerson, Person, PersonListQuery } from "../people/persons/index.ts";
import type { PersonListInput, PersonPage } from "../people/persons/index.ts";
import { historyOf } from "./activity.ts";
import { parseKnown } from "./known.ts";
import { methodsOf } from "./methods.ts";
import { listing, operation } from "./operation.ts";
import { noPersonId } from "./own-errors.ts";
import type { OperationsOf } from "./operation.ts";
import type { Scope } from "./scope.ts";

type Paging = { limit?: number; offset?: number };

export interface CohortsHandle {
  /** Lists cohorts, newest first, without deleted cohorts. */
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

const PROJECT = "/api/projects/:project_id";
const COHORTS = `${PROJECT}/cohorts`;
const COHORT = `${COHORTS}/:id`;

/** CSV text as a field, or a file in a multipart body. */
const Csv = v.exactOptional(
  v.pipe(
    v.unknown(),
    v.transform((csv) => (isUploadedFile(csv) ? Buffer.from(csv.bytes).toString("utf8") : csv)),
    v.string(),
  ),
);

const PersonIds = v.array(v.union([v.string(), v.number()]), "Expected a list of persons.");

/** Cohorts (reference/rest.md 5.10). */
export const cohorts = {
  list: listing({
    summary: "Cohorts of a project, newest first, without deleted cohorts.",
    http: ["GET", COHORTS],
    scopes: ["cohort:read"],
    input: v.object(pageEntries),
    response: Cohort,
    run: (ctx, { project, input }) => listCohorts(ctx, project.id, input),
  }),
  create: operation({
    summary: "Creates a cohort: by `groups` or `filters`, or static with `distinct_ids`, `persons` or `csv`.",
    http: ["POST", COHORTS],
    scopes: ["cohort:write"],
    input: v.object({ ...CohortInput.entries, csv: Csv }),
    files: true,
    status: 201,
    response: Cohort,
    errors: noPersonId,
    example: { name: "pro", groups: [{ properties: [{ key: "plan", type: "person", value: "pro" }] }] },
    run: (ctx, call) => createCohort(ctx, call, call.input),
  }),
  get: operation({
    summary: "One cohort.",
    http: ["GET", COHORT],
    scopes: ["cohort:read"],
    response: Cohort,
    run: (ctx, { project, id }) => getCohort(ctx, project.id, toRowId(id)),
  }),
  update: operation({
    summary: "Changes a cohort, or adds members to a static one, and recalculates it.",
    http: ["PATCH, PUT", COHORT],
    scopes: ["cohort:write"],
    input: v.object({ ...CohortUpdate.entries, csv: Csv }),
    files: true,
    response: Cohort,
    errors: noPersonId,
    example: { name: "power users" },
    run: (ctx, call) => updateCohort(ctx, call, toRowId(call.id), call.input),
  }),
  delete: operation({
    summary: "Marks a cohort as deleted; `deleted: false` in an update restores it.",
    http: ["DELETE", COHORT],
    scopes: ["cohort:write"],
    status: 204,
    errors: { invalid_input: { deleted: "Feature flags name it." } },
    run: (ctx, call) => deleteCohort(ctx, call, toRowId(call.id)),
  }),
  members: listing({
    summary: "Persons in a cohort, newest first.",
    http: ["GET", `${COHORT}/persons`],
    scopes: ["cohort:read", "person:read"],
    input: v.omit(PersonListQuery, ["properties"]),
    response: Person,
    paging: "cursor",
    run: (ctx, { project, id, input }) => listMembers(ctx, project, toRowId(id), input),
  }),
} satisfies Partial<OperationsOf<CohortsHandle>>;

const ofMembers = { invalid_input: { is_static: "The cohort is not static.", ...noPersonId.invalid_input } };

/** Requests whose methods have other arguments, or that the handle has no method for. */
export const cohortRequests = {
  addMembers: operation({
    summary: "Adds `person_ids` (UUIDs or integer ids) or `distinct_ids` to a static cohort.",
    http: ["PATCH, POST", `${COHORT}/add_persons_to_static_cohort`],
    scopes: ["cohort:write"],
    input: v.object({
      person_ids: v.optional(PersonIds, []),
      distinct_ids: v.optional(v.array(v.string(), "Expected a list of distinct ids."), []),
    }),
    response: Cohort,
    errors: ofMembers,
    example: { distinct_ids: ["mira@example.org"] },
    run(ctx, call) {
      const { person_ids: persons, distinct_ids } = call.input;
      return addMembers(ctx, call, toRowId(call.id), { persons, distinct_ids });
    },
  }),
  removeMember: operation({
    summary: "Removes a person (UUID or integer id) from a static cohort.",
    http: ["PATCH, POST", `${COHORT}/remove_person_from_static_cohort`],
    scopes: ["cohort:write"],
    input: v.object({ person_id: v.union([v.string(), v.number()], "Expected a UUID or an integer id.") }),
    response: Cohort,
    errors: ofMembers,
    example: { person_id: 41 },
    run: (ctx, call) => removeMember(ctx, call, toRowId(call.id), call.input.person_id),
  }),
  ofPerson: operation({
    summary:
      "Cohorts that a person (`person_id`: integer id or UUID) belongs to; without a person, all of the project.",
    http: ["GET", `${PROJECT}/persons/cohorts`],
    scopes: ["person:read", "cohort:read"],
    input: v.object({ person_id: v.exactOptional(v.pipe(v.string(), v.nonEmpty("This field may not be blank."))) }),
    errors: noPersonId,
    // The whole list: it is not paged.
    response: v.object({ results: v.array(Cohort) }),
    run(ctx, { project, input }) {
      if (input.person_id === undefined) return { results: allCohorts(ctx, project.id) };
      return { results: listCohortsOfPerson(ctx, project.id, getPerson(ctx, project, input.person_id).id) };
    },
  }),
  activity: historyOf({
    summary: "The history of a project's cohorts.",
    path: `${COHORTS}/activity`,
    kind: "Cohort",
  }),
  activityOf: historyOf({
    summary: "The history of a cohort.",
    path: `${COHORT}/activity`,
    kind: "Cohort",
    find: (ctx, { project, id }) => getCohort(ctx, project.id, toRowId(id)).id,
  }),
};

/** The methods of cohorts: those of the operations, and those with arguments of their own or without a route. */
export function cohortsHandle(scope: Scope): CohortsHandle {
  const { open } = scope;
  const edit = (project: number | undefined) => ({ project: scope.project(project) });
  return {
    ...methodsOf<Omit<CohortsHandle, "addMembers" | "removeMember" | "ofPerson" | "recalculate">>(scope, cohorts),
    addMembers: async (id, { project, ...people }) => addMembers(open(), edit(project), id, parseKnown(People, people)),
    removeMember: async (id, person, { project } = {}) => removeMember(open(), edit(project), id, person),
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
