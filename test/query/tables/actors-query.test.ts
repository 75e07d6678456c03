import { suite } from "uvu";
import * as assert from "uvu/assert";
import { openTables } from "./open-tables.ts";

// Expected values: reference/query.md 4.4 and 4.5, counted by hand from the events below.

const DATA = {
  now: "2024-05-10T12:00:00Z",
  persons: [
    { distinct_ids: ["ann"], properties: { email: "ann@x.org", plan: "pro" } },
    { distinct_ids: ["bob"], properties: { email: "bob@x.org", plan: "free" } },
    { distinct_ids: ["cy"], properties: { email: "cy@x.org", plan: "pro" } },
  ],
  events: [
    { event: "view", distinct_id: "ann", timestamp: "2024-05-08T08:00:00Z" },
    { event: "view", distinct_id: "ann", timestamp: "2024-05-09T08:00:00Z" },
    { event: "view", distinct_id: "ann", timestamp: "2024-05-09T09:00:00Z" },
    { event: "buy", distinct_id: "ann", timestamp: "2024-05-09T10:00:00Z" },
    { event: "view", distinct_id: "bob", timestamp: "2024-05-09T08:00:00Z" },
    { event: "view", distinct_id: "cy", timestamp: "2024-05-10T08:00:00Z" },
    { event: "buy", distinct_id: "cy", timestamp: "2024-05-10T09:00:00Z" },
  ],
};
const dateRange = { date_from: "2024-05-08", date_to: "2024-05-10" };
const view = { kind: "EventsNode", event: "view" };
const buy = { kind: "EventsNode", event: "buy" };

const insight = (source: object, point: object) => ({ kind: "InsightActorsQuery", source, ...point });

const actors = suite("ActorsQuery");

actors("lists the actors behind a number of each kind of insight", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const names = async (source: object, fields: object = {}) => {
    const { status, body } = await ask({ kind: "ActorsQuery", source, select: ["person_display_name"], ...fields });
    assert.is(status, 200, JSON.stringify(body));
    return body.results
      .map(([shown]) => String((shown as Record<string, unknown>)["display_name"]).slice(0, 3))
      .toSorted();
  };
  const trend = { kind: "TrendsQuery", series: [view, buy], dateRange };
  assert.equal(await names(insight(trend, { day: "2024-05-09" })), ["ann", "bob"]);
  assert.equal(await names(insight(trend, { day: "2024-05-10", series: 1 })), ["cy@"]);
  assert.equal(await names(insight(trend, {})), ["ann", "bob", "cy@"]);
  assert.equal(await names(insight(trend, {}), { search: "BOB" }), ["bob"]);
  assert.equal(await names(insight(trend, {}), { properties: [{ key: "plan", value: "pro", type: "person" }] }), [
    "ann",
    "cy@",
  ]);
  const broken = { ...trend, breakdownFilter: { breakdown: "plan", breakdown_type: "person" } };
  assert.equal(await names(insight(broken, { day: "2024-05-09", breakdown: "free" })), ["bob"]);
  const lifecycle = { kind: "LifecycleQuery", series: [view], dateRange };
  assert.equal(await names(insight(lifecycle, { day: "2024-05-09", status: "returning" })), ["ann"]);
  assert.equal(await names(insight(lifecycle, { day: "2024-05-10", status: "dormant" })), ["ann", "bob"]);
  const stickiness = { kind: "StickinessQuery", series: [view], dateRange };
  assert.equal(await names(insight(stickiness, { day: 2 })), ["ann"]);
  const sticky = { kind: "StickinessActorsQuery", source: stickiness };
  assert.equal(await names({ ...sticky, day: 1, operator: "gte" }), ["ann", "bob", "cy@"]);
  assert.equal(await names({ ...sticky, day: 1, operator: "exact" }), ["bob", "cy@"]);
  const funnel = { kind: "FunnelsQuery", series: [view, buy], dateRange };
  assert.equal(await names({ kind: "FunnelsActorsQuery", source: funnel, funnelStep: 2 }), ["ann", "cy@"]);
  assert.equal(await names({ kind: "FunnelsActorsQuery", source: funnel, funnelStep: -2 }), ["bob"]);
  const retention = {
    kind: "RetentionQuery",
    dateRange,
    retentionFilter: { targetEntity: { id: "view", type: "events" }, returningEntity: { id: "view", type: "events" } },
  };
  const row = { kind: "ActorsQuery", source: insight(retention, { interval: 0 }), select: ["id", "appearances"] };
  assert.equal(
    (await ask(row)).body.results.map(([, cells]) => cells),
    [[0, 1]],
    "of 8 May: ann, who came back a day later",
  );
});

actors("gives the same actors as ids, when the source is run by itself", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const source = { kind: "FunnelsActorsQuery", source: { kind: "FunnelsQuery", series: [view, buy], dateRange } };
  const { body } = await ask({ ...source, funnelStep: -2 });
  const { body: table } = await ask({ kind: "ActorsQuery", source: { ...source, funnelStep: -2 }, select: ["id"] });
  assert.equal(body["columns"], ["actor_id"]);
  assert.equal(body.results, table.results);
});

actors("refuses a number that the insight does not have", async () => {
  const { hoglet, ask } = await openTables({ now: DATA.now });
  await using _ = hoglet;
  const detailOf = async (source: object) => {
    const { status, body } = await ask({ kind: "ActorsQuery", source });
    assert.is(status, 400);
    return String(body["detail"]);
  };
  const funnel = { kind: "FunnelsQuery", series: [view, buy] };
  assert.match(await detailOf({ kind: "FunnelsActorsQuery", source: funnel, funnelStep: 0 }), /step 0 doesn't exist/);
  const trend = { kind: "TrendsQuery", series: [view], dateRange };
  assert.match(
    await detailOf({ kind: "InsightActorsQuery", source: trend, status: "new" }),
    /TrendsQuery has no status/,
  );
  assert.match(await detailOf({ kind: "InsightActorsQuery", source: trend, day: "2023-01-01" }), /not in the range/);
  assert.match(await detailOf({ kind: "InsightActorsQuery", source: trend, compare: "previous" }), /not compared/);
});

actors("lists the numbers of an insight whose actors can be asked for", async () => {
  const { hoglet, ask } = await openTables(DATA);
  await using _ = hoglet;
  const options = async (source: object) => {
    const { status, body } = await ask({ kind: "InsightActorsQueryOptions", source: insight(source, {}) });
    assert.is(status, 200, JSON.stringify(body));
    const { day, status: statuses, interval, breakdown, breakdowns, series, compare } = body;
    return { day, status: statuses, interval, breakdown, breakdowns, series, compare } as Record<string, unknown>;
  };
  const trend = { kind: "TrendsQuery", series: [view, buy], dateRange };
  const none = {
    day: null,
    status: null,
    interval: null,
    breakdown: null,
    breakdowns: null,
    series: null,
    compare: null,
  };
  const day = ["08", "09", "10"].map((each) => ({
    label: `${Number(each)}-May-2024`,
    value: `2024-05-${each}T00:00:00Z`,
  }));
  const series = [
    { label: "view", value: 0 },
    { label: "buy", value: 1 },
  ];
  assert.equal(await options(trend), { ...none, day, series });
  const plans = { ...trend, breakdownFilter: { breakdown: "plan", breakdown_type: "person" } };
  const breakdown = ["pro", "free"].map((value) => ({ label: value, value }));
  assert.equal(await options(plans), { ...none, day, series, breakdown });
  const compared = await options({ ...trend, compareFilter: { compare: true } });
  assert.equal(compared["compare"], [
    { label: "Current", value: "current" },
    { label: "Previous", value: "previous" },
  ]);
  const lifecycle = await options({ kind: "LifecycleQuery", series: [view], dateRange });
  assert.equal((lifecycle["status"] as { value: string }[]).map(({ value }) => value).toSorted(), [
    "dormant",
    "new",
    "resurrecting",
    "returning",
  ]);
  const retention = await options({ kind: "RetentionQuery", retentionFilter: { totalIntervals: 3 } });
  assert.equal(retention, {
    ...none,
    interval: [0, 1, 2].map((value) => ({ label: `Day ${value}`, value })),
  });
});

actors.run();
