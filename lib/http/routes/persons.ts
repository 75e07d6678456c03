import * as v from "valibot";
import { authorOf } from "../../admin/activity/index.ts";
import { captureEvents } from "../../ingest/capture/index.ts";
import type { Context } from "../../handle/context.ts";
import {
  BulkDeleteInput,
  deletePerson,
  deletePersons,
  DeletionStatusQuery,
  listDeletionStatus,
  PersonDeleteQuery,
  requestEventDeletion,
} from "../../people/deletion/index.ts";
import { methodNotAllowed } from "../../base/errors.ts";
import {
  deleteProperty,
  findPersonsByDistinctIds,
  findPersonsByUuids,
  getPerson,
  listPersons,
  listPersonValues,
  PersonListQuery,
  PersonUpdateInput,
  PersonValuesQuery,
  PropertyDeleteInput,
  PropertyUpdateInput,
  ResetInput,
  SplitInput,
  splitPerson,
  updatePerson,
  updateProperty,
  walkPersons,
} from "../../people/persons/index.ts";
import type { CapturingEdit } from "../../people/persons/index.ts";
import { propertiesTimeline } from "../../questions/timeline/index.ts";
import { toEnvelope } from "../envelopes.ts";
import {
  BulkDeletionReport,
  DeletionStatusList,
  Person,
  PersonBatch,
  PersonList,
  PersonValues,
  PropertiesTimeline,
  Success,
} from "../responses/person.ts";
import { defineRoute } from "../route.ts";
import type { Call, Route } from "../route.ts";
import { toPersonList } from "./person-list.ts";

const PERSONS = "/api/projects/:project_id/persons";
const PERSON = `${PERSONS}/:id`;

/** The reply of an action without a result of its own (the contract shows no body; PostHog sends this). */
const SUCCESS = { success: true } as const;

/** The body that the contract shows for actions on a person; they do not read it. */
const Unread = { properties: v.exactOptional(v.unknown()) };

/** Person records (docs/contract.md, Persons). */
export const personRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: PERSONS,
    summary: "Persons of a project, newest first.",
    scopes: ["person:read"],
    input: PersonListQuery,
    status: 200,
    response: PersonList,
    csv: (ctx, { project, input }) => walkPersons(ctx, project, input),
    run: async (ctx, call) => toPersonList(call, await listPersons(ctx, call.project, call.input)),
  }),
  defineRoute({
    methods: ["POST"],
    path: PERSONS,
    summary: "Refused: events create persons.",
    scopes: ["person:write"],
    input: null,
    status: 405,
    run() {
      throw methodNotAllowed(
        "POST",
        "Creating persons via this API is not allowed. Please capture an event for the distinct id instead, such as " +
          "$identify with the properties in $set (identify in an SDK).",
      );
    },
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PERSONS}/values`,
    summary: "The most frequent values of a person property.",
    scopes: ["person:read"],
    input: PersonValuesQuery,
    status: 200,
    response: PersonValues,
    run: (ctx, { project, input }) => listPersonValues(ctx, project, input),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PERSONS}/bulk_delete`,
    summary: "Deletes up to 1000 persons, by UUID or distinct id.",
    scopes: ["person:write"],
    input: BulkDeleteInput,
    status: 202,
    response: BulkDeletionReport,
    example: { distinct_ids: ["mira@example.org"], delete_events: true },
    run: (ctx, call) => deletePersons(ctx, toEdit(ctx, call), call.input),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PERSONS}/batch_by_distinct_ids`,
    summary: "Persons by distinct id, up to 200.",
    scopes: ["person:read"],
    input: v.object({ distinct_ids: v.optional(v.unknown()) }),
    status: 200,
    response: PersonBatch,
    example: { distinct_ids: ["mira@example.org"] },
    run: (ctx, { project, input }) => findPersonsByDistinctIds(ctx, project, input.distinct_ids),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PERSONS}/batch_by_uuids`,
    summary: "Persons by UUID, up to 200.",
    scopes: ["person:read"],
    input: v.object({ uuids: v.optional(v.unknown()) }),
    status: 200,
    response: PersonBatch,
    example: { uuids: ["6931a681-6e90-500d-8294-14582dcc2e3f"] },
    run: (ctx, { project, input }) => findPersonsByUuids(ctx, project, input.uuids),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PERSONS}/reset_person_distinct_id`,
    summary: "Lets a distinct id of a deleted person be used again; here it always can be.",
    scopes: ["person:write"],
    input: ResetInput,
    status: 202,
    example: { distinct_id: "mira@example.org" },
    run: () => undefined,
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PERSONS}/deletion_status`,
    summary: "Requests to delete events of persons, newest first.",
    scopes: ["person:read"],
    input: DeletionStatusQuery,
    status: 200,
    response: DeletionStatusList,
    run: (ctx, { project, input, target }) => toEnvelope(target, input, listDeletionStatus(ctx, project, input)),
  }),
  defineRoute({
    methods: ["GET"],
    path: PERSON,
    summary: "One person, by integer id or UUID.",
    scopes: ["person:read"],
    input: null,
    status: 200,
    response: Person,
    run: (ctx, { project, params }) => getPerson(ctx, project, params["id"] ?? ""),
  }),
  defineRoute({
    methods: ["PATCH", "PUT"],
    path: PERSON,
    summary: "Sets properties, as a captured $set event does; answers with the changed person.",
    scopes: ["person:write"],
    input: PersonUpdateInput,
    status: 200,
    response: Person,
    example: { properties: { plan: "pro" } },
    run: (ctx, call) => updatePerson(ctx, toEdit(ctx, call), idOf(call), call.input),
  }),
  defineRoute({
    methods: ["DELETE"],
    path: PERSON,
    summary: "Deletes a person at once, and its events by the next scheduled run if asked to.",
    scopes: ["person:write"],
    input: PersonDeleteQuery,
    status: 204,
    run: (ctx, call) => deletePerson(ctx, toEdit(ctx, call), idOf(call), call.input),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PERSON}/update_property`,
    summary: "Sets one property, as a captured $set event does.",
    scopes: ["person:write"],
    input: v.object({ ...PropertyUpdateInput.entries, ...Unread }),
    inQuery: ["key", "value"],
    status: 200,
    response: Success,
    example: { key: "plan", value: "pro" },
    run: (ctx, call) => succeeds(updateProperty(ctx, toEdit(ctx, call), idOf(call), call.input)),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PERSON}/delete_property`,
    summary: "Removes one property, as a captured $delete_person_property event does.",
    scopes: ["person:write"],
    input: v.object({ ...PropertyDeleteInput.entries, ...Unread }),
    inQuery: ["$unset"],
    status: 200,
    response: Success,
    example: { $unset: "plan" },
    run: (ctx, call) => succeeds(deleteProperty(ctx, toEdit(ctx, call), idOf(call), call.input)),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PERSON}/split`,
    summary: "Moves distinct ids of a person to persons of their own.",
    scopes: ["person:write"],
    input: v.object({ ...SplitInput.entries, ...Unread }),
    status: 200,
    response: Success,
    example: { main_distinct_id: "mira@example.org" },
    run: (ctx, call) => succeeds(splitPerson(ctx, toEdit(ctx, call), idOf(call), call.input)),
  }),
  defineRoute({
    methods: ["POST"],
    path: `${PERSON}/delete_events`,
    summary: "Deletes the events of a person by the next scheduled run; the person stays.",
    scopes: ["person:write"],
    input: null,
    status: 202,
    run: (ctx, call) => requestEventDeletion(ctx, toEdit(ctx, call), idOf(call)),
  }),
  defineRoute({
    methods: ["GET"],
    path: `${PERSON}/properties_timeline`,
    summary: "The changes, over a person's events, of the properties that a question uses.",
    scopes: ["person:read"],
    input: v.record(v.string(), v.unknown()),
    status: 200,
    response: PropertiesTimeline,
    run: (ctx, call) => propertiesTimeline(ctx, call.project, idOf(call), call.input),
  }),
];

function idOf({ params }: Call<unknown>): string {
  return params["id"] ?? "";
}

function toEdit(ctx: Context, { project, key }: Call<unknown>): CapturingEdit {
  return { project, by: authorOf(key), capture: (target, event) => captureEvents(ctx, target, event) };
}

async function succeeds(change: Promise<unknown>): Promise<typeof SUCCESS> {
  await change;
  return SUCCESS;
}
