import * as v from "valibot";
import { Count, Described, Instant, openObject } from "../../base/answer-scalars.ts";
import { queryKinds } from "../../query/index.ts";

/** The state of a query that runs beside its request. */
export const StatusAnswer = v.object({
  query_status: openObject({
    id: v.string(),
    complete: v.boolean(),
    error: v.boolean(),
    error_message: v.nullable(v.string()),
    results: v.unknown(),
    start_time: Instant,
    end_time: v.nullable(Instant),
    expiration_time: Instant,
  }),
});

const SqlAnswer = v.pipe(
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

/** The fields around the answers of all kinds. */
const envelopeEntries = {
  query_status: v.nullable(Described),
  resolved_date_range: v.nullable(v.object({ date_from: v.string(), date_to: v.string() })),
  is_cached: v.boolean(),
  last_refresh: Instant,
  cache_key: v.string(),
  timezone: v.string(),
};

/** The answer to a query: that of its kind within the envelope, or to SQL as bare text. */
export const QueryAnswer = v.pipe(
  v.union([SqlAnswer, ...queryKinds.map(({ answer }) => openObject({ ...answer.entries, ...envelopeEntries }))]),
  v.examples(v.getExamples(SqlAnswer)),
);
