import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../../lib/base/errors.ts";
import { isTimeSeries } from "../../../../lib/questions/trend/node.ts";
import { readOlderTrend } from "../../../../lib/questions/trend/older/question.ts";

const noFilter = { type: "AND", values: [] };

const parsing = suite("readOlderTrend");

parsing("fills in every default", () => {
  assert.equal(readOlderTrend({}).filter, {
    insight: "TRENDS",
    display: "ActionsLineGraph",
    interval: "day",
    date_from: null,
    date_to: null,
    events: [],
    actions: [],
    properties: noFilter,
    filter_test_accounts: false,
    compare: false,
    formula: null,
    smoothing_intervals: 1,
    breakdown_other: false,
    breakdown_hide_other_aggregation: false,
    offset: 0,
  });
});

parsing("gives the same for a query string as for a JSON body", () => {
  const events = [
    { id: "a", order: 1, properties: [{ key: "x", value: "y" }] },
    { id: "b", math: "dau", order: 0 },
  ];
  const body = {
    insight: "trends",
    events,
    interval: "Week",
    filter_test_accounts: true,
    date_from: "-3d",
    compare: true,
    breakdown: [3, "all"],
    breakdown_type: "cohort",
    smoothing_intervals: 3,
  };
  const query = {
    ...body,
    events: JSON.stringify(events),
    actions: "[]",
    filter_test_accounts: "true",
    compare: "Yes",
    breakdown: '[3,"all"]',
    smoothing_intervals: "3",
  };
  assert.equal(readOlderTrend(query), readOlderTrend(body));
});

parsing("gives a filter that it reads again to the same", () => {
  const { filter } = readOlderTrend({
    events: [
      { id: "b", math: "unique_group", math_group_type_index: "1" },
      { id: "a", custom_name: " x " },
    ],
    actions: [{ id: "7", order: 2 }],
    properties: { $os: "Mac" },
    date_to: "2020-01-01",
    breakdowns: [{ property: "os", type: "person" }],
    formula: "A / B",
  });
  assert.equal(readOlderTrend(filter).filter, filter);
});

parsing("ignores the breakdown of a single number", () => {
  assert.is(readOlderTrend({ display: "BoldNumber", breakdown: "os" }).query.breakdown, null);
});

parsing("takes minutes for hours", () =>
  assert.is(readOlderTrend({ interval: "minute" }).query.dates.interval, "hour"),
);

parsing("lets pass what has no bearing on a trend", () => {
  const other = { funnel_window_days: 3, compare: "false", smoothing_intervals: "1", breakdown: null, token: "phc_x" };
  assert.equal(readOlderTrend({ ...other, shown_as: "Volume", actions: [] }), readOlderTrend({}));
});

const isExplicit = (explicit_date?: string) => readOlderTrend({ explicit_date }).query.dates.isExplicit;

parsing("takes dates to the second by explicit_date, in the words of the older dialect", () => {
  assert.equal([isExplicit("true"), isExplicit("on"), isExplicit("false"), isExplicit()], [true, true, false, false]);
});

const refusals: [query: Record<string, unknown>, attr: string, code?: string][] = [
  [{ insight: "LIFECYCLE" }, "insight"],
  [{ insight: "FUNNELS" }, "insight"],
  [{ shown_as: "Stickiness" }, "shown_as"],
  [{ display: "FunnelViz" }, "display"],
  [{ actions: [{ id: "a" }] }, "actions__0__id"],
  [{ compare: true, date_from: "all" }, "compare"],
  [{ formula: "A+B" }, "formula"],
  [{ smoothing_intervals: "0" }, "smoothing_intervals"],
  [{ sampling_factor: 1.1 }, "sampling_factor", "unsupported"],
  [{ events: [{ id: "a", math: "sum" }] }, "events__0__math_property", "required"],
  [{ actions: [{ id: 1, math: "p90", math_property: "" }] }, "actions__0__math_property", "required"],
  [{ properties: [{ key: "x", value: 1, type: "session" }] }, "properties__0__key"],
  [{ interval: "year" }, "interval"],
  // The node has one list: the second event comes before the action and the first.
  [
    { actions: [{ id: 1 }], events: [{ id: "a" }, { id: "b", math: "sum", order: -5 }] },
    "events__1__math_property",
    "required",
  ],
  [{ actions: [{ id: 1, math: "nonsense" }], events: [{ id: "a" }] }, "actions__0__math"],
  [{ breakdowns: [{ type: "person" }] }, "breakdowns__0__property", "required"],
  [{ breakdown: "x", breakdown_type: "nonsense" }, "breakdown_type"],
  [{ breakdown: "x", breakdown_type: "group" }, "breakdown_group_type_index", "required"],
  [{ filter_test_accounts: "1" }, "filter_test_accounts"],
  [{ refresh: "soon" }, "refresh"],
  [{ date_from: 5 }, "date_from"],
  [{ events: "{" }, "events"],
  [{ events: 5 }, "events"],
  [{ events: [{}] }, "events__0__id", "required"],
  [{ events: [{ id: "a", type: "actions" }] }, "events__0__type"],
  [{ events: [{ id: "a" }, { id: "b", properties: 5 }] }, "events__1__properties"],
];

for (const [query, attr, code = "invalid_input"] of refusals) {
  parsing(`refuses ${JSON.stringify(query)}, naming ${attr}`, () => {
    assert.throws(
      () => readOlderTrend(query),
      (error: unknown) =>
        error instanceof HogletError && error.status === 400 && error.attr === attr && error.code === code,
    );
  });
}

parsing.run();

const displays = suite("isTimeSeries");

displays("tells lines from single values", () => {
  assert.equal([isTimeSeries("ActionsLineGraphCumulative"), isTimeSeries("WorldMap")], [true, false]);
});

displays.run();
