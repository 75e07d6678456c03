import * as v from "valibot";
import { envelope } from "./envelope.ts";
import { Count, Described, Id, Instant } from "../../base/answer-scalars.ts";

export const Cohort = v.pipe(
  v.object({
    id: Id,
    name: v.string(),
    description: v.string(),
    groups: v.array(Described),
    deleted: v.boolean(),
    filters: v.nullable(v.object({ properties: v.unknown() })),
    query: v.null(),
    is_calculating: v.boolean(),
    created_by: v.nullable(v.object({ first_name: v.string(), email: v.null() })),
    created_at: Instant,
    last_calculation: v.nullable(Instant),
    errors_calculating: Count,
    count: v.nullable(Count),
    is_static: v.boolean(),
  }),
  v.examples([
    {
      id: 3,
      name: "power users",
      description: "",
      groups: [{ event_id: "paid", days: 30, count: 3, count_operator: "gte" }],
      deleted: false,
      filters: {
        properties: {
          type: "OR",
          values: [
            {
              type: "AND",
              values: [
                {
                  type: "behavioral",
                  key: "paid",
                  event_type: "events",
                  value: "performed_event_multiple",
                  operator: "gte",
                  operator_value: 3,
                  time_value: 30,
                  time_interval: "day",
                },
              ],
            },
          ],
        },
      },
      query: null,
      is_calculating: false,
      created_by: { first_name: "laptop", email: null },
      created_at: "2024-03-01T08:00:00Z",
      last_calculation: "2024-05-02T10:00:00Z",
      errors_calculating: 0,
      count: 12,
      is_static: false,
    },
  ]),
);

export const CohortList = envelope(Cohort);

/** The cohorts of a person; not paged. */
export const CohortsOfPerson = v.object({ results: v.array(Cohort) });
