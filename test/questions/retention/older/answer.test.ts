import { suite } from "uvu";
import * as assert from "uvu/assert";
import { retention } from "../../../../lib/questions/retention/index.ts";
import type { CaseData } from "../../load-case.ts";
import { openRows, paid, people } from "../../../reference/test/open-rows.ts";

const now = "2020-01-04T12:00:00Z";
const entity = { id: "paid", type: "events" };

async function ask(data: Partial<CaseData>, query: object = {}) {
  const { ctx, project } = openRows({ now, ...data });
  const asked = { target_entity: entity, total_intervals: 3, ...query };
  return (await retention(ctx, project, asked)).result;
}

const counts = (rows: Awaited<ReturnType<typeof ask>>) => rows.map(({ values }) => values.map(({ count }) => count));
const on = (id: string, ...days: string[]) => days.map((day) => paid(id, `${day}T10:00:00`));

const retain = suite("retention");

retain("counts who came back, row by row: a triangle that ends today", async () => {
  const persons = [{ distinct_ids: ["a", "a2"] }, ...people("b")];
  const events = [
    ...on("a", "01-02"),
    ...on("a2", "01-03", "01-03"),
    ...on("b", "01-02", "01-04"),
    ...on("a", "01-01"),
  ];
  const rows = await ask({ persons, events: [...events, ...on("nobody", "01-03")] });
  assert.equal(counts(rows), [[2, 1, 1], [1, 0], [1]]);
  assert.equal(
    rows.map(({ label, date }) => [label, date]),
    [
      ["Day 0", "2020-01-02T00:00:00Z"],
      ["Day 1", "2020-01-03T00:00:00Z"],
      ["Day 2", "2020-01-04T00:00:00Z"],
    ],
  );
  const url = new URL(rows[1]?.values[1]?.people_url ?? "", "http://x");
  assert.equal([url.searchParams.get("breakdown_values"), url.searchParams.get("selected_interval")], ["[1]", "1"]);
});

const back = (day: string, plan: string) => ({ ...paid("a", `${day}T10:00:00`, { plan }), event: "opened" });

retain("needs the returning event only to come back, and honours properties on both", async () => {
  const events = [...on("a", "01-02"), back("01-03", "pro"), back("01-04", "free")];
  const data = { persons: people("a"), events };
  assert.equal(counts(await ask(data, { returning_entity: { id: "opened" } }))[0], [1, 1, 1]);
  const pro = { id: "opened", properties: { plan: "pro" } };
  assert.equal(counts(await ask(data, { returning_entity: pro }))[0], [1, 1, 0]);
  const none = { ...entity, properties: { plan: "pro" } };
  assert.equal(counts(await ask(data, { target_entity: none }))[0], [0, 0, 0]);
});

retain("takes the first target event of all time when told so, with the question's filters", async () => {
  const events = [
    ...on("old", "01-02", "01-03"),
    { ...paid("old", "01-01T10:00:00"), timestamp: "2010-01-01T00:00:00Z" },
    ...on("young", "01-02", "01-03"),
  ];
  const data = { persons: people("old", "young"), events };
  const first = { retention_type: "retention_first_time" };
  assert.equal(counts(await ask(data, first)), [[1, 1, 0], [0, 0], [0]]);
  const filtered = { ...first, properties: { plan: "pro" } };
  const properties = { plan: "pro" };
  const pro = { ...data, events: [...events, paid("old", "01-03T11:00:00", properties)] };
  assert.equal(counts(await ask(pro, filtered)), [[0, 0, 0], [1, 0], [0]]);
});

retain("takes any other type as recurring", async () => {
  const data = { persons: people("a"), events: on("a", "01-02", "01-03") };
  assert.equal(counts(await ask(data, { retention_type: "weekly" })), [[1, 1, 0], [1, 0], [0]]);
});

retain("takes whole months, also where only first times count", async () => {
  const events = [paid("a", "01-20T10:00:00"), paid("b", "02-02T10:00:00")];
  const query = { period: "month", date_to: "2020-02-10", total_intervals: 2 };
  const data = { persons: people("a", "b"), events };
  assert.equal(counts(await ask(data, query)), [[1, 0], [1]]);
  assert.equal(counts(await ask(data, { ...query, retention_type: "retention_first_time" })), [[1, 0], [1]]);
});

const dates = async (query: object) => (await ask({}, { total_intervals: 2, ...query })).map(({ date }) => date);

retain("goes by whole hours, weeks from Sunday, and months of the calendar", async () => {
  const hours = await dates({ period: "Hour", date_to: "2020-01-04T11:30:00Z" });
  assert.equal(hours, ["2020-01-04T10:00:00Z", "2020-01-04T11:00:00Z"]);
  const weeks = await dates({ period: "Week", date_to: "2020-01-10" });
  assert.equal(weeks, ["2019-12-29T00:00:00Z", "2020-01-05T00:00:00Z"]);
  const months = await dates({ period: "Month", date_to: "2020-03-31" });
  assert.equal(months, ["2020-02-01T00:00:00Z", "2020-03-01T00:00:00Z"]);
});

retain("begins with the period of date_from, and ends each row with the last period", async () => {
  const data = { persons: people("a"), events: on("a", "01-01", "01-02", "01-03", "01-04") };
  const four = { date_from: "2020-01-01", total_intervals: 3 };
  assert.equal(counts(await ask(data, four)), [[1, 1, 1], [1, 1, 1], [1, 1], [1]]);
  assert.equal(counts(await ask(data, { date_from: "-1d", date_to: "2020-01-03", total_intervals: 9 })), [[1]]);
});

retain("links to the same periods at any later time", async () => {
  const team = { timezone: "US/Pacific" };
  const linkOf = async (query: object) => {
    const [row] = await ask({ team }, { total_intervals: 2, ...query });
    const { searchParams: fields } = new URL(row?.people_url ?? "", "http://x");
    return [fields.get("date_from"), fields.get("date_to")];
  };
  // On the project's clock it is 4:00.
  assert.equal(await linkOf({}), [null, "2020-01-04"]);
  assert.equal(await linkOf({ date_from: "-2d" }), ["2020-01-02", "2020-01-04"]);
  assert.equal(await linkOf({ period: "Hour" }), [null, "2020-01-04T04:00:00-08:00"]);
});

const inGroup = (id: string, day: string, key: string) => paid(id, `${day}T10:00:00`, { $group_1: key });

retain("counts groups when told to", async () => {
  const events = [inGroup("a", "01-02", "g"), inGroup("b", "01-03", "g"), inGroup("a", "01-03", "")];
  const data = { persons: people("a", "b"), events };
  assert.equal(counts(await ask(data, { aggregation_group_type_index: 1 })), [[1, 1, 0], [1, 0], [0]]);
});

const os = (id: string, day: string, name: string) => paid(id, `${day}T10:00:00`, { os: name });

retain("makes a row of each value that target events have, all of one length", async () => {
  const persons = [{ distinct_ids: ["a"], properties: { plan: "pro" } }, { distinct_ids: ["b"] }];
  const events = [os("a", "01-02", "mac"), os("a", "01-03", "win"), os("b", "01-03", "mac"), os("b", "01-04", "mac")];
  const byOs = await ask({ persons, events }, { breakdowns: [{ property: "os" }] });
  assert.equal(
    byOs.map(({ label, breakdown_values: values, date }) => [label, values, date]),
    [
      ["mac", ["mac"], undefined],
      ["win", ["win"], undefined],
    ],
  );
  // b is back a day after its own first; counted once in each cell.
  assert.equal(counts(byOs), [
    [2, 2, 0],
    [1, 0, 0],
  ]);
  assert.equal(counts(await ask({ persons, events }, { breakdown: "os", breakdown_type: "event" })), counts(byOs));
  const both = [
    { property: "plan", type: "person" },
    { property: "os", type: "event" },
  ];
  const labels = (await ask({ persons, events }, { breakdowns: both })).map(({ label }) => label);
  assert.equal(labels, ["::mac", "pro::mac", "pro::win"]);
  const first = { breakdowns: [{ property: "os" }], retention_type: "retention_first_time" };
  assert.equal(counts(await ask({ persons, events }, first)), [[2, 2, 0]]);
});

retain("counts rows and distances on the project's clock", async () => {
  const team = { timezone: "US/Pacific" };
  // 1 January 18:00, 2 January 2:00 and 23:00, and 3 January 1:00 there: a day before the first row, and two days.
  const events = ["01-02T02:00:00", "01-02T10:00:00", "01-03T07:00:00", "01-03T09:00:00"].map((time) =>
    paid("a", time),
  );
  const rows = await ask({ team, persons: people("a"), events });
  assert.equal(counts(rows), [[1, 1, 0], [1, 0], [0]]);
  assert.is(rows[0]?.date, "2020-01-02T00:00:00-08:00");
});

retain("takes an action for target, and has no rows when it is unknown", async () => {
  const actions = [{ id: 7, name: "buy", steps: [{ event: "paid" }] }];
  const data = { actions, persons: people("a"), events: on("a", "01-04") };
  assert.equal(counts(await ask(data, { target_entity: { id: "7", type: "actions" } })).at(-1), [1]);
  assert.equal(await ask(data, { target_entity: { id: 8, type: "actions" } }), []);
});

const refusals: [query: object, attr: string][] = [
  [{ period: "Year" }, "period"],
  [{ total_intervals: 0 }, "total_intervals"],
  [{ target_entity: { type: "events" } }, "target_entity__id"],
  [{ target_entity: { id: "a", type: "actions" } }, "target_entity__id"],
  [{ retention_type: "retention_first_time", sampling_factor: 2 }, "sampling_factor"],
  [{ breakdown: "os", breakdown_type: "weather" }, "breakdown_type"],
  [{ date_from: "all" }, "date_from"],
  [{ date_from: "-10y" }, "date_from"],
  [{ date_from: "2020-01-05", date_to: "2020-01-03" }, "date_from"],
  [{ aggregation_group_type_index: 5 }, "aggregation_group_type_index"],
  [{ insight: "BOARDS" }, "insight"],
];

for (const [query, attr] of refusals) {
  retain(`refuses ${JSON.stringify(query)}, naming ${attr}`, async () => {
    const refusal = await ask({}, query).catch((error: { status: number; attr: string }) => [error.status, error.attr]);
    assert.equal(refusal, [400, attr]);
  });
}

retain.run();
