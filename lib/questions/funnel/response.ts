import * as v from "valibot";
import { Count, Properties } from "../../base/answer-scalars.ts";
import { ENVELOPE, envelopeEntries } from "../shared/answer-response.ts";

const Numbers = v.array(v.number());

/** A breakdown's value: a single value, or one value for each of several properties. */
const LineValue = v.union([v.string(), v.number(), v.array(v.union([v.string(), v.number()]))]);

const FunnelStep = v.object({
  action_id: v.nullable(v.union([v.string(), v.number()])),
  name: v.string(),
  custom_name: v.nullable(v.string()),
  order: Count,
  people: v.array(v.unknown()),
  count: Count,
  type: v.string(),
  average_conversion_time: v.nullable(v.number()),
  median_conversion_time: v.nullable(v.number()),
  converted_people_url: v.string(),
  dropped_people_url: v.nullable(v.string()),
  breakdown: v.exactOptional(LineValue),
  breakdown_value: v.exactOptional(LineValue),
  breakdowns: v.exactOptional(v.array(Properties)),
});

const FunnelTrend = v.object({
  count: Count,
  data: Numbers,
  days: v.array(v.string()),
  labels: v.array(v.string()),
  reached_from_step_count: Numbers,
  reached_to_step_count: Numbers,
  converted_people_urls: v.array(v.string()),
  dropped_people_urls: v.array(v.string()),
  breakdown_value: v.exactOptional(LineValue),
});

const TimeToConvert = v.object({
  bins: v.array(v.tuple([v.number(), v.number()])),
  average_conversion_time: v.nullable(v.number()),
});

/** The answer to a funnel. */
export const FunnelResponse = v.pipe(
  v.object({
    result: v.union([v.array(v.union([FunnelStep, FunnelTrend, v.array(FunnelStep)])), TimeToConvert]),
    ...envelopeEntries,
    explanation: v.exactOptional(v.nullable(Properties)),
  }),
  v.examples([
    {
      result: [
        {
          action_id: "signed up",
          name: "signed up",
          custom_name: null,
          order: 0,
          people: [],
          count: 3,
          type: "events",
          average_conversion_time: null,
          median_conversion_time: null,
          converted_people_url: "/api/projects/1/persons/funnel/?funnel_step=1",
          dropped_people_url: null,
        },
      ],
      ...ENVELOPE,
    },
  ]),
);
