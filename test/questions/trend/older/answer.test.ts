import { suite } from "uvu";
import * as assert from "uvu/assert";
import { trend } from "../../../../lib/questions/trend/index.ts";
import type { ProjectSettings } from "../../../../lib/questions/shared/project-settings.ts";
import { openRows, paid, people } from "../../../reference/test/open-rows.ts";
import { engineOf } from "../../fake-engine.ts";

const project: ProjectSettings = { id: 1, timezone: "UTC", week_start_day: 0, test_account_filters: [] };

const trends = suite("trend");

trends("answers in the wire's shape, one line per entity in their order", async () => {
  const input = {
    events: [
      { id: "b", order: 1 },
      { id: "a", name: "An A" },
    ],
    date_from: "-1d",
  };
  const { result, ...envelope } = await trend(engineOf(2), project, input);
  assert.equal(envelope, {
    timezone: "UTC",
    is_cached: false,
    last_refresh: "2020-01-02T12:00:00.250000Z",
    next: null,
  });
  assert.equal(
    result.map(({ label, action }) => [label, action?.id, action?.order]),
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
  const [first] = (await trend(engineOf(0), project, input)).result;
  const again = await trend(engineOf(0), project, first?.filter);
  assert.equal(again.result[0], first);
  assert.not.ok("refresh" in (first?.filter ?? {}));
});

trends("asks for the earliest event only for all time, and starts there", async () => {
  const ctx = engineOf(0, Date.parse("2019-12-30T10:00:00Z"));
  await trend(ctx, project, { events: [{ id: "a" }] });
  assert.equal(ctx.asked, []);
  const [first] = (await trend(ctx, project, { events: [{ id: "a" }], date_from: "all" })).result;
  assert.equal(ctx.asked, [Date.parse("2015-01-01T00:00:00Z")]);
  assert.equal(first?.days, ["2019-12-30", "2019-12-31", "2020-01-01", "2020-01-02"]);
});

trends("gives no line for no entity, and none for an action that is unknown", async () => {
  assert.equal((await trend(engineOf(0), project, {})).result, []);
  const unknown = { events: [{ id: "a" }], actions: [{ id: 99 }] };
  const { result } = await trend(engineOf(0), project, unknown);
  assert.equal(
    result.map(({ label }) => label),
    ["a"],
  );
});

trends("rejects with the refusal of a wrong question", async () => {
  try {
    await trend(engineOf(0), project, { interval: "year" });
    assert.unreachable();
  } catch (error) {
    assert.is((error as { attr: string }).attr, "interval");
  }
});

trends("leads to the persons behind each point", async () => {
  const input = { events: [{ id: "a", math: "dau" }], date_from: "-1d" };
  const [first] = (await trend(engineOf(1), project, input, "http://x.io")).result;
  const url = new URL(first?.persons_urls?.[1]?.url ?? "");
  assert.is(url.origin + url.pathname, "http://x.io/api/projects/1/persons/trends/");
  const wanted = { entity_id: "a", entity_type: "events", entity_math: "dau", entity_order: "0" };
  for (const [name, value] of Object.entries({ ...wanted, date_from: "2020-01-02", date_to: "2020-01-02" })) {
    assert.is(url.searchParams.get(name), value, name);
  }
  assert.equal(JSON.parse(url.searchParams.get("events") ?? ""), first?.filter.events);
});

const datesOf = async (query: object) => {
  const [first] = (await trend(engineOf(1), project, { events: [{ id: "a" }], ...query })).result;
  const { date_from: from, date_to: to } = first?.persons_urls?.at(-1)?.filter ?? {};
  return [from, to];
};

trends("leads from an hour to that hour, from a week to its days, from a sum to all that is in it", async () => {
  const hour = { interval: "hour", date_from: "2020-01-01", date_to: "2020-01-01 07:30:00" };
  assert.equal(await datesOf(hour), ["2020-01-01 07:00:00", "2020-01-01 07:59:59"]);
  assert.equal(await datesOf({ interval: "week" }), ["2019-12-29", "2020-01-04"]);
  assert.equal(await datesOf({ display: "ActionsLineGraphCumulative" }), ["2019-12-26", "2020-01-02"]);
});

trends("shows one value, and days in steps, where time is not shown", async () => {
  const input = { events: [{ id: "a" }], display: "ActionsPie", interval: "month", date_from: "2019-11-15" };
  const [first] = (await trend(engineOf(7), project, input)).result;
  assert.equal([first?.aggregated_value, first?.count, first?.data, first?.labels], [7, 0, [], []]);
  assert.equal(first?.days, ["2019-11-15", "2019-12-15"]);
  assert.is(first?.persons?.filter["date_from"], "2019-11-15");
});

trends("accumulates points and not the count", async () => {
  const input = { events: [{ id: "a" }], display: "ActionsLineGraphCumulative", date_from: "-2d" };
  const [first] = (await trend(engineOf(2), project, input)).result;
  assert.equal([first?.data, first?.count], [[2, 4, 6], 6]);
});

trends("gives each entity's period and the one before it", async () => {
  const input = { events: [{ id: "a" }, { id: "b" }], date_from: "-1d", compare: true };
  const { result } = await trend(engineOf(1), project, input);
  assert.equal(
    result.map(({ action, compare, compare_label, labels, days }) => [
      action?.id,
      compare,
      compare_label,
      labels,
      days,
    ]),
    ["a", "b"].flatMap((id) => [
      [id, true, "current", ["day 0", "day 1"], ["2020-01-01", "2020-01-02"]],
      [id, true, "previous", ["day 0", "day 1"], ["2019-12-30", "2019-12-31"]],
    ]),
  );
});

trends("compares with the period that compare_to names", async () => {
  const input = { events: [{ id: "a" }], date_from: "-1d", compare: true, compare_to: "-1w" };
  const { result } = await trend(engineOf(1), project, input);
  assert.equal(
    result.map(({ days }) => days),
    [
      ["2020-01-01", "2020-01-02"],
      ["2019-12-25", "2019-12-26"],
    ],
  );
});

trends("works formulas out point by point, not rounded, with 0 for what is no number", async () => {
  const events = [{ id: "a" }, { id: "b" }];
  const [first] = (await trend(engineOf(2), project, { events, date_from: "-1d", formula: "A / (B + 4)" })).result;
  assert.equal([first?.label, first?.data, first?.count], ["Formula (A / (B + 4))", [2 / 6, 2 / 6], 4 / 6]);
  assert.equal([first?.action, first?.persons_urls], [undefined, undefined]);
  const [zero] = (await trend(engineOf(0), project, { events, date_from: "-1d", formula: "A / B" })).result;
  assert.equal(zero?.data, [0, 0]);
  const sum = { events, date_from: "-1d", formula: "A + B", display: "ActionsLineGraphCumulative", compare: true };
  const { result } = await trend(engineOf(1), project, sum);
  assert.equal(
    result.map(({ data, count, compare_label }) => [data, count, compare_label]),
    [
      [[2, 4], 6, "current"],
      [[2, 4], 6, "previous"],
    ],
  );
  const pie = { events, formula: "A / 3", display: "ActionsPie" };
  assert.is((await trend(engineOf(1), project, pie)).result[0]?.aggregated_value, 1 / 3);
});

const now = "2020-01-03T12:00:00Z";

trends("counts an action by its definition, under its name", async () => {
  const actions = [{ id: 7, name: "buy", steps: [{ event: "paid", properties: { plan: "pro" } }] }];
  const events = [paid("a", "01-03T10:00:00", { plan: "pro" }), paid("a", "01-03T10:00:00")];
  const { ctx, project: own } = openRows({ now, actions, events });
  const [first] = (await trend(ctx, own, { actions: [{ id: 7, name: "other" }], date_from: "dStart" })).result;
  assert.equal([first?.label, first?.action?.name, first?.data], ["buy", "buy", [1]]);
});

const of = (event: string, os: string) => ({ ...paid("a", "01-03T10:00:00", { os }), event });

trends("gives a formula's values of the first entity, then what others add", async () => {
  const data = { now, persons: people("a"), events: [of("a", "mac"), of("b", "mac"), of("b", "beos"), of("b", "")] };
  const { ctx, project: own } = openRows(data);
  const query = { events: [{ id: "a" }, { id: "b" }], breakdown: "os", formula: "A + B", date_from: "dStart" };
  const { result } = await trend(ctx, own, query);
  assert.equal(
    result.map(({ label, breakdown_value, data: points }) => [label, breakdown_value, points]),
    [
      ["mac", "mac", [2]],
      ["", "", [1]],
      ["beos", "beos", [1]],
    ],
  );
});

trends.run();
