import * as v from "valibot";
import { envelope, list } from "./envelope.ts";
import { Count, Id, Instant, Link, Properties, Uuid } from "../../base/answer-scalars.ts";

const EXAMPLE = {
  id: 41,
  name: "mira@example.org",
  distinct_ids: ["mira@example.org", "18f2a77c0d1-0b5e3c9a1f22-1b525634-13c680-18f2a77c0d2"],
  properties: { email: "mira@example.org", plan: "pro" },
  created_at: "2024-03-01T08:15:30.250000Z",
  uuid: "6931a681-6e90-500d-8294-14582dcc2e3f",
  is_identified: true,
};

export const Person = v.pipe(
  v.object({
    id: Id,
    name: v.string(),
    distinct_ids: v.array(v.string()),
    properties: Properties,
    created_at: Instant,
    uuid: Uuid,
    is_identified: v.boolean(),
  }),
  v.examples([EXAMPLE]),
);

/** The contract has the envelope of persons in an order of its own. */
export const PersonList = v.pipe(
  v.object({ next: Link, previous: Link, count: Count, results: v.array(Person) }),
  v.examples([{ next: null, previous: null, count: 1, results: [EXAMPLE] }]),
);

export const PersonBatch = v.pipe(
  v.object({ results: v.record(v.string(), Person) }),
  v.examples([{ results: { [EXAMPLE.name]: EXAMPLE } }]),
);

export const PersonValues = list(
  v.pipe(v.object({ name: v.string(), count: Count }), v.examples([{ name: "pro", count: 12 }])),
);

/** The reply of an action on a person without other results. */
export const Success = v.pipe(v.object({ success: v.literal(true) }), v.examples([{ success: true }]));

export const BulkDeletionReport = v.pipe(
  v.object({
    persons_found: Count,
    persons_deleted: Count,
    events_queued_for_deletion: v.boolean(),
    recordings_queued_for_deletion: v.boolean(),
    deletion_errors: v.array(v.unknown()),
  }),
  v.examples([
    {
      persons_found: 2,
      persons_deleted: 2,
      events_queued_for_deletion: true,
      recordings_queued_for_deletion: false,
      deletion_errors: [],
    },
  ]),
);

export const DeletionStatusList = envelope(
  v.pipe(
    v.object({
      person_uuid: Uuid,
      created_at: Instant,
      status: v.picklist(["pending", "completed"]),
      delete_verified_at: v.nullable(Instant),
    }),
    v.examples([
      {
        person_uuid: EXAMPLE.uuid,
        created_at: "2024-05-02T10:00:00Z",
        status: "pending",
        delete_verified_at: null,
      },
    ]),
  ),
);

export const PropertiesTimeline = v.pipe(
  v.object({
    points: v.array(v.object({ timestamp: Instant, properties: Properties, relevant_event_count: Count })),
    crucial_property_keys: v.array(v.string()),
    effective_date_from: v.string(),
    effective_date_to: v.string(),
  }),
  v.examples([
    {
      points: [{ timestamp: "2024-05-01T09:00:00Z", properties: { plan: "free" }, relevant_event_count: 3 }],
      crucial_property_keys: ["plan"],
      effective_date_from: "2024-04-25T00:00:00Z",
      effective_date_to: "2024-05-02T10:00:00Z",
    },
  ]),
);
