import * as v from "valibot";
import { ActivityPage, authorOf } from "../../admin/activity/index.ts";
import {
  allCohorts,
  addMembers,
  CohortInput,
  CohortUpdate,
  createCohort,
  deleteCohort,
  getCohort,
  listCohorts,
  listCohortsOfPerson,
  listMembers,
  removeMember,
  updateCohort,
} from "../../people/cohorts/index.ts";
import type { CohortEdit } from "../../people/cohorts/index.ts";
import { notFound } from "../../base/errors.ts";
import { pageEntries } from "../../base/page.ts";
import { getPerson, PersonListQuery } from "../../people/persons/index.ts";
import { isUploadedFile } from "../fields.ts";
import { toEnvelope } from "../envelopes.ts";
import { Cohort, CohortList, CohortsOfPerson } from "../responses/cohort.ts";
import { History } from "../responses/history.ts";
import { PersonList } from "../responses/person.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";
import { toHistory } from "./activity.ts";
import { toPersonList } from "./person-list.ts";

const PROJECT = "/api/projects/:project_id";
const COHORTS = `${PROJECT}/cohorts`;

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
export const cohortRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: COHORTS,
    summary: "Cohorts of a project, newest first, without deleted cohorts.",
    scopes: ["cohort:read"],
    input: v.object(pageEntries),
    status: 200,
    response: CohortList,
    run: (ctx, { project, input, target }) => toEnvelope(target, input, listCohorts(ctx, project.id, input)),
  }),
  defineRoute({
    methods: ["POST"],
    path: COHORTS,
    summary: "Creates a cohort: by `groups` or `filters`, or static with `distinct_ids`, `persons` or `csv`.",
    scopes: ["cohort:write"],
    input: v.object({ ...CohortInput.entries, csv: Csv }),
    files: true,
    status: 201,
    response: Cohort,
    example: { name: "pro", groups: [{ properties: [{ key: "plan", type: "person", value: "pro" }] }] },
    run: (ctx, call) => createCohort(ctx, toEdit(call), call.input),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${COHORTS}/:id`,
    summary: "One cohort.",
    scopes: ["cohort:read"],
    input: null,
    status: 200,
    response: Cohort,
    run: (ctx, call) => getCohort(ctx, call.project.id, toId(call)),
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: `${COHORTS}/:id`,
    summary: "Changes a cohort, or adds members to a static one, and recalculates it.",
    scopes: ["cohort:write"],
    input: v.object({ ...CohortUpdate.entries, csv: Csv }),
    files: true,
    status: 200,
    response: Cohort,
    example: { name: "power users" },
    run: (ctx, call) => updateCohort(ctx, toEdit(call), toId(call), call.input),
  }),
  defineRoute({
    methods: ["DELETE"],
    path: `${COHORTS}/:id`,
    summary: "Marks a cohort as deleted; `deleted: false` in an update restores it.",
    scopes: ["cohort:write"],
    input: null,
    status: 204,
    run: (ctx, call) => deleteCohort(ctx, toEdit(call), toId(call)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${COHORTS}/:id/persons`,
    summary: "Persons in a cohort, newest first.",
    scopes: ["cohort:read", "person:read"],
    input: v.omit(PersonListQuery, ["properties"]),
    status: 200,
    response: PersonList,
    async run(ctx, call) {
      return toPersonList(call, await listMembers(ctx, call.project, toId(call), call.input));
    },
  }),
  defineRoute({
    methods: ["PATCH", "POST"],
    path: `${COHORTS}/:id/add_persons_to_static_cohort`,
    summary: "Adds `person_ids` (UUIDs or integer ids) or `distinct_ids` to a static cohort.",
    scopes: ["cohort:write"],
    input: v.object({
      person_ids: v.optional(PersonIds, []),
      distinct_ids: v.optional(v.array(v.string(), "Expected a list of distinct ids."), []),
    }),
    status: 200,
    response: Cohort,
    example: { distinct_ids: ["mira@example.org"] },
    run(ctx, call) {
      const { person_ids: persons, distinct_ids } = call.input;
      return addMembers(ctx, toEdit(call), toId(call), { persons, distinct_ids });
    },
  }),
  defineRoute({
    methods: ["PATCH", "POST"],
    path: `${COHORTS}/:id/remove_person_from_static_cohort`,
    summary: "Removes a person (UUID or integer id) from a static cohort.",
    scopes: ["cohort:write"],
    input: v.object({ person_id: v.union([v.string(), v.number()], "Expected a UUID or an integer id.") }),
    status: 200,
    response: Cohort,
    example: { person_id: 41 },
    run: (ctx, call) => removeMember(ctx, toEdit(call), toId(call), call.input.person_id),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${COHORTS}/activity`,
    summary: "The history of a project's cohorts.",
    scopes: ["activity_log:read"],
    input: ActivityPage,
    status: 200,
    response: History,
    run: (ctx, call) => toHistory(ctx, call, { ...call.input, scope: "Cohort" }),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${COHORTS}/:id/activity`,
    summary: "The history of a cohort.",
    scopes: ["activity_log:read"],
    input: ActivityPage,
    status: 200,
    response: History,
    run(ctx, call) {
      const { id } = getCohort(ctx, call.project.id, toId(call));
      return toHistory(ctx, call, { ...call.input, scope: "Cohort", item_id: String(id) });
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PROJECT}/persons/cohorts`,
    summary:
      "Cohorts that a person (`person_id`: integer id or UUID) belongs to; without a person, all of the project.",
    scopes: ["person:read", "cohort:read"],
    input: v.object({ person_id: v.exactOptional(v.pipe(v.string(), v.nonEmpty("This field may not be blank."))) }),
    status: 200,
    response: CohortsOfPerson,
    run(ctx, { project, input }) {
      if (input.person_id === undefined) return { results: allCohorts(ctx, project.id) };
      const { id } = getPerson(ctx, project, input.person_id);
      return { results: listCohortsOfPerson(ctx, project.id, id) };
    },
  }),
];

function toEdit({ project, key }: Call<unknown>): CohortEdit {
  return { project, by: authorOf(key) };
}

/** @throws notFound for text that is not an integer, as for an unknown id */
function toId({ params }: Call<unknown>): number {
  const id = params["id"] ?? "";
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw notFound();
}
