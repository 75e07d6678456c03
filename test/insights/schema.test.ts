import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../lib/errors.ts";
import { parse } from "../../lib/parse.ts";
import { parseTrendQuery, TrendQuery } from "../../lib/insights/schema.ts";

const noFilter = { type: "AND", values: [] };

const parsing = suite("parseTrendQuery");

parsing("fills in every default", () => {
  assert.equal(parseTrendQuery({}), {
    insight: "TRENDS",
    display: "ActionsLineGraph",
    interval: "day",
    date_from: null,
    date_to: null,
    events: [],
    properties: noFilter,
    filter_test_accounts: false,
    refresh: false,
  });
});

parsing("gives the same for a query string as for a JSON body", () => {
  const events = [
    { id: "a", order: 1, properties: [{ key: "x", value: "y" }] },
    { id: "b", math: "dau", order: 0 },
  ];
  const body = { insight: "trends", events, interval: "Week", filter_test_accounts: true, date_from: "-3d" };
  const query = { ...body, events: JSON.stringify(events), filter_test_accounts: "true", actions: "[]" };
  assert.equal(parseTrendQuery(query), parseTrendQuery(body));
});

parsing("takes minutes for hours", () => assert.is(parseTrendQuery({ interval: "minute" }).interval, "hour"));

parsing("lets pass what has no bearing on a trend", () => {
  const other = { funnel_window_days: 3, compare: "false", smoothing_intervals: "1", breakdown: null, token: "phc_x" };
  assert.equal(parseTrendQuery({ ...other, shown_as: "Volume", actions: [] }), parseTrendQuery({}));
});

const refusals: [query: Record<string, unknown>, attr: string, code: string][] = [
  [{ insight: "LIFECYCLE" }, "insight", "unsupported"],
  [{ shown_as: "Stickiness" }, "shown_as", "unsupported"],
  [{ display: "ActionsPie" }, "display", "unsupported"],
  [{ actions: [{ id: 1 }] }, "actions", "unsupported"],
  [{ actions: '[{"id":1}]' }, "actions", "unsupported"],
  [{ breakdown: "$os" }, "breakdown", "unsupported"],
  [{ breakdown: 5 }, "breakdown", "unsupported"],
  [{ breakdowns: [{ property: "$os" }] }, "breakdowns", "unsupported"],
  [{ compare: true }, "compare", "unsupported"],
  [{ compare: "Yes" }, "compare", "unsupported"],
  [{ compare_to: "-1w" }, "compare_to", "unsupported"],
  [{ formula: "A+B" }, "formula", "unsupported"],
  [{ smoothing_intervals: "3" }, "smoothing_intervals", "unsupported"],
  [{ sampling_factor: 0.1 }, "sampling_factor", "unsupported"],
  [{ explicit_date: "true" }, "explicit_date", "unsupported"],
  [{ events: [{ id: "a", math: "weekly_active" }] }, "events__0__math", "unsupported"],
  [{ events: [{ id: "a", math: "sum", math_property: "x" }] }, "events__0__math", "unsupported"],
  [{ properties: [{ key: "x", value: 1, type: "session" }] }, "properties__0__type", "unsupported"],
  [{ interval: "year" }, "interval", "invalid_input"],
  [{ filter_test_accounts: "1" }, "filter_test_accounts", "invalid_input"],
  [{ refresh: "soon" }, "refresh", "invalid_input"],
  [{ date_from: 5 }, "date_from", "invalid_input"],
  [{ events: "{" }, "events", "invalid_input"],
  [{ events: 5 }, "events", "invalid_input"],
  [{ events: [{}] }, "events__0__id", "required"],
  [{ events: [{ id: "a", type: "actions" }] }, "events__0__type", "invalid_input"],
  [{ events: [{ id: "a" }, { id: "b", properties: 5 }] }, "events__1__properties", "invalid_input"],
];

for (const [query, attr, code] of refusals) {
  parsing(`refuses ${JSON.stringify(query)}, naming ${attr}`, () => {
    assert.throws(
      () => parseTrendQuery(query),
      (error: unknown) =>
        error instanceof HogletError && error.status === 400 && error.attr === attr && error.code === code,
    );
  });
}

parsing.run();

const schema = suite("TrendQuery");

schema("gives an output that it reads again to the same", () => {
  const query = parseTrendQuery({
    events: [
      { id: "b", math: "unique_group", math_group_type_index: "1" },
      { id: "a", custom_name: " x " },
    ],
    properties: { $os: "Mac" },
    date_to: "2020-01-01",
  });
  assert.equal(parseTrendQuery(query), query);
  assert.is(parse(TrendQuery, { events: [{ id: "a" }] }).events[0]?.name, "a");
});

schema.run();
