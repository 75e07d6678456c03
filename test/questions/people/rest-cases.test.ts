import { parse } from "csv-parse/sync";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";

// The numbers are those of fixtures/cases/rest.md, section I.

interface Person {
  distinct_ids: string[];
  value_at_data_point?: number | null;
}

interface Body {
  results?: { people: Person[]; count: number }[];
  result?: (Person & { person: Person; appearances: number[] })[];
  next: string | null;
  attr?: string;
}

async function ask(hoglet: Hoglet, path: string, query: Record<string, unknown> = {}): Promise<Response> {
  const texts = Object.entries(query).map(([key, value]) => [
    key,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  const url = path.startsWith("http")
    ? path
    : `http://x.io/api/projects/1/persons/${path}/?${new URLSearchParams(texts as [string, string][])}`;
  return hoglet.fetch(url, { headers: { authorization: `Bearer ${hoglet.personalApiKey}` } });
}

async function get(hoglet: Hoglet, path: string, query: Record<string, unknown> = {}) {
  const response = await ask(hoglet, path, query);
  return { status: response.status, body: (await response.json()) as Body };
}

const open = () => createHoglet({ now: "2024-06-10T12:00:00Z" });

const STEPS = ["one", "two", "three"];

const FUNNEL = { events: STEPS.map((id, order) => ({ id, order })), date_from: "2024-06-10" };

/** So many users at each step; the first browsers are Chrome, one, and Safari. */
async function openFunnel(counts: readonly number[]): Promise<Hoglet> {
  const hoglet = await open();
  const events = counts.flatMap((count, step) =>
    Array.from({ length: count }, (_, user) => ({
      event: STEPS[step] ?? "",
      distinct_id: `user ${user}`,
      timestamp: `2024-06-10T0${step}:00:00Z`,
      properties: { $browser: user === 0 ? "Chrome" : "Safari", $browser_version: user === 0 ? "95" : "14" },
    })),
  );
  await hoglet.capture(events);
  return hoglet;
}

const FUNNEL_ROWS: { says: string; query: Record<string, unknown>; count: number }[] = [
  ...(
    [
      [1, 35],
      [2, 15],
      [3, 5],
      [-2, 20],
      [-3, 10],
    ] as const
  ).map(([funnel_step, count]) => ({
    says: "133 funnel_step",
    query: { funnel_step },
    count,
  })),
  ...(
    [
      [[1, 2, 3], 35],
      [[2, 3], 15],
      [[3], 5],
      [[1], 20],
      [[2], 10],
      [[1, 2], 30],
      [[1, 3], 25],
      [[3, 1], 25],
      [[1, 3, 3, 1], 25],
    ] as const
  ).map(([funnel_custom_steps, count]) => ({
    says: "134 funnel_custom_steps",
    query: { funnel_custom_steps },
    count,
  })),
  {
    says: "137 a value of a breakdown",
    query: { funnel_step: 1, breakdown: "$browser", breakdown_type: "event", funnel_step_breakdown: "Chrome" },
    count: 1,
  },
  {
    says: "137 values of a breakdown by two",
    query: {
      funnel_step: 1,
      breakdown: ["$browser", "$browser_version"],
      breakdown_type: "event",
      funnel_step_breakdown: ["Chrome", "95"],
    },
    count: 1,
  },
];

const cases = suite("persons behind a data point");

for (const { says, query, count } of FUNNEL_ROWS) {
  cases(`${says} ${JSON.stringify(query)}: ${count}`, async () => {
    await using hoglet = await openFunnel([35, 15, 5]);
    const { status, body } = await get(hoglet, "funnel", { ...FUNNEL, ...query });
    assert.equal([status, body.results?.[0]?.count], [200, count], JSON.stringify(body).slice(0, 200));
  });
}

cases("136 of 110 users the first page has 100, and offset=100 the other 10", async () => {
  await using hoglet = await openFunnel([110]);
  const first = await get(hoglet, "funnel", { ...FUNNEL, funnel_step: 1 });
  const second = await get(hoglet, "funnel", { ...FUNNEL, funnel_step: 1, offset: 100 });
  const people = [first, second].flatMap(({ body }) => body.results?.[0]?.people ?? []);
  assert.equal([first.body.results?.[0]?.count, second.body.results?.[0]?.count], [100, 10]);
  assert.is(new Set(people.map(({ distinct_ids: [id] }) => id)).size, 110);
});

const onDays = (distinct_id: string, days: number[]) =>
  days.map((day) => ({ event: "x", distinct_id, timestamp: `2024-06-0${day + 1}T10:00:00Z` }));

const intervals = (appearances: number[]) => appearances.flatMap((is, index) => (is === 1 ? [index] : []));

cases("139 retention: the intervals from the cohort's on, who came back most often first", async () => {
  await using hoglet = await open();
  await hoglet.capture([...onDays("person1", [0, 1, 2, 5, 6]), ...onDays("person2", [1, 2, 3, 6, 7])]);
  const entity = { id: "x", type: "events" };
  const { body } = await get(hoglet, "retention", {
    target_entity: entity,
    returning_entity: entity,
    date_from: "2024-06-01",
    date_to: "2024-06-08",
    total_intervals: 8,
    display: "ActionsTable",
    selected_interval: 2,
  });
  assert.equal(
    body.result?.map(({ person, appearances }) => [person.distinct_ids[0], intervals(appearances)]),
    [
      ["person2", [0, 1, 4, 5]],
      ["person1", [0, 3, 4]],
    ],
  );
});

const crowd = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ event: "x", distinct_id: `p${index}` }));

const PAGED: [says: string, path: string, query: Record<string, unknown>][] = [
  ["140 retention", "retention", { target_entity: { id: "x", type: "events" }, breakdown_values: [10] }],
  ["142 stickiness", "stickiness", { entity_id: "x", entity_type: "events", stickiness_days: 1 }],
];

for (const [says, path, query] of PAGED) {
  cases(`${says}: of 150 persons 100, and by next 50`, async () => {
    await using hoglet = await open();
    await hoglet.capture(crowd(150));
    const first = await get(hoglet, path, query);
    const second = await get(hoglet, first.body.next ?? "http://x.io/no-next");
    const peopleOf = ({ body }: typeof first) => (path === "retention" ? body.result : body.results?.[0]?.people) ?? [];
    assert.equal([peopleOf(first).length, peopleOf(second).length, second.body.next], [100, 50, null]);
    const ids = [...peopleOf(first), ...peopleOf(second)].map(({ distinct_ids: [id] }) => id);
    assert.is(new Set(ids).size, 150);
  });
}

const does = (distinct_id: string, n: number | string, kind: string, date = "2024-06-10") => ({
  event: "x",
  distinct_id,
  timestamp: `${date}T10:00:00Z`,
  properties: { n, kind },
});

const VALUED: [says: string, query: Record<string, unknown>, expected: [string, number][]][] = [
  [
    "their event count",
    {},
    [
      ["c", 3],
      ["a", 2],
      ["d", 2],
      ["b", 1],
      ["e", 1],
    ],
  ],
  [
    "the sum of a property of their events",
    { events: [{ id: "x", math: "sum", math_property: "n" }], entity_math: "sum" },
    [
      ["b", 50],
      ["a", 3],
      ["c", 3],
      ["e", 1],
      ["d", 0],
    ],
  ],
  [
    "their event count in a line of a breakdown",
    { breakdown: "kind", breakdown_value: "k" },
    [
      ["c", 2],
      ["a", 1],
      ["d", 1],
    ],
  ],
  [
    "their event count of all days up to the point",
    { display: "ActionsLineGraphCumulative", date_from: "2024-06-09", date_to: "2024-06-10" },
    [
      ["a", 3],
      ["c", 3],
      ["d", 2],
      ["b", 1],
      ["e", 1],
    ],
  ],
];

for (const [says, query, expected] of VALUED) {
  cases(`146 trends: persons are ordered by ${says}, page by page and as CSV`, async () => {
    await using hoglet = await open();
    await hoglet.capture([
      does("a", 1, "k"),
      does("a", 2, "l"),
      does("a", 100, "l", "2024-06-09"),
      does("b", 50, "l"),
      does("c", 1, "k"),
      does("c", 1, "k"),
      does("c", 1, "l"),
      does("d", "no number", "k"),
      does("d", 0, "l"),
      does("e", 1, "l"),
    ]);
    const asked = { entity_id: "x", entity_type: "events", date_from: "2024-06-10", ...query };
    const found: [string, unknown][] = [];
    let page = await get(hoglet, "trends", { ...asked, limit: 2 });
    for (;;) {
      const people = page.body.results?.[0]?.people ?? [];
      found.push(...people.map((one) => [one.distinct_ids[0] ?? "", one.value_at_data_point] as [string, unknown]));
      if (page.body.next === null) break;
      page = await get(hoglet, page.body.next);
    }
    assert.equal(found, expected);
    const csv = parse(await (await ask(hoglet, "trends.csv", asked)).text(), { columns: true }) as Record<
      string,
      string
    >[];
    assert.equal(
      csv.map((row) => [row["distinct_ids.0"], Number(row["value_at_data_point"])]),
      expected,
    );
  });
}

cases("146 behind other insights the value is null", async () => {
  await using hoglet = await open();
  await hoglet.capture(crowd(1));
  const { body } = await get(hoglet, "stickiness", { entity_id: "x", entity_type: "events", stickiness_days: 1 });
  assert.is(body.results?.[0]?.people[0]?.value_at_data_point, null);
});

// Errors have one flat shape here (docs/decisions/010-one-shape-on-the-wire.md): the field is named by `attr`.
const REFUSED: [says: string, path: string, query: Record<string, unknown>, attr: string][] = [
  ["143 a lifecycle without target_date", "lifecycle", { lifecycle_type: "new" }, "target_date"],
  ["143 a lifecycle without lifecycle_type", "lifecycle", { target_date: "2024-06-10" }, "lifecycle_type"],
  ["145 trends without entity_id and entity_type", "trends", { interval: "day" }, "entity_id"],
];

for (const [says, path, query, attr] of REFUSED) {
  cases(`${says}: 400`, async () => {
    await using hoglet = await open();
    const { status, body } = await get(hoglet, path, query);
    assert.equal([status, body.attr], [400, attr]);
  });
}

cases.run();
