import * as v from "valibot";
import { Count, Id, Instant, Link, Properties, Uuid } from "../../base/answer-scalars.ts";

/** An example for the OpenAPI document. */
const EXAMPLE = {
  type: "person" as const,
  id: 41,
  uuid: "6931a681-6e90-500d-8294-14582dcc2e3f",
  created_at: "2024-03-01T08:15:30.250000Z",
  properties: { email: "mira@example.org" },
  is_identified: true,
  name: "mira@example.org",
  distinct_ids: ["mira@example.org"],
  matched_recordings: [],
  value_at_data_point: 3,
};

/** An actor of every insight but trends. */
export const UNVALUED = { ...EXAMPLE, value_at_data_point: null };

const { type: _, matched_recordings: __, value_at_data_point: ___, ...PLAIN } = EXAMPLE;

export const PERSON = PLAIN;

export const personEntries = {
  // Null = a personless actor.
  id: v.nullable(Id),
  uuid: Uuid,
  created_at: v.nullable(Instant),
  properties: Properties,
  is_identified: v.boolean(),
  name: v.string(),
  distinct_ids: v.array(v.string()),
};

const atPointEntries = {
  // Recordings are not stored.
  matched_recordings: v.pipe(v.array(v.unknown()), v.maxLength(0)),
  // Null for all insights but trends.
  value_at_data_point: v.nullable(v.number()),
};

const PersonActor = v.object({ type: v.literal("person"), ...personEntries, ...atPointEntries });

const GroupActor = v.object({
  type: v.literal("group"),
  id: v.string(),
  group_key: v.string(),
  group_type_index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)),
  created_at: v.nullable(Instant),
  properties: Properties,
  ...atPointEntries,
});

export const ActorResponse = v.union([PersonActor, GroupActor]);

export const PeopleResponse = v.pipe(
  v.object({
    results: v.array(v.object({ people: v.array(ActorResponse), count: Count })),
    next: Link,
    total_count: v.exactOptional(Count),
    initial: v.string(),
    missing_persons: Count,
    is_cached: v.boolean(),
    last_refresh: Instant,
  }),
  v.examples([
    {
      results: [{ people: [EXAMPLE], count: 1 }],
      next: null,
      initial: "http://127.0.0.1:8010/api/projects/1/persons/trends/?entity_id=paid&entity_type=events",
      missing_persons: 0,
      is_cached: false,
      last_refresh: "2024-05-02T10:00:00Z",
    },
  ]),
);

/** A page of rows of a shape, without more about it. */
export function toPlainResponse(row: v.GenericSchema, example: object) {
  return v.pipe(
    v.object({
      results: v.array(v.object({ people: v.array(row), count: Count })),
      next: Link,
      total_count: v.exactOptional(Count),
    }),
    v.examples([{ results: [{ people: [example], count: 1 }], next: null }]),
  );
}

export const PlainPeopleResponse = toPlainResponse(ActorResponse, UNVALUED);
