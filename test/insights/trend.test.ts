import { suite } from "uvu";
import * as assert from "uvu/assert";
import { toClock } from "../../lib/clock.ts";
import { trend } from "../../lib/insights/index.ts";
import type { Engine, ProjectSettings, TrendPlan } from "../../lib/insights/index.ts";

const project: ProjectSettings = { id: 1, timezone: "UTC", week_start_day: 0, test_account_filters: [] };

/** An engine that answers `value` everywhere and shows what it was asked. */
function engineOf(value: number, earliestMs: number | null = null): Engine & { plans: TrendPlan[]; asked: number[] } {
  const plans: TrendPlan[] = [];
  const asked: number[] = [];
  return {
    plans,
    asked,
    earliestEvent: async (_, afterMs) => {
      asked.push(afterMs);
      return earliestMs;
    },
    trend: async (plan) => {
      plans.push(plan);
      return { series: plan.series.map(() => plan.edgesMs.map(() => value)) };
    },
  };
}

const clock = toClock("2020-01-02T12:00:00.250Z");

const trends = suite("trend");

trends("answers in the wire's shape, one line per entity in their order", async () => {
  const input = {
    events: [
      { id: "b", order: 1 },
      { id: "a", name: "An A" },
    ],
    date_from: "-1d",
  };
  const answer = await trend({ clock, engine: engineOf(2) }, project, input);
  const { result, ...envelope } = answer;
  assert.equal(envelope, {
    timezone: "UTC",
    is_cached: false,
    last_refresh: "2020-01-02T12:00:00.250000Z",
    next: null,
  });
  assert.equal(
    result.map(({ label, action }) => [label, action.id, action.order]),
    [
      ["An A", "a", 0],
      ["b", "b", 1],
    ],
  );
  const [first] = result;
  assert.equal([first?.count, first?.data], [4, [2, 2]]);
  assert.equal(first?.labels, ["1-Jan-2020", "2-Jan-2020"]);
  assert.equal(first?.days, ["2020-01-01", "2020-01-02"]);
});

trends("shows the question in a form that may be asked again", async () => {
  const input = { events: [{ id: "a" }], properties: { $os: "Mac" }, date_from: "-1d", refresh: true };
  const ctx = { clock, engine: engineOf(0) };
  const [first] = (await trend(ctx, project, input)).result;
  const again = await trend(ctx, project, first?.filter);
  assert.equal(again.result[0], first);
  assert.not.ok("refresh" in (first?.filter ?? {}));
});

trends("asks for the earliest event only for all time, and starts there", async () => {
  const engine = engineOf(0, Date.parse("2019-12-30T10:00:00Z"));
  await trend({ clock, engine }, project, { events: [{ id: "a" }] });
  assert.equal(engine.asked, []);
  const [first] = (await trend({ clock, engine }, project, { events: [{ id: "a" }], date_from: "all" })).result;
  assert.equal(engine.asked, [Date.parse("2015-01-01T00:00:00Z")]);
  assert.equal(first?.days, ["2019-12-30", "2019-12-31", "2020-01-01", "2020-01-02"]);
});

trends("gives no line for no entity", async () => {
  assert.equal((await trend({ clock, engine: engineOf(0) }, project, {})).result, []);
});

trends("rejects with the refusal of a wrong question", async () => {
  try {
    await trend({ clock, engine: engineOf(0) }, project, { interval: "year" });
    assert.unreachable();
  } catch (error) {
    assert.is((error as { attr: string }).attr, "interval");
  }
});

trends.run();
