import * as v from "valibot";
import { methodNotAllowed } from "../base/errors.ts";
import type { InProject } from "../base/call-options.ts";
import type { Page } from "../base/page.ts";
import type { Context } from "../handle/context.ts";
import { captureEvents } from "../ingest/capture/index.ts";
import {
  BulkDeleteInput,
  BulkDeletion,
  deletePerson,
  deletePersons,
  DeletionStatus,
  DeletionStatusQuery,
  listDeletionStatus,
  PersonDeleteQuery,
  requestEventDeletion,
} from "../people/deletion/index.ts";
import type { DeletionStatusInput, PersonDeleteInput } from "../people/deletion/index.ts";
import {
  deleteProperty,
  findPersonsByDistinctIds,
  findPersonsByUuids,
  getPerson,
  listPersons,
  listPersonValues,
  Person,
  PersonBatch,
  PersonListQuery,
  PersonUpdateInput,
  PersonValuesQuery,
  PropertyDeleteInput,
  PropertyUpdateInput,
  PropertyValue,
  ResetInput,
  SplitInput,
  splitPerson,
  updatePerson,
  updateProperty,
  walkPersons,
} from "../people/persons/index.ts";
import type {
  CapturingEdit,
  PersonListInput,
  PersonPage,
  PersonRecord,
  PersonValuesInput,
} from "../people/persons/index.ts";
import type { FunnelQuestion } from "../questions/funnel/index.ts";
import { anyQuestionFields } from "../questions/index.ts";
import { PropertiesTimeline, propertiesTimeline, TimelineFields } from "../questions/timeline/index.ts";
import type { TrendQuestion } from "../questions/trend/index.ts";
import { historyOf } from "./activity.ts";
import { known } from "./known.ts";
import { methodsOf } from "./methods.ts";
import { listing, operation } from "./operation.ts";
import { noPersonId } from "./own-errors.ts";
import type { Call, OperationsOf } from "./operation.ts";
import { peopleBehindMethods } from "./people-behind.ts";
import type { PeopleBehindMethods } from "./people-behind.ts";
import type { Scope } from "./scope.ts";
import { withSignals } from "./with-signals.ts";

/** A person is named by its integer id or its UUID. */
type PersonId = number | string;

/** The question of a trend, or of a funnel. */
type TimelineQuestion = TrendQuestion | FunnelQuestion;

export interface PersonsHandle extends PeopleBehindMethods {
  /**
   * Lists persons, newest first. `properties` are property filters; the answer's `next_cursor` as `cursor` asks for the
   * next page.
   */
  list(query?: PersonListInput & InProject): Promise<PersonPage>;
  /** The person with this integer id or UUID; all methods below take either. */
  get(id: PersonId, options?: InProject): Promise<PersonRecord>;
  /** Sets properties, by a captured `$set` event. Returns the changed person, once it is committed. */
  update(id: PersonId, input: PersonUpdateInput & InProject): Promise<PersonRecord>;
  /** Sets one property; null is an ordinary value. */
  updateProperty(id: PersonId, input: PropertyUpdateInput & InProject): Promise<PersonRecord>;
  /** Removes the property in `$unset`, by a captured `$delete_person_property` event. */
  deleteProperty(id: PersonId, input: PropertyDeleteInput & InProject): Promise<PersonRecord>;
  /** Deletes a person at once; with `delete_events` its events are deleted by the next scheduled run. */
  delete(id: PersonId, options?: PersonDeleteInput & InProject): Promise<void>;
  /** Queues a person's events for the next scheduled run; the person stays. */
  deleteEvents(id: PersonId, options?: InProject): Promise<void>;
  /** Deletes up to 1000 persons, by `ids` or `distinct_ids`. */
  bulkDelete(input: BulkDeleteInput & InProject): Promise<BulkDeletion>;
  /** Requests to delete events, with their results, newest first. */
  deletionStatus(query?: DeletionStatusInput & InProject): Promise<Page<DeletionStatus>>;
  /** For callers of PostHog's endpoint: here a deleted person's distinct id can always be used again. */
  resetPersonDistinctId(input: ResetInput & InProject): Promise<void>;
  /** Moves distinct ids of a person to persons of their own: all but `main_distinct_id`, or `distinct_ids_to_split`. */
  split(id: PersonId, input?: SplitInput & InProject): Promise<void>;
  /** The most frequent values of a property: at most 20. */
  values(query: PersonValuesInput & InProject): Promise<PropertyValue[]>;
  /** The changes, over a person's events, of the properties that a question uses. */
  propertiesTimeline(id: PersonId, query?: TimelineQuestion & InProject): Promise<PropertiesTimeline>;
  /** Up to 200 persons, by distinct id. */
  batchByDistinctIds(input: { distinct_ids: readonly string[] } & InProject): Promise<PersonBatch>;
  /** Up to 200 persons, by UUID. */
  batchByUuids(input: { uuids: readonly string[] } & InProject): Promise<PersonBatch>;
}

const PERSONS = "/api/projects/:project_id/persons";
const PERSON = `${PERSONS}/:id`;

/** The body that the contract shows for actions on a person; they do not read it. */
const Unread = { properties: v.exactOptional(v.unknown()) };

/** The reply of an action on a person without other results (the contract shows no body; PostHog sends this). */
const Success = v.pipe(v.object({ success: v.literal(true) }), v.examples([{ success: true }]));
const toSuccess = () => ({ success: true }) as const;

/** The error of changes that are captured as an event of the person. */
const noDistinctId = { conflict: { "": "The person has no distinct id that an event could carry." } };

/** Person records (docs/contract.md, Persons). */
export const persons = {
  list: listing({
    summary: "Persons of a project, newest first.",
    http: ["GET", PERSONS],
    scopes: ["person:read"],
    input: PersonListQuery,
    response: Person,
    errors: { invalid_input: { "": "`properties` is no JSON." } },
    paging: "cursor",
    csv: (ctx, { project, input }) => walkPersons(ctx, project, input),
    run: (ctx, { project, input }) => listPersons(ctx, project, input),
  }),
  values: operation({
    summary: "The most frequent values of a person property.",
    http: ["GET", `${PERSONS}/values`],
    scopes: ["person:read"],
    input: PersonValuesQuery,
    response: v.pipe(v.array(PropertyValue), v.examples([v.getExamples(PropertyValue).slice()])),
    run: (ctx, { project, input }) => listPersonValues(ctx, project, input),
  }),
  bulkDelete: operation({
    summary: "Deletes up to 1000 persons, by UUID or distinct id.",
    http: ["POST", `${PERSONS}/bulk_delete`],
    scopes: ["person:write"],
    input: BulkDeleteInput,
    status: 202,
    response: BulkDeletion,
    errors: { invalid_input: { "": "Neither `ids` nor `distinct_ids` is given, or both are." } },
    example: { distinct_ids: ["mira@example.org"], delete_events: true },
    run: (ctx, call) => deletePersons(ctx, toEdit(ctx, call), call.input),
  }),
  batchByDistinctIds: operation({
    summary: "Persons by distinct id, up to 200.",
    http: ["POST", `${PERSONS}/batch_by_distinct_ids`],
    scopes: ["person:read"],
    input: v.object({ distinct_ids: v.optional(v.unknown()) }),
    response: PersonBatch,
    example: { distinct_ids: ["mira@example.org"] },
    run: (ctx, { project, input }) => findPersonsByDistinctIds(ctx, project, input.distinct_ids),
  }),
  batchByUuids: operation({
    summary: "Persons by UUID, up to 200.",
    http: ["POST", `${PERSONS}/batch_by_uuids`],
    scopes: ["person:read"],
    input: v.object({ uuids: v.optional(v.unknown()) }),
    response: PersonBatch,
    example: { uuids: ["6931a681-6e90-500d-8294-14582dcc2e3f"] },
    run: (ctx, { project, input }) => findPersonsByUuids(ctx, project, input.uuids),
  }),
  resetPersonDistinctId: operation({
    summary: "Lets a distinct id of a deleted person be used again; here it always can be.",
    http: ["POST", `${PERSONS}/reset_person_distinct_id`],
    scopes: ["person:write"],
    input: ResetInput,
    status: 202,
    example: { distinct_id: "mira@example.org" },
    run: () => undefined,
  }),
  deletionStatus: listing({
    summary: "Requests to delete events of persons, newest first.",
    http: ["GET", `${PERSONS}/deletion_status`],
    scopes: ["person:read"],
    input: DeletionStatusQuery,
    response: DeletionStatus,
    run: (ctx, { project, input }) => listDeletionStatus(ctx, project, input),
  }),
  get: operation({
    summary: "One person, by integer id or UUID.",
    http: ["GET", PERSON],
    scopes: ["person:read"],
    response: Person,
    errors: noPersonId,
    run: (ctx, { project, id }) => getPerson(ctx, project, id),
  }),
  update: operation({
    summary: "Sets properties, as a captured $set event does; answers with the changed person.",
    http: ["PATCH, PUT", PERSON],
    scopes: ["person:write"],
    input: PersonUpdateInput,
    response: Person,
    example: { properties: { plan: "pro" } },
    errors: { ...noPersonId, ...noDistinctId },
    run: (ctx, call) => updatePerson(ctx, toEdit(ctx, call), call.id, call.input),
  }),
  delete: operation({
    summary: "Deletes a person at once, and its events by the next scheduled run if asked to.",
    http: ["DELETE", PERSON],
    scopes: ["person:write"],
    input: PersonDeleteQuery,
    status: 204,
    errors: noPersonId,
    run: (ctx, call) => deletePerson(ctx, toEdit(ctx, call), call.id, call.input),
  }),
  updateProperty: operation({
    summary: "Sets one property, as a captured $set event does.",
    http: ["POST", `${PERSON}/update_property`],
    scopes: ["person:write"],
    input: v.object({ ...PropertyUpdateInput.entries, ...Unread }),
    inQuery: ["key", "value"],
    response: Success,
    example: { key: "plan", value: "pro" },
    errors: { ...noPersonId, ...noDistinctId },
    run: (ctx, call) => updateProperty(ctx, toEdit(ctx, call), call.id, call.input),
    toWire: toSuccess,
  }),
  deleteProperty: operation({
    summary: "Removes one property, as a captured $delete_person_property event does.",
    http: ["POST", `${PERSON}/delete_property`],
    scopes: ["person:write"],
    input: v.object({ ...PropertyDeleteInput.entries, ...Unread }),
    inQuery: ["$unset"],
    response: Success,
    example: { $unset: "plan" },
    errors: { ...noPersonId, ...noDistinctId },
    run: (ctx, call) => deleteProperty(ctx, toEdit(ctx, call), call.id, call.input),
    toWire: toSuccess,
  }),
  split: operation({
    summary: "Moves distinct ids of a person to persons of their own.",
    http: ["POST", `${PERSON}/split`],
    scopes: ["person:write"],
    input: v.object({ ...SplitInput.entries, ...Unread }),
    response: Success,
    example: { main_distinct_id: "mira@example.org" },
    errors: noPersonId,
    run: (ctx, call) => splitPerson(ctx, toEdit(ctx, call), call.id, call.input),
    toWire: toSuccess,
  }),
  deleteEvents: operation({
    summary: "Deletes the events of a person by the next scheduled run; the person stays.",
    http: ["POST", `${PERSON}/delete_events`],
    scopes: ["person:write"],
    status: 202,
    errors: noPersonId,
    run: (ctx, call) => requestEventDeletion(ctx, toEdit(ctx, call), call.id),
  }),
} satisfies Partial<OperationsOf<PersonsHandle>>;

/** Requests that the handle has no method for, or one that looks at the names of its fields. */
export const personRequests = {
  create: operation({
    summary: "Refused: events create persons.",
    http: ["POST", PERSONS],
    scopes: ["person:write"],
    status: 405,
    run() {
      throw methodNotAllowed(
        "POST",
        "Creating persons via this API is not allowed. Please capture an event for the distinct id instead, such as " +
          "$identify with the properties in $set (identify in an SDK).",
      );
    },
  }),
  propertiesTimeline: operation({
    summary: "The changes, over a person's events, of the properties that a question uses.",
    http: ["GET", `${PERSON}/properties_timeline`],
    scopes: ["person:read"],
    input: v.record(v.string(), v.unknown()),
    response: PropertiesTimeline,
    errors: noPersonId,
    run: (ctx, { project, id, input }) => propertiesTimeline(ctx, project, id, input),
  }),
  activity: historyOf({
    summary: "The history of a project's persons, including deleted persons.",
    path: `${PERSONS}/activity`,
    kind: "Person",
  }),
  activityOf: historyOf({
    summary: "The history of a person.",
    path: `${PERSON}/activity`,
    kind: "Person",
    errors: noPersonId,
    find: (ctx, { project, id }) => getPerson(ctx, project, id).id,
  }),
};

/** The methods of persons: those of the operations, and questions about them, whose fields are checked apart. */
export function personsHandle(scope: Scope): PersonsHandle {
  return {
    ...methodsOf<Omit<PersonsHandle, keyof PeopleBehindMethods | "propertiesTimeline">>(scope, persons),
    propertiesTimeline: async (id, { project, ...query } = {}) =>
      propertiesTimeline(scope.open(), scope.project(project), id, known(TimelineFields, query, anyQuestionFields)),
    ...withSignals(scope, peopleBehindMethods),
  };
}

function toEdit(ctx: Context, { project, by }: Call<unknown>): CapturingEdit {
  return { project, by, capture: (target, event) => captureEvents(ctx, target, event) };
}
