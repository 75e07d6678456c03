import { SYSTEM } from "../admin/activity/index.ts";
import { captureEvents } from "../ingest/capture/index.ts";
import {
  BulkDeleteInput,
  deletePerson,
  deletePersons,
  DeletionStatusQuery,
  listDeletionStatus,
  PersonDeleteQuery,
  requestEventDeletion,
} from "../people/deletion/index.ts";
import type { BulkDeletion, DeletionStatus, DeletionStatusInput, PersonDeleteInput } from "../people/deletion/index.ts";
import { anyQuestionFields } from "../questions/index.ts";
import type { FunnelQuestion } from "../questions/funnel/index.ts";
import type { TrendQuestion } from "../questions/trend/index.ts";
import type { Page } from "../base/page.ts";
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
} from "../people/persons/index.ts";
import type {
  PersonBatch,
  PersonListInput,
  PersonPage,
  PersonRecord,
  PersonValuesInput,
  PropertyValue,
  CapturingEdit,
} from "../people/persons/index.ts";
import { propertiesTimeline, TimelineFields } from "../questions/timeline/index.ts";
import type { PropertiesTimeline } from "../questions/timeline/index.ts";
import { peopleBehindMethods } from "./people-behind.ts";
import type { PeopleBehindMethods } from "./people-behind.ts";
import { known, parseKnown } from "./known.ts";
import type { InProject } from "../base/call-options.ts";
import type { Scope } from "./scope.ts";
import { withSignals } from "./with-signals.ts";

/** A person is named by its integer id or its UUID. */
type PersonId = number | string;

/** The question of a trend, or of a funnel. */
type TimelineQuestion = TrendQuestion | FunnelQuestion;

export interface PersonsHandle extends PeopleBehindMethods {
  /** Newest first. `properties` are property filters; the answer's `next_cursor` as `cursor` asks for the next page. */
  list(query?: PersonListInput & InProject): Promise<PersonPage>;
  /** Takes an integer id or a UUID, like all methods below. */
  get(id: PersonId, options?: InProject): Promise<PersonRecord>;
  /** Sets properties, by a captured `$set` event. Returns the changed person, once it is committed. */
  update(id: PersonId, input: PersonUpdateInput & InProject): Promise<PersonRecord>;
  /** Sets one property; null is an ordinary value. */
  updateProperty(id: PersonId, input: PropertyUpdateInput & InProject): Promise<PersonRecord>;
  /** Removes the property in `$unset`, by a captured `$delete_person_property` event. */
  deleteProperty(id: PersonId, input: PropertyDeleteInput & InProject): Promise<PersonRecord>;
  /** Deletes a person at once; with `delete_events` its events are deleted by the next scheduled run. */
  delete(id: PersonId, options?: PersonDeleteInput & InProject): Promise<void>;
  /** Queues its events for the next scheduled run; the person stays. */
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

/** Fields of a person that was read, which may be sent back. */
const OF_PERSON = [
  "id",
  "name",
  "distinct_ids",
  "created_at",
  "uuid",
  "is_identified",
] satisfies (keyof PersonRecord)[];

export function personsHandle(scope: Scope): PersonsHandle {
  const { open } = scope;
  const edit = (project: number | undefined): CapturingEdit => ({
    project: scope.project(project),
    by: SYSTEM,
    capture: (target, event) => captureEvents(open(), target, event),
  });
  return {
    list: async ({ project, ...query } = {}) =>
      listPersons(open(), scope.project(project), parseKnown(PersonListQuery, query)),
    get: async (id, { project } = {}) => getPerson(open(), scope.project(project), id),
    update: async (id, { project, ...input }) =>
      updatePerson(open(), edit(project), id, parseKnown(PersonUpdateInput, input, OF_PERSON)),
    updateProperty: async (id, { project, ...input }) =>
      updateProperty(open(), edit(project), id, parseKnown(PropertyUpdateInput, input)),
    deleteProperty: async (id, { project, ...input }) =>
      deleteProperty(open(), edit(project), id, parseKnown(PropertyDeleteInput, input)),
    delete: async (id, { project, ...query } = {}) =>
      deletePerson(open(), edit(project), id, parseKnown(PersonDeleteQuery, query)),
    deleteEvents: async (id, { project } = {}) => requestEventDeletion(open(), edit(project), id),
    bulkDelete: async ({ project, ...input }) =>
      deletePersons(open(), edit(project), parseKnown(BulkDeleteInput, input)),
    deletionStatus: async ({ project, ...query } = {}) =>
      listDeletionStatus(open(), scope.project(project), parseKnown(DeletionStatusQuery, query)),
    resetPersonDistinctId: async ({ project, ...input }) => {
      scope.project(project);
      parseKnown(ResetInput, input);
    },
    split: async (id, { project, ...input } = {}) =>
      splitPerson(open(), edit(project), id, parseKnown(SplitInput, input)),
    values: async ({ project, ...query }) =>
      listPersonValues(open(), scope.project(project), parseKnown(PersonValuesQuery, query)),
    propertiesTimeline: async (id, { project, ...query } = {}) =>
      propertiesTimeline(open(), scope.project(project), id, known(TimelineFields, query, anyQuestionFields)),
    batchByDistinctIds: async ({ project, distinct_ids }) =>
      findPersonsByDistinctIds(open(), scope.project(project), distinct_ids),
    batchByUuids: async ({ project, uuids }) => findPersonsByUuids(open(), scope.project(project), uuids),
    ...withSignals(scope, peopleBehindMethods),
  };
}
