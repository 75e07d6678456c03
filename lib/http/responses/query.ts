import * as v from "valibot";
import { Count, Instant } from "../../base/answer-scalars.ts";

export const QueryAnswer = v.pipe(
  v.object({
    results: v.array(v.array(v.unknown())),
    columns: v.array(v.string()),
    types: v.array(v.array(v.string())),
    query: v.string(),
    hogql: v.string(),
    hasMore: v.boolean(),
    limit: Count,
    offset: Count,
    last_refresh: Instant,
  }),
  v.examples([
    {
      results: [["signed up", 3]],
      columns: ["event", "count()"],
      types: [
        ["event", "String"],
        ["count()", "Int64"],
      ],
      query: "SELECT event, count() FROM events GROUP BY event",
      hogql: "SELECT event, count(*) FROM events GROUP BY event",
      hasMore: false,
      limit: 100,
      offset: 0,
      last_refresh: "2024-05-02T10:00:00Z",
    },
  ]),
);
