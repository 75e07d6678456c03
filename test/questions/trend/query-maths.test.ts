import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

// Every expected number is counted by hand from these events.
const EVENTS: [person: string, instant: string, properties: Record<string, unknown>][] = [
  ["a", "2024-03-01T10:00:00Z", { plan: "free" }],
  ["a", "2024-03-08T10:00:00Z", { plan: "pro", amount: 3, $group_0: "acme" }],
  ["b", "2024-03-08T11:00:00Z", { plan: "free", amount: 5 }],
  ["b", "2024-03-09T11:00:00Z", { plan: "pro" }],
  ["b", "2024-03-09T12:00:00Z", { plan: "pro" }],
];

const PRO = [{ key: "plan", value: "pro" }];
const DATES = { date_from: "2024-03-07", date_to: "2024-03-09" };

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-10T12:00:00Z" });
  await hoglet.capture([
    ...EVENTS.map(([distinct_id, timestamp, properties]) => ({ event: "used", distinct_id, timestamp, properties })),
    { event: "$set", distinct_id: "a", timestamp: "2024-03-01T09:00:00Z", properties: { $set: { vip: true } } },
    {
      event: "$groupidentify",
      distinct_id: "a",
      timestamp: "2024-03-01T09:00:00Z",
      properties: { $group_type: "company", $group_key: "acme", $group_set: { name: "Acme" } },
    },
  ]);
  return hoglet;
}

/** Points of 7, 8 and 9 March. */
const POINTS: [title: string, series: object, data: number[]][] = [
  ["the first event ever", { math: "first_time_for_user" }, [0, 1, 0]],
  ["only if the first passes the filters", { math: "first_time_for_user", properties: PRO }, [0, 0, 0]],
  ["the first that passes the filters", { math: "first_matching_event_for_user", properties: PRO }, [0, 1, 1]],
  ["the mean per person", { math: "avg_count_per_actor" }, [0, 1, 2]],
  ["the most per person", { math: "max_count_per_actor" }, [0, 1, 2]],
  ["the third quartile of 3 and 5", { math: "p75", math_property: "amount" }, [0, 4.5, 0]],
  ["distinct values", { math: "hogql", math_hogql: "count(distinct properties.plan)" }, [0, 2, 1]],
  ["persons by an expression", { math: "hogql", math_hogql: "uniq(person_id)" }, [0, 2, 1]],
  [
    "an expression over the rows that pass the filters",
    { math: "hogql", math_hogql: "countIf(properties.plan = 'pro') + count()", properties: PRO },
    [0, 2, 4],
  ],
  ["a sum by an expression", { math: "hogql", math_hogql: "sum(properties.amount)" }, [0, 8, 0]],
];

/** Expressions of aggregates, by day as above. */
const EXPRESSIONS: [expression: string, data: number[]][] = [
  ["countIf(properties.plan = 'pro') / count()", [0, 0.5, 1]],
  ["count() * 10 + uniq(distinct_id)", [0, 22, 21]],
  // A day without events has no rows to count; a day without an amount has no sum.
  ["count() + 1", [0, 3, 3]],
  ["ifNull(sum(properties.amount), 7)", [0, 8, 7]],
  ["sum(properties.amount) / 0", [0, 0, 0]],
  ["countIf(person.properties.vip)", [0, 1, 0]],
  ["length(groupUniqArray(concat(properties.plan, '-', person.properties.vip)))", [0, 2, 1]],
  ["dateDiff('minute', min(timestamp), max(timestamp))", [0, 60, 60]],
  ["sumIf(toInt(properties.amount), toHour(timestamp) > 10)", [0, 5, 0]],
  ["count(*) FILTER (WHERE properties.amount IS NULL)", [0, 0, 2]],
  ["countIf(group_0.properties.name = 'Acme')", [0, 1, 0]],
];

const maths = suite("maths of TrendsQuery");
const world = await openWorld();
maths.after(() => world.close());

for (const [title, series, data] of POINTS) {
  maths(title, async () => {
    const { results } = await world.ask({
      kind: "TrendsQuery",
      series: [{ event: "used", ...series }],
      dateRange: DATES,
    });
    assert.equal(results[0]?.data, data);
  });
}

for (const [expression, data] of EXPRESSIONS) {
  maths(`${expression} as a node, in the older dialect, and in SQL`, async () => {
    const math = { math: "hogql", math_hogql: expression } as const;
    const dateRange = DATES;
    const node = await world.ask({ kind: "TrendsQuery", series: [{ event: "used", ...math }], dateRange });
    assert.equal(node.results[0]?.data, data);
    const older = await world.insights.trend({ events: [{ id: "used", ...math }], ...DATES });
    assert.equal(older.result[0]?.data, data);
    const sql = await world.query(
      `SELECT toDate(timestamp) AS day, ${expression} FROM events WHERE event = 'used' AND timestamp >= '2024-03-07' GROUP BY day ORDER BY day`,
    );
    assert.equal(
      sql.results.map((row) => (row as unknown[])[1] ?? 0),
      data.slice(1),
    );
  });
}

maths("an expression of aggregates by a breakdown, and the persons behind it", async () => {
  const source = {
    kind: "TrendsQuery",
    series: [{ event: "used", math: "hogql", math_hogql: "uniq(distinct_id) / count()" }],
    dateRange: DATES,
    trendsFilter: { display: "ActionsTable" },
    breakdownFilter: { breakdown: "plan", breakdown_limit: 1 },
  } as const;
  const { results } = await world.ask(source);
  assert.equal(
    results.map(({ breakdown_value: value, aggregated_value: number }) => [value, number]),
    [
      ["free", 1],
      ["$$_posthog_breakdown_other_$$", 2 / 3],
    ],
  );
  const people = await world.ask({
    kind: "ActorsQuery",
    source: { kind: "InsightActorsQuery", source, breakdown: "$$_posthog_breakdown_other_$$" },
    select: ["actor", "event_count"],
  });
  const behind = people.results.map(([one, n]) => [(one as { distinct_ids: string[] }).distinct_ids[0], n]);
  assert.equal(behind, [
    ["b", 2],
    ["a", 1],
  ]);
});

const values = async (math: string, more: object = {}) => {
  const query = { kind: "TrendsQuery", series: [{ event: "used", math }], dateRange: DATES } as const;
  const { results } = await world.ask({ ...query, trendsFilter: { display: "ActionsTable" }, ...more });
  return results.map(({ label, aggregated_value: value }) => [label, value]);
};

maths("one value of the whole range, and by a breakdown", async () => {
  // One event of a, three of b.
  assert.equal(await values("avg_count_per_actor"), [["used", 2]]);
  assert.equal(await values("first_time_for_user"), [["used", 1]]);
  const breakdownFilter = { breakdown: "plan" };
  assert.equal(await values("first_time_for_user", { breakdownFilter }), [["free", 1]]);
  assert.equal(await values("avg_count_per_actor", { breakdownFilter }), [
    ["pro", 1.5],
    ["free", 1],
  ]);
});

const behind = async (math: string, day: string) => {
  const source = { kind: "TrendsQuery", series: [{ event: "used", math }], dateRange: DATES } as const;
  const { results } = await world.ask({
    kind: "ActorsQuery",
    source: { kind: "InsightActorsQuery", source, day },
    select: ["actor", "event_count"],
  });
  return results.map(([person, count]) => [(person as { distinct_ids: string[] }).distinct_ids[0], count]);
};

maths("the persons behind a first time, and behind a statistic of persons", async () => {
  assert.equal(await behind("first_time_for_user", "2024-03-08"), [["b", 1]]);
  assert.equal(await behind("first_time_for_user", "2024-03-09"), []);
  assert.equal(await behind("max_count_per_actor", "2024-03-09"), [["b", 2]]);
});

const counts = async (math: string) => {
  const series = [
    { event: "used", math, properties: PRO },
    { event: "used", properties: PRO },
  ];
  const { results } = await world.ask({ kind: "FunnelsQuery", series, dateRange: DATES });
  return (results as { count: number }[]).map(({ count }) => count);
};

maths("a step of a funnel takes the first event ever, or the first that passes its filters", async () => {
  assert.equal(await counts("total"), [2, 1]);
  assert.equal(await counts("first_time_for_user"), [0, 0]);
  assert.equal(await counts("first_time_for_user_with_filters"), [2, 1]);
});

maths.run();
