import { suite } from "uvu";
import * as assert from "uvu/assert";
import { olderTrendActors } from "../../../../lib/questions/trend/older/people.ts";
import { engineOf } from "../../fake-engine.ts";

// The clock of the fake engine: 2020-01-02T12:00Z.
const project = { id: 1, timezone: "UTC", week_start_day: 0, test_account_filters: [] };
const paid = { entity_id: "paid", entity_type: "events" };

async function planOf(input: object, timezone = "UTC") {
  const plan = await olderTrendActors(engineOf(0), { ...project, timezone }, { ...paid, ...input });
  assert.ok(plan);
  return plan;
}

async function rangeOf(input: object, timezone = "UTC"): Promise<string[]> {
  const { fromMs, untilMs } = (await planOf(input, timezone)).range;
  return [fromMs, untilMs].map((ms) => new Date(ms).toISOString().slice(0, 16));
}

const point = suite("olderTrendActors");

point("looks at the bucket that starts at date_from, whatever date_to says (13.1)", async () => {
  const dates = { date_from: "2019-11-01", date_to: "2020-01-01" };
  assert.equal(await rangeOf(dates), ["2019-11-01T00:00", "2019-11-02T00:00"]);
  assert.equal(await rangeOf({ ...dates, interval: "week" }), ["2019-11-01T00:00", "2019-11-08T00:00"]);
  assert.equal(await rangeOf({ ...dates, interval: "month" }), ["2019-11-01T00:00", "2019-12-01T00:00"]);
  const hour = { date_from: "2019-11-01 07:00:00", interval: "hour" };
  assert.equal(await rangeOf(hour), ["2019-11-01T07:00", "2019-11-01T08:00"]);
});

point("reads dates on the project's clock, instants on the UTC clock", async () => {
  const day = ["2019-11-01T07:00", "2019-11-02T07:00"];
  assert.equal(await rangeOf({ date_from: "2019-11-01" }, "US/Pacific"), day);
  const instant = ["2019-11-01T00:00", "2019-11-02T00:00"];
  assert.equal(await rangeOf({ date_from: "2019-11-01T00:00:00Z" }, "US/Pacific"), instant);
});

point("looks at all from date_from to date_to where points add up or time is not shown", async () => {
  const dates = { date_from: "2019-11-01", date_to: "2019-11-03" };
  const all = ["2019-11-01T00:00", "2019-11-04T00:00"];
  assert.equal(await rangeOf({ ...dates, display: "ActionsLineGraphCumulative" }), all);
  assert.equal(await rangeOf({ ...dates, display: "ActionsPie" }), all);
});

point("looks back where active persons are counted, unless the interval is as long as the window", async () => {
  const weekly = await planOf({ date_from: "2019-11-10", entity_math: "weekly_active" });
  assert.is(weekly.range.fromMs, Date.UTC(2019, 10, 4));
  const ofWeeks = await planOf({ date_from: "2019-11-10", entity_math: "weekly_active", interval: "week" });
  assert.is(ofWeeks.range.fromMs, Date.UTC(2019, 10, 10));
  const monthly = await planOf({ date_from: "2019-11-10", entity_math: "monthly_active" });
  assert.is(monthly.range.fromMs, Date.UTC(2019, 9, 12));
});

point("of one number for a long range, the active persons of its last days alone", async () => {
  const dates = { date_from: "2019-11-01", date_to: "2019-11-30", display: "BoldNumber" };
  const weekly = await planOf({ ...dates, entity_math: "weekly_active" });
  assert.equal(weekly.range, { fromMs: Date.UTC(2019, 10, 24), untilMs: Date.UTC(2019, 11, 1) });
});

point("obeys the instants of a link before all dates", async () => {
  const plan = await planOf({ date_from: "-7d", point_range: [1000, 2000], question_range: "[0,5000]" });
  assert.equal(plan.range, { fromMs: 1000, untilMs: 2000 });
  assert.equal(plan.valueRange, { fromMs: 0, untilMs: 5000 });
});

point("leaves a comparison, a formula and the pages of the link aside", async () => {
  const plan = await planOf({ compare: "true", formula: "A", offset: 5, breakdown: "os", breakdown_offset: 2 });
  assert.is(plan.breakdown?.by === "values" && plan.breakdown.offset, 2);
});

point("is nobody when the action does not exist, and groups where groups are counted", async () => {
  assert.is(await olderTrendActors(engineOf(0), project, { entity_id: 5, entity_type: "actions" }), null);
  const group = { entity_math: "unique_group", math_group_type_index: 1 };
  assert.equal((await planOf(group)).actors, { by: "groups", groupTypeIndex: 1 });
});

point.run();
