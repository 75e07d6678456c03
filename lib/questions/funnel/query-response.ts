import * as v from "valibot";
import { Count } from "../../base/answer-scalars.ts";

const Value = v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))]);

const Step = v.object({
  action_id: v.nullable(v.union([v.string(), v.number()])),
  name: v.string(),
  custom_name: v.nullable(v.string()),
  order: Count,
  people: v.array(v.unknown()),
  count: Count,
  type: v.string(),
  average_conversion_time: v.nullable(v.number()),
  median_conversion_time: v.nullable(v.number()),
  breakdown: v.exactOptional(Value),
  breakdown_value: v.exactOptional(Value),
});

const Trend = v.object({
  count: Count,
  data: v.array(v.number()),
  days: v.array(v.string()),
  labels: v.array(v.string()),
  breakdown_value: v.exactOptional(Value),
});

const Times = v.object({
  bins: v.array(v.tuple([v.number(), v.number()])),
  average_conversion_time: v.nullable(v.number()),
  median_conversion_time: v.nullable(v.number()),
});

/** The results of a FunnelsQuery: steps, lists of steps for each line of a breakdown, trends, or times. */
export const FunnelsQueryResults = v.union([v.array(Step), v.array(v.array(Step)), v.array(Trend), Times]);
