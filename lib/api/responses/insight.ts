import * as v from "valibot";
import { Count, Instant, Link, Properties } from "./scalars.ts";

const Values = v.array(v.number());

/** What every answer to a question says about itself (reference/insights.md 3). */
const about = { timezone: v.string(), is_cached: v.boolean(), last_refresh: Instant };

const ABOUT = { timezone: "UTC", is_cached: false, last_refresh: "2024-05-02T10:00:00Z" };

/** One line of a trend, a lifecycle or a stickiness; what else is in it depends on the question. */
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
