import * as v from "valibot";
import { Count, Instant, Link, Properties } from "./scalars.ts";

const Values = v.array(v.number());

/** The common fields of every answer to a question (reference/insights.md 3). */
const about = { timezone: v.string(), is_cached: v.boolean(), last_refresh: Instant };

const ABOUT = { timezone: "UTC", is_cached: false, last_refresh: "2024-05-02T10:00:00Z" };

/** One line of a trend, a lifecycle or a stickiness; its further fields depend on the question. */
const Line = v.object({
  action: v.exactOptional(v.nullable(Properties)),
  label: v.string(),
  count: v.number(),
  data: Values,
  labels: v.array(v.string()),
  days: v.array(v.union([v.string(), v.number()])),
  aggregated_value: v.exactOptional(v.number()),
  breakdown_value: v.exactOptional(v.unknown()),
  filter: v.exactOptional(Properties),
});

export const TrendAnswer = v.pipe(
  v.object({ result: v.array(Line), ...about, next: v.exactOptional(Link) }),
  v.examples([
    {
      result: [
        {
          label: "signed up",
          count: 3,
          data: [1, 2],
          labels: ["1-May-2024", "2-May-2024"],
          days: ["2024-05-01", "2024-05-02"],
        },
      ],
      ...ABOUT,
      next: null,
    },
  ]),
);

const Period = v.object({
  values: v.array(v.object({ count: Count, people: v.array(v.unknown()), people_url: v.exactOptional(v.string()) })),
  label: v.string(),
  date: v.exactOptional(v.string()),
});

export const RetentionAnswer = v.pipe(
  v.object({ result: v.array(Period), ...about }),
  v.examples([
    {
      result: [
        {
          values: [
            { count: 12, people: [] },
            { count: 5, people: [] },
          ],
          label: "Day 0",
          date: "2024-05-01T00:00:00Z",
        },
      ],
      ...ABOUT,
    },
  ]),
);

const PathEdge = v.object({
  source: v.string(),
  target: v.string(),
  value: Count,
  average_conversion_time: v.number(),
});

export const PathAnswer = v.pipe(
  v.object({ result: v.array(PathEdge), ...about }),
  v.examples([
    { result: [{ source: "1_/", target: "2_/about", value: 2, average_conversion_time: 60_000 }], ...ABOUT },
  ]),
);

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
  data: Values,
  days: v.array(v.string()),
  labels: v.array(v.string()),
  reached_from_step_count: Values,
  reached_to_step_count: Values,
  converted_people_urls: v.array(v.string()),
  dropped_people_urls: v.array(v.string()),
  breakdown_value: v.exactOptional(LineValue),
});

const TimeToConvert = v.object({
  bins: v.array(v.tuple([v.number(), v.number()])),
  average_conversion_time: v.nullable(v.number()),
});

export const FunnelAnswer = v.pipe(
  v.object({
    result: v.union([v.array(v.union([FunnelStep, FunnelTrend, v.array(FunnelStep)])), TimeToConvert]),
    ...about,
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
      ...ABOUT,
    },
  ]),
);

const { timezone: _, ...aboutCorrelation } = about;

export const CorrelationAnswer = v.pipe(
  v.object({
    result: v.object({
      events: v.array(
        v.object({
          event: v.object({ event: v.string(), properties: Properties, elements: v.array(Properties) }),
          success_count: Count,
          success_people_url: v.string(),
          failure_count: Count,
          failure_people_url: v.string(),
          odds_ratio: v.number(),
          correlation_type: v.string(),
        }),
      ),
      skewed: v.boolean(),
    }),
    ...aboutCorrelation,
  }),
  v.examples([
    {
      result: {
        events: [
          {
            event: { event: "watched video", properties: {}, elements: [] },
            success_count: 1,
            success_people_url: "/api/projects/1/persons/funnel/correlation/?funnel_correlation_person_converted=true",
            failure_count: 1,
            failure_people_url: "/api/projects/1/persons/funnel/correlation/?funnel_correlation_person_converted=false",
            odds_ratio: 0.5,
            correlation_type: "failure",
          },
        ],
        skewed: false,
      },
      is_cached: false,
      last_refresh: "2024-05-02T10:00:00Z",
    },
  ]),
);
