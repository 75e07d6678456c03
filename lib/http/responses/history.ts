import * as v from "valibot";
import { Count, Instant, Link } from "../../base/answer-scalars.ts";

const Change = v.object({
  type: v.string(),
  action: v.string(),
  field: v.nullable(v.string()),
  before: v.unknown(),
  after: v.unknown(),
  keys: v.exactOptional(v.array(v.string())),
});

export const Activity = v.pipe(
  v.object({
    user: v.object({ first_name: v.string(), email: v.null(), is_system: v.exactOptional(v.literal(true)) }),
    activity: v.string(),
    scope: v.string(),
    item_id: v.string(),
    detail: v.object({
      name: v.nullable(v.string()),
      short_id: v.null(),
      type: v.nullable(v.string()),
      trigger: v.unknown(),
      changes: v.array(Change),
    }),
    created_at: Instant,
  }),
  v.examples([
    {
      user: { first_name: "laptop", email: null },
      activity: "updated",
      scope: "Person",
      item_id: "41",
      detail: {
        name: null,
        short_id: null,
        type: null,
        trigger: null,
        changes: [
          { type: "Person", action: "changed", field: "properties", before: null, after: null, keys: ["plan"] },
        ],
      },
      created_at: "2024-05-02T10:00:00.120000Z",
    },
  ]),
);

/** A page of a history. Its pages are numbered, so its envelope differs from that of lists. */
export const History = v.pipe(
  v.object({ results: v.array(Activity), next: Link, previous: Link, total_count: Count }),
  v.examples([{ results: [...v.getExamples(Activity)], next: null, previous: null, total_count: 1 }]),
);
