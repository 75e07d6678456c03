import * as v from "valibot";
import { Properties } from "../../base/answer-scalars.ts";
import { comparedEntries } from "../shared/answer-response.ts";

const Line = v.object({
  action: v.nullable(Properties),
  label: v.string(),
  count: v.number(),
  data: v.nullable(v.array(v.number())),
  labels: v.exactOptional(v.array(v.string())),
  days: v.array(v.string()),
  aggregated_value: v.exactOptional(v.number()),
  breakdown_value: v.exactOptional(v.unknown()),
  ...comparedEntries,
  filter: Properties,
  order: v.number(),
});

/** The own fields of the answer to a TrendsQuery. */
export const TrendsQueryAnswer = v.object({ results: v.array(Line), hasMore: v.boolean() });
