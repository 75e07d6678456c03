import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toTrendPlan } from "../../lib/insights/plan.ts";
import { parseTrendQuery } from "../../lib/insights/schema.ts";

const project = {
  id: 7,
  timezone: "UTC",
  week_start_day: 0,
  test_account_filters: [{ key: "email", value: "@us", operator: "not_icontains", type: "person" }],
};
const range = { fromMs: Date.parse("2020-01-07T00:00:00Z"), untilMs: Date.parse("2020-01-14T00:00:00Z") };

const sizes = (values: unknown[] = []) => values.map((group) => (group as { values: unknown[] }).values.length);

const plan = suite("toTrendPlan");

plan("is plain data", () => {
  const query = parseTrendQuery({ events: [{ id: "a", math: "dau" }], properties: { $os: "Mac" } });
  const made = toTrendPlan(project, query, range).plan;
  assert.equal(JSON.parse(JSON.stringify(made)), made);
});

plan("rounds the lower bound and takes the buckets' edges along", () => {
  const { plan: made, buckets } = toTrendPlan(project, parseTrendQuery({ interval: "week" }), range);
  assert.is(made.range.fromMs, Date.parse("2020-01-05T00:00:00Z"));
  assert.is(made.range.untilMs, range.untilMs);
  assert.equal(made.edgesMs, buckets.edgesMs);
  assert.is(made.projectId, 7);
});

plan("puts the test accounts' filters in front of the question's and the entity's, only when asked", () => {
  const question = { events: [{ id: "a", properties: { x: 1 } }], properties: { y: 2 } };
  const without = toTrendPlan(project, parseTrendQuery(question), range).plan.series[0];
  const withThem = toTrendPlan(project, parseTrendQuery({ ...question, filter_test_accounts: true }), range).plan
    .series[0];
  assert.equal(sizes(without?.filter.values), [0, 1, 1]);
  assert.equal(sizes(withThem?.filter.values), [1, 1, 1]);
  assert.equal([without?.needsPerson, withThem?.needsPerson], [false, true]);
});

plan("says what is counted", () => {
  const events = [{ id: "a" }, { id: "a", math: "dau" }, { id: "a", math: "unique_group", math_group_type_index: 0 }];
  const { series } = toTrendPlan(project, parseTrendQuery({ events }), range).plan;
  assert.equal(
    series.map(({ counting }) => counting),
    [{ by: "events" }, { by: "actors" }, { by: "groups", groupTypeIndex: 0 }],
  );
});

plan.run();
