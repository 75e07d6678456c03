import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readOlderTrend } from "../../../lib/questions/trend/older/question.ts";
import { toQuantilesPlans, toTrendPlan } from "../../../lib/questions/trend/plan.ts";
import { startOfInterval } from "../../../lib/questions/shared/calendar.ts";
import type { TrendInput, TrendSeriesPlan } from "../../../lib/questions/trend/plan.ts";

const project = {
  id: 7,
  timezone: "UTC",
  week_start_day: 0,
  test_account_filters: [{ key: "email", value: "@us", operator: "not_icontains", type: "person" }],
};
const at = (text: string) => Date.parse(`2020-01-${text}T00:00:00Z`);
const range = { fromMs: at("07"), untilMs: at("14") };
const DAY_MS = 86_400_000;

function input(question: object): TrendInput {
  const { query } = readOlderTrend(question);
  const entities = query.entities.map((entity) => ({ entity, action: null }));
  const calendar = { timezone: "UTC", weekStartDay: 0 };
  const counted = { ...range, fromMs: startOfInterval(range.fromMs, query.dates.interval, calendar) };
  return { project, calendar, query, entities, range, counted };
}

const planOf = (question: object) => toTrendPlan(input(question), []).plan;
const seriesOf = (entity: object, rest: object = {}): TrendSeriesPlan | undefined =>
  planOf({ events: [{ id: "a", ...entity }], ...rest }).series[0];
const countedOnce = (entity: object) => seriesOf(entity, { display: "ActionsLineGraphCumulative" })?.counting;
const sizes = (series?: TrendSeriesPlan) =>
  series?.select.filter.values.map((group) => (group as { values: unknown[] }).values.length);

const plan = suite("toTrendPlan");

plan("is plain data", () => {
  const made = planOf({ events: [{ id: "a", math: "weekly_active" }], properties: { $os: "Mac" }, breakdown: "os" });
  assert.equal(JSON.parse(JSON.stringify(made)), made);
});

plan("rounds the lower bound, keeps the asked one for values, and gives sessions a day on both sides", () => {
  const { plan: made, buckets } = toTrendPlan(input({ interval: "week" }), []);
  assert.equal(made.range, { fromMs: at("05"), untilMs: range.untilMs });
  assert.equal(
    made.series.map(({ valueRange }) => valueRange),
    made.series.map(() => range),
  );
  assert.equal(made.sessionRange, { fromMs: range.fromMs - DAY_MS, untilMs: range.untilMs + DAY_MS });
  assert.equal(made.edgesMs, buckets.edgesMs);
  assert.is(made.projectId, 7);
});

plan("has one bucket, of the rounded range, where time is not shown", () => {
  assert.equal(planOf({ interval: "week", display: "ActionsPie" }).edgesMs, [at("05")]);
});

plan("puts the test accounts' filters in front of the question's and the entity's, only when asked", () => {
  const entity = { properties: { x: 1 } };
  const without = seriesOf(entity, { properties: { y: 2 } });
  const withThem = seriesOf(entity, { properties: { y: 2 }, filter_test_accounts: true });
  assert.equal(
    [sizes(without), sizes(withThem)],
    [
      [0, 1, 1],
      [1, 1, 1],
    ],
  );
  assert.equal([without?.select.needsPerson, withThem?.select.needsPerson], [false, true]);
});

plan("says what is counted", () => {
  const median = { name: "quantile", level: 0.5 };
  const expected: [entity: object, counting: unknown][] = [
    [{}, { by: "events" }],
    [{ math: "dau" }, { by: "actors" }],
    [
      { math: "unique_group", math_group_type_index: 0 },
      { by: "groups", groupTypeIndex: 0 },
    ],
    [{ math: "unique_session" }, { by: "sessions" }],
    [
      { math: "sum", math_property: "x" },
      { by: "numbers", key: "x", aggregate: { name: "sum" } },
    ],
    [
      { math: "median", math_property: "$session_duration" },
      { by: "session_seconds", aggregate: median },
    ],
  ];
  for (const [entity, counting] of expected) assert.equal(seriesOf(entity)?.counting, counting);
  assert.equal(countedOnce({ math: "dau" }), { by: "firsts", of: { by: "actors" } });
  assert.equal(countedOnce({ math: "unique_session" }), { by: "firsts", of: { by: "sessions" } });
  const group = { math: "unique_group", math_group_type_index: 2 };
  assert.equal(countedOnce(group), { by: "firsts", of: { by: "groups", groupTypeIndex: 2 } });
  assert.equal(countedOnce({ math: "total" }), { by: "events" });
});

const startsOf = (math: string) => {
  const counting = seriesOf({ math })?.counting;
  return counting?.by === "trailing_actors" ? [counting.startsMs.length, counting.startsMs[0]] : [];
};

const byInterval = (math: string, interval: string) => seriesOf({ math }, { interval })?.counting.by;

plan("counts the people of the interval where it is as long as the window", () => {
  assert.is(byInterval("weekly_active", "week"), "actors");
  assert.is(byInterval("weekly_active", "month"), "actors");
  assert.is(byInterval("monthly_active", "week"), "trailing_actors");
  assert.is(byInterval("monthly_active", "month"), "actors");
});

plan("looks back 7 or 30 days from each day's end", () => {
  assert.equal(startsOf("weekly_active"), [7, at("01")]);
  assert.equal(startsOf("monthly_active"), [7, Date.parse("2019-12-09T00:00:00Z")]);
});

const needs = (entity: object, rest: object = {}) => {
  const select = seriesOf(entity, rest)?.select;
  return [select?.needsPerson, select?.needsSession];
};

plan("needs persons and sessions for what is grouped by or counted", () => {
  assert.equal(needs({}, { breakdown: "os" }), [false, false]);
  assert.equal(needs({}, { breakdown: "os", breakdown_type: "person" }), [true, false]);
  assert.equal(needs({}, { breakdown: "all", breakdown_type: "cohort" }), [true, false]);
  assert.equal(needs({}, { breakdown: "$session_duration", breakdown_type: "session" }), [false, true]);
  assert.equal(needs({ math: "monthly_active" }), [true, false]);
  assert.equal(needs({ math: "sum", math_property: "$session_duration" }), [false, true]);
  assert.equal(needs({ math: "unique_session" }), [false, false]);
  assert.equal(needs({}, { properties: [{ key: "$session_duration", value: 1, type: "session" }] }), [false, true]);
});

const rankBy = (entity: object) => {
  const breakdown = seriesOf(entity, { breakdown: "os" })?.breakdown;
  return breakdown?.by === "values" ? breakdown.rankBy.by : undefined;
};

plan("ranks values by events where actors are counted, else by what is", () => {
  assert.equal(
    ["total", "dau", "weekly_active", "unique_session"].map((math) => rankBy({ math })),
    ["events", "events", "events", "sessions"],
  );
  assert.is(rankBy({ math: "max", math_property: "x" }), "numbers");
});

plan.run();

const numbers = suite("toQuantilesPlans");

numbers("asks for the range as it was asked for, entity by entity", () => {
  const question = input({ events: [{ id: "a" }, { id: "b" }], interval: "week" });
  const source = { type: "session", key: "$session_duration", as: "text" } as const;
  const plans = toQuantilesPlans(question, source, [0, 0.5, 1]);
  assert.equal(
    plans.map((one) => [one.select.anyOf[0]?.event, one.range, one.source, one.levels]),
    [
      ["a", range, source, [0, 0.5, 1]],
      ["b", range, source, [0, 0.5, 1]],
    ],
  );
});

numbers.run();
