import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";

const cohorts = suite("breakdowns by cohorts in a list");

const day = (date: number, hour = 12) => `2025-06-${date}T${hour}:00:00Z`;
const hoglet = await createHoglet({ now: "2025-06-11T18:00:00Z" });
cohorts.after(() => hoglet.close());
await hoglet.capture([
  { event: "a", distinct_id: "u1", timestamp: day(10), properties: { $set: { vip: true } } },
  { event: "a", distinct_id: "u2", timestamp: day(10) },
  { event: "a", distinct_id: "u3", timestamp: day(11), properties: { $set: { vip: true } } },
  { event: "b", distinct_id: "u1", timestamp: day(11) },
  { event: "b", distinct_id: "u2", timestamp: day(11) },
]);
type Row = Record<string, unknown>;

async function send(path: string, body: object): Promise<{ status: number; answer: Row }> {
  const response = await hoglet.fetch(`http://hoglet.test/api/projects/${hoglet.project.id}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${hoglet.personalApiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as Row };
}

const vip = { name: "VIP", groups: [{ properties: [{ key: "vip", value: ["true"], type: "person" }] }] };
const { answer: cohort } = await send("cohorts/", vip);
const id = cohort["id"] as number;

const LISTED = {
  breakdowns: [
    { property: id, type: "cohort" },
    { property: "all", type: "cohort" },
  ],
};
const SINGLE = { breakdown: [id, "all"], breakdown_type: "cohort" };
const dateRange = { date_from: "2025-06-10", date_to: "2025-06-11" };
const series = [{ kind: "EventsNode", event: "a" }];
const steps = [...series, { kind: "EventsNode", event: "b" }];
const target = { id: "a", type: "events" };
const returning = { id: "b", type: "events" };
const retentionFilter = { targetEntity: target, returningEntity: returning, totalIntervals: 2, period: "Day" };

const rowsOf = ({ answer }: { answer: Row }) => (answer["results"] ?? answer["result"]) as Row[];
const ask = async (query: object) => rowsOf(await send("query/", { query }));
const byCohort = (rows: Row[], value: (row: Row) => unknown) =>
  Object.fromEntries(rows.map((row) => [String(row["breakdown_value"]), value(row)]));

const COUNTS = { [String(id)]: [1, 1], all: [2, 1] };

for (const [title, breakdown] of Object.entries({ "a list": LISTED, "the single form": SINGLE })) {
  cohorts(`a trend by ${title}, as a node and in the older dialect`, async () => {
    const node = await ask({ kind: "TrendsQuery", series, dateRange, breakdownFilter: breakdown });
    assert.equal(
      byCohort(node, ({ data }) => data),
      COUNTS,
    );
    const rows = rowsOf(await send("insights/trend/", { events: [{ id: "a" }], ...dateRange, ...breakdown }));
    assert.equal(
      byCohort(rows, ({ data }) => data),
      COUNTS,
    );
  });

  cohorts(`a funnel by ${title}, as a node and in the older dialect`, async () => {
    const expected = { [String(id)]: [2, 1], all: [3, 2] };
    const events = [{ id: "a" }, { id: "b", order: 1 }];
    const node = await ask({ kind: "FunnelsQuery", series: steps, dateRange, breakdownFilter: breakdown });
    const rows = rowsOf(await send("insights/funnel/", { events, ...dateRange, ...breakdown }));
    for (const lines of [node, rows] as unknown as Row[][][]) {
      const counted = lines.map((line) => [String(line[0]?.["breakdown_value"]), line.map(({ count }) => count)]);
      assert.equal(Object.fromEntries(counted), expected);
    }
  });

  cohorts(`a retention by ${title}, and the persons behind it`, async () => {
    const source = { kind: "RetentionQuery", dateRange, retentionFilter, breakdownFilter: breakdown };
    const lines = (await ask(source)).filter(({ date }) => String(date).startsWith("2025-06-10"));
    const counts = byCohort(lines, ({ values }) => (values as Row[]).map(({ count }) => count));
    assert.equal(counts, { [String(id)]: [1, 1], all: [2, 2] });
    const behind = async (value: unknown) => {
      const actors = { kind: "InsightActorsQuery", source, interval: 0, breakdown: value };
      return (await ask({ kind: "ActorsQuery", select: ["actor"], source: actors })).length;
    };
    assert.is(await behind(String(id)), 1);
    assert.is(await behind("all"), 2);
  });
}

cohorts("a retention in the older dialect has a row for each cohort, and its persons", async () => {
  const fields = { target_entity: target, returning_entity: returning, total_intervals: 2, ...dateRange, ...LISTED };
  const rows = rowsOf(await send("insights/retention/", fields));
  const counted = rows.map(({ label, values }) => [label, (values as Row[]).map(({ count }) => count)]);
  // u1 and u3, who has no later day; with everybody, u2 too.
  assert.equal(counted, [
    ["all", [3, 2]],
    [String(id), [2, 1]],
  ]);
  const cells = rows.flatMap(({ values }) => values as Row[]);
  // The second cell of the second row.
  const link = String(cells[3]?.["people_url"]);
  const response = await hoglet.fetch(new URL(link, "http://hoglet.test"), {
    headers: { authorization: `Bearer ${hoglet.personalApiKey}` },
  });
  const { result } = (await response.json()) as { result: Row[] };
  assert.equal(
    result.map((person) => person["distinct_ids"]),
    [["u1"]],
  );
});

cohorts("each cohort counts once, and at most ten are asked for, by every kind", async () => {
  const twice = { breakdowns: [id, id].map((property) => ({ property, type: "cohort" })) };
  const list = Array.from({ length: 11 }, (_, index) => index + 1);
  const kinds = {
    TrendsQuery: { series, dateRange },
    FunnelsQuery: { series: steps, dateRange },
    RetentionQuery: { retentionFilter, dateRange },
  };
  for (const [kind, own] of Object.entries(kinds)) {
    const rows = (await ask({ kind, ...own, breakdownFilter: twice })).flat();
    assert.is(
      rows.length,
      (await ask({ kind, ...own, breakdownFilter: { breakdowns: [twice.breakdowns[0]] } })).flat().length,
      kind,
    );
    for (const [field, breakdownFilter] of Object.entries({
      breakdown: { breakdown: list, breakdown_type: "cohort" },
      breakdowns: { breakdowns: list.map((property) => ({ property, type: "cohort" })) },
    })) {
      const { status, answer } = await send("query/", { query: { kind, ...own, breakdownFilter } });
      assert.equal([status, answer["attr"]], [400, `breakdownFilter__${field}`], `${kind} ${JSON.stringify(answer)}`);
    }
  }
});

cohorts("cohorts beside properties are refused", async () => {
  const breakdowns = [{ property: id, type: "cohort" }, { property: "plan" }];
  const { status, answer } = await send("query/", {
    query: { kind: "TrendsQuery", series, dateRange, breakdownFilter: { breakdowns } },
  });
  assert.is(status, 400);
  assert.match(String(answer["detail"]), /cohorts alone, or properties alone/);
});

cohorts.run();
