import { suite } from "uvu";
import * as assert from "uvu/assert";
import {
  PICKS,
  expression,
  OR,
  GOLD,
  PLAN,
  DATED,
  S,
  E,
  byPlan,
  trend,
  filtered,
  math,
  funnel,
  retention,
  openStory,
} from "./story.ts";
import type { Answer, Pick } from "./story.ts";

const story = await openStory();
const { send } = story;

const NODES: [what: string, node: object, pick: Pick, wanted: unknown][] = [
  ["a filter of a series", trend(S({ properties: OR })), "data", [[0, 2, 0, 0]]],
  ["a fixed filter", trend(S({ fixedProperties: OR })), "data", [[0, 2, 0, 0]]],
  ["a filter of the question", trend(S(), { properties: OR }), "data", [[0, 2, 0, 0]]],
  [
    "a group of filters",
    trend(S(), { properties: { type: "OR", values: [{ type: "AND", values: OR }] } }),
    "data",
    [[0, 2, 0, 0]],
  ],
  ["the person", trend(S(), { properties: GOLD }), "data", [[0, 1, 0, 0]]],
  ["when the person was created", filtered("person.created_at > '2025-06-10 12:30:00'"), "data", [[0, 2, 1, 0]]],
  ["the person by the distinct id's row", filtered("pdi.person.properties.age > 18 AND true"), "data", [[0, 1, 0, 0]]],
  ["the person on events", filtered("poe.properties.age > 18 AND true"), "data", [[0, 1, 0, 0]]],
  ["the group", filtered("group_0.properties.size > 10"), "data", [[0, 1, 0, 0]]],
  ["time", filtered("toHour(timestamp) >= 13"), "data", [[0, 2, 0, 0]]],
  ["a distinct id", filtered("distinct_id IN ('u1', 'u3') AND event = 's'"), "data", [[0, 1, 1, 0]]],
  ["a breakdown", trend(S(), byPlan), "byValue", { pro: [0, 1, 1, 0], None: [0, 1, 0, 0], free: [0, 1, 0, 0] }],
  [
    "a breakdown beside a property",
    trend(S(), {
      breakdownFilter: {
        breakdowns: [
          { type: "hogql", property: PLAN },
          { type: "event", property: "n" },
        ],
      },
    }),
    "byValue",
    {
      "None,2": [0, 1, 0, 0],
      "free,$$_posthog_breakdown_null_$$": [0, 1, 0, 0],
      "pro,1": [0, 1, 0, 0],
      "pro,x": [0, 0, 1, 0],
    },
  ],
  [
    "a breakdown by a condition",
    trend(S(), { breakdownFilter: { breakdown: "properties.n > 1", breakdown_type: "hogql" } }),
    "byValue",
    { 0: [0, 2, 1, 0], 1: [0, 1, 0, 0] },
  ],
  ["a share", math("countIf(properties.plan = 'pro') / count()"), "data", [[0, 1 / 3, 1, 0]]],
  ["a mean and more", math("avg(toFloat(properties.n)) + 1"), "data", [[0, 2.5, 0, 0]]],
  ["a sum over persons", math("sum(person.properties.age)"), "data", [[0, 47, 0, 0]]],
  ["different distinct ids", math("uniq(distinct_id)"), "data", [[0, 3, 1, 0]]],
  [
    "a total of each value",
    math("count(DISTINCT person_id) / 2", byPlan),
    "byValue",
    { pro: [0, 0.5, 0.5, 0], None: [0, 0.5, 0, 0], free: [0, 0.5, 0, 0] },
  ],
  [
    "a formula over a filtered series",
    { ...trend(S()), series: [S({ properties: OR }), S()], trendsFilter: { formula: "A/B" } },
    "data",
    [[0, 2 / 3, 0, 0]],
  ],
  ["a filter of a funnel's step", { ...funnel({}), series: [S({ properties: GOLD }), E] }, "counts", [1, 1]],
  ["a breakdown of a funnel", funnel({}, byPlan), "funnels", { pro: [2, 1], None: [1, 0], free: [1, 0] }],
  ["values that a funnel counts", funnel({ funnelAggregateByHogQL: PLAN }), "counts", [3, 1]],
  [
    "an exclusion of a funnel",
    funnel({
      exclusions: [
        {
          kind: "EventsNode",
          event: "s",
          funnelFromStep: 0,
          funnelToStep: 1,
          properties: expression("properties.n > 5 OR false"),
        },
      ],
    }),
    "counts",
    [4, 1],
  ],
  [
    "a funnel over time",
    funnel({ funnelVizType: "trends", funnelAggregateByHogQL: PLAN }),
    "data",
    [[0, 33.33, 100, 0]],
  ],
  ["a filter of retention", retention({ properties: OR }), "cohorts", [[0], [2], [0], [0]]],
  ["a filter of its target", retention({}, { properties: OR }), "cohorts", [[0], [2], [0], [0]]],
  [
    "a breakdown of retention",
    retention({ breakdownFilter: { breakdowns: [{ type: "hogql", property: PLAN }] } }),
    "cohorts",
    ["pro", "None", "free"].flatMap((value) =>
      (value === "pro" ? [0, 1, 1, 0] : [0, 1, 0, 0]).map((count) => [value, count]),
    ),
  ],
  [
    "items of paths",
    {
      kind: "PathsQuery",
      pathsFilter: { includeEventTypes: ["hogql"], pathsHogQLExpression: "concat(event, '-', properties.plan)" },
      ...DATED,
    },
    "edges",
    ["1_s-free 2_f-pro 1"],
  ],
  ["a filter of stickiness", { ...trend(S({ properties: OR })), kind: "StickinessQuery" }, "data", [[2, 0, 0, 0]]],
  [
    "a filter of a lifecycle",
    { ...trend(S(), { properties: GOLD }), kind: "LifecycleQuery" },
    "data",
    [
      [0, 1, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, -1, 0],
    ],
  ],
];

const places = suite("an expression of HogQL, in an insight");

for (const [what, node, pick, wanted] of NODES) {
  places(`is ${what} (${String((node as Answer)["kind"])})`, async () => {
    const { status, answer } = await send("POST", "query/", { query: node });
    assert.is(status, 200, JSON.stringify(answer));
    assert.equal(PICKS[pick](answer["results"] as never), wanted);
  });
}

places.after(() => story.close());
places.run();
