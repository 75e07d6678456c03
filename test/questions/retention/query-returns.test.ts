import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet, HogletError } from "../../../lib/index.ts";
import type { QueryNode } from "../../../lib/index.ts";

// Every expected number is counted by hand from these events.
const EVENTS: [person: string, event: string, instant: string, properties?: Record<string, unknown>][] = [
  ["a", "joined", "2024-03-05T20:00:00Z", { amount: 1, plan: "pro" }],
  ["a", "used", "2024-03-06T10:00:00Z", { amount: 10 }],
  ["a", "used", "2024-03-06T22:00:00Z", { amount: 30 }],
  ["a", "used", "2024-03-07T21:00:00Z"],
  ["b", "joined", "2024-03-05T08:00:00Z", { amount: 2, plan: "free" }],
  ["b", "used", "2024-03-06T09:00:00Z", { amount: 5 }],
  ["b", "joined", "2024-03-06T08:00:00Z", { plan: "pro" }],
];

async function openWorld() {
  const hoglet = await createHoglet({ now: "2024-03-07T23:00:00Z" });
  await hoglet.capture(
    EVENTS.map(([distinct_id, event, timestamp, properties = {}]) => ({ event, distinct_id, timestamp, properties })),
  );
  return hoglet;
}

type Filter = QueryNode<"RetentionQuery">["retentionFilter"];

const BASE = {
  targetEntity: { id: "joined" },
  returningEntity: { id: "used" },
  period: "Day",
  totalIntervals: 3,
} as const;

async function rowsOf(own: Partial<Filter>) {
  await using hoglet = await openWorld();
  const { results } = await hoglet.ask({ kind: "RetentionQuery", retentionFilter: { ...BASE, ...own } });
  return results;
}

/** The counts of the row of 5 March, and of 6 March. */
async function counts(own: Partial<Filter>) {
  return (await rowsOf(own)).slice(0, 2).map(({ values }) => values.map(({ count }) => count));
}

/** The counts of the row of 5 March, each with the statistic of the property `amount`. */
async function statistics(aggregationType: "sum" | "avg", more: Partial<Filter> = {}) {
  const rows = await rowsOf({ aggregationType, aggregationProperty: "amount", ...more });
  return rows[0]?.values.map(({ count, aggregation_value: value }) => [count, value]);
}

const returns = suite("returning events of RetentionQuery");

returns("once in a period of the clock", async () => {
  assert.equal(await counts({}), [
    [2, 2, 1],
    [1, 0, 0],
  ]);
});

returns("several times in a period", async () => {
  assert.equal(await counts({ minimumOccurrences: 2 }), [
    [2, 1, 0],
    [1, 0, 0],
  ]);
});

returns("in windows of 24 hours from the first target event", async () => {
  // Used by a 14, 26 and 49 hours after, by b 25 hours after; since its second start one hour.
  assert.equal(await counts({ timeWindowMode: "24_hour_windows" }), [
    [2, 2, 1],
    [1, 0, 0],
  ]);
  assert.equal(await counts({ timeWindowMode: "24_hour_windows", minimumOccurrences: 2 }), [
    [2, 0, 0],
    [1, 0, 0],
  ]);
});

returns("with the sum or the mean of a property", async () => {
  assert.equal(await statistics("sum"), [
    [2, 3],
    [2, 45],
    [1, 0],
  ]);
  assert.equal(await statistics("avg"), [
    [2, 1.5],
    [2, 15],
    [1, 0],
  ]);
  // Both intervals after the first together.
  assert.equal(await statistics("sum", { retentionCustomBrackets: [2] }), [
    [2, 3],
    [2, 45],
  ]);
});

returns("of those whose first event ever passes the filters, or whose first that passes them", async () => {
  const filtered = { id: "joined", properties: [{ key: "plan", value: "pro" }] };
  const first = async (retentionType: "retention_first_time" | "retention_first_ever_occurrence") =>
    (await counts({ targetEntity: filtered, retentionType })).map(([size]) => size);
  assert.equal(await first("retention_first_time"), [1, 1]);
  assert.equal(await first("retention_first_ever_occurrence"), [1, 0]);
});

returns("the persons of a row, with the intervals in which each came back", async () => {
  await using hoglet = await openWorld();
  const retentionFilter = { ...BASE, minimumOccurrences: 2 };
  const { results } = await hoglet.ask({
    kind: "ActorsQuery",
    source: { kind: "InsightActorsQuery", source: { kind: "RetentionQuery", retentionFilter }, interval: 0 },
    select: ["actor", "appearances"],
  });
  const found = results.map(([person, cells]) => [(person as { distinct_ids: string[] }).distinct_ids[0], cells]);
  assert.equal(found, [
    ["a", [0, 1]],
    ["b", [0]],
  ]);
});

returns("the persons of a row of one value", async () => {
  await using hoglet = await openWorld();
  const breakdownFilter = { breakdowns: [{ property: "plan" }, { property: "amount" }] };
  const source = { kind: "RetentionQuery", retentionFilter: BASE, breakdownFilter } as const;
  const { results: rows } = await hoglet.ask(source);
  const value = rows.map((row) => row.breakdown_value).find((each) => each?.startsWith("free"));
  assert.is(value, "free::2");
  for (const breakdown of [value, ["free", "2"]]) {
    const behind = { kind: "InsightActorsQuery", source, interval: 0, breakdown } as const;
    const { results } = await hoglet.ask({ kind: "ActorsQuery", source: behind, select: ["actor"] });
    assert.equal(
      results.map(([person]) => (person as { distinct_ids: string[] }).distinct_ids[0]),
      ["b"],
    );
  }
});

returns("a statistic needs its property", async () => {
  const fault: unknown = await rowsOf({ aggregationType: "sum" }).catch((error: unknown) => error);
  assert.instance(fault, HogletError);
  assert.is((fault as HogletError).attr, "retentionFilter__aggregationProperty");
});

returns("of more periods than an answer holds are refused, naming the brackets", async () => {
  const refused = await rowsOf({ retentionCustomBrackets: [400, 1] }).catch((error: unknown) => error);
  assert.ok(refused instanceof HogletError);
  assert.is(refused.attr, "retentionFilter__retentionCustomBrackets");
});

returns("of a breakdown's values, of which those after the last row have no rows", async () => {
  await using hoglet = await openWorld();
  const labelsOf = async (date_to: string) => {
    const { results } = await hoglet.ask({
      kind: "RetentionQuery",
      retentionFilter: { ...BASE, totalIntervals: 2 },
      breakdownFilter: { breakdown: "plan" },
      dateRange: { date_to },
    });
    return results.map(({ breakdown_value: value, values }) => [value, values.map(({ count }) => count)]);
  };
  // On the 5th a joined as pro and b as free, on the 6th b as pro.
  assert.equal(await labelsOf("2024-03-05"), [
    ["free", [0, 0]],
    ["free", [1, 1]],
    ["pro", [0, 0]],
    ["pro", [1, 1]],
  ]);
  assert.equal(await labelsOf("2024-03-04"), []);
});

returns.run();
