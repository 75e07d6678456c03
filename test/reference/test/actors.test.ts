import { columnRunners } from "../../../lib/questions/columns.ts";
import type { ActorKeys, ActorList } from "../../../lib/port/actors.ts";
import type { AppearancesPage } from "../../../lib/port/actors.ts";
import type { AppearanceList } from "../../../lib/questions/retention/plan.ts";
import { askWhole } from "../../support/whole-list.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { columnsEngine } from "../../../lib/engines/columns/index.ts";
import { olderLifecycleActors } from "../../../lib/questions/lifecycle/index.ts";
import { olderRetentionActors } from "../../../lib/questions/retention/index.ts";
import { olderStickinessActors } from "../../../lib/questions/stickiness/index.ts";
import { olderTrendActors } from "../../../lib/questions/trend/index.ts";
import type { CaseData } from "../../questions/load-case.ts";
import { openRows } from "./open-rows.ts";

const now = "2020-01-10T12:00:00Z";

/** `a` is the person of `a` and `a2`; `nobody` has no person; `anon` is personless. */
const persons = [
  { distinct_ids: ["a", "a2"], created_at: "2020-01-02T01:00:00Z", properties: { plan: "pro" } },
  { distinct_ids: ["b"], created_at: "2019-01-01T00:00:00Z" },
  { distinct_ids: ["c"], created_at: "2019-01-01T00:00:00Z" },
];

const on = (id: string, day: number, properties: object = {}, personless = false) => ({
  event: "paid",
  distinct_id: id,
  timestamp: `2020-01-0${day}T10:00:00Z`,
  properties,
  personless,
});

const events = [
  on("b", 1, { os: "mac", $group_0: "z" }),
  on("a2", 2, { os: "win", $group_0: "y" }),
  on("a", 2, { os: "mac" }),
  on("b", 2, { $group_0: "z" }),
  on("nobody", 2, { os: "mac", $group_0: "only nobody's" }),
  on("anon", 2, { os: "beos" }, true),
  on("b", 3, { os: "win" }),
  on("c", 4, { os: "mac" }),
];

const data: CaseData = { now, persons, events };

/** Names of the found actors: distinct ids, or keys of groups. */
async function find(
  toList: (ctx: ReturnType<typeof openRows>) => ActorList | null | Promise<ActorList | null>,
  given: CaseData = data,
): Promise<string[]> {
  const rows = openRows(given);
  const list = await toList(rows);
  assert.ok(list);
  return namesOf(rows, await askWhole(rows.ctx.engine, list));
}

function namesOf({ ctx: { db } }: ReturnType<typeof openRows>, actors: ActorKeys): string[] {
  if (actors.by === "groups") return actors.keys;
  const nameOf = db.sql("SELECT min(distinct_id) FROM distinct_ids WHERE coalesce(person_id, -id) = ?").pluck();
  return [...actors.ids].map((id) => String(nameOf.get(id)));
}

const trendOf = (input: Record<string, unknown>, given?: CaseData) =>
  find(
    ({ ctx, project }) => olderTrendActors(ctx, project, { entity_id: "paid", entity_type: "events", ...input }),
    given,
  );

const trends = suite("actors of trends");

trends("of equal values are persons by id, then personless ones; each once, and nobody is none", async () => {
  assert.equal(await trendOf({ date_from: "2020-01-02" }), ["a", "b", "anon"]);
});

trends("are those of one line of a breakdown", async () => {
  const day = { date_from: "2020-01-02", breakdown: "os" };
  assert.equal(await trendOf({ ...day, breakdown_value: "mac" }), ["a"]);
  assert.equal(await trendOf({ ...day, breakdown_value: "" }), ["b"]);
  assert.equal(await trendOf({ ...day, breakdown_value: "none" }), []);
  const plan = { date_from: "2020-01-02", breakdown: "plan", breakdown_type: "person", breakdown_value: "pro" };
  assert.equal(await trendOf(plan), ["a"]);
});

trends("are those of all values without a line of their own", async () => {
  // mac is the most frequent; win, beos and the missing value are the rest.
  const other = { breakdown: "os", breakdown_limit: 1, breakdown_other: true };
  const value = { breakdown_value: "$$_posthog_breakdown_other_$$" };
  const all = { date_from: "2020-01-01", date_to: "2020-01-04", display: "ActionsPie" };
  // b did it twice.
  assert.equal(await trendOf({ ...all, ...other, ...value }), ["b", "a", "anon"]);
});

trends("are the groups that events name, nobody's events included", async () => {
  const group = { entity_math: "unique_group", math_group_type_index: 0 };
  assert.equal(await trendOf({ date_from: "2020-01-02", ...group }), ["only nobody's", "y", "z"]);
});

trends("are those of the week before, on a day without any event too", async () => {
  assert.equal(await trendOf({ date_from: "2020-01-04", entity_math: "weekly_active" }), ["b", "a", "c", "anon"]);
  assert.equal(await trendOf({ date_from: "2020-01-05", entity_math: "weekly_active" }), ["b", "a", "c", "anon"]);
});

/** a: 1, 2 and 6, in a session of 10 s; b: 4 twice, in two sessions of 10 and 20 s; c: no number, no session. */
const numbers: CaseData = {
  now,
  persons,
  events: [
    ["a", 0, 1, "s"],
    ["a", 5, 2, "s"],
    ["a", 10, 6, "s"],
    ["b", 0, 4, "t"],
    ["b", 10, 4, "t"],
    ["b", 20, "none", "u"],
    ["b", 40, null, "u"],
    ["c", 0, null, null],
  ].map(([distinct_id, second, n, session]) => ({
    event: "paid",
    distinct_id: String(distinct_id),
    timestamp: new Date(Date.UTC(2020, 0, 2, 10, 0, Number(second))).toISOString(),
    properties: { ...(n !== null && { n }), ...(session !== null && { $session_id: session }) },
  })),
};

const VALUES: [math: string, property: string | null, values: [string, number][]][] = [
  [
    "total",
    null,
    [
      ["b", 4],
      ["a", 3],
      ["c", 1],
    ],
  ],
  [
    "dau",
    null,
    [
      ["b", 4],
      ["a", 3],
      ["c", 1],
    ],
  ],
  [
    "weekly_active",
    null,
    [
      ["b", 4],
      ["a", 3],
      ["c", 1],
    ],
  ],
  [
    "unique_session",
    null,
    [
      ["b", 4],
      ["a", 3],
      ["c", 1],
    ],
  ],
  [
    "sum",
    "n",
    [
      ["a", 9],
      ["b", 8],
      ["c", 0],
    ],
  ],
  [
    "avg",
    "n",
    [
      ["b", 4],
      ["a", 3],
      ["c", 0],
    ],
  ],
  [
    "min",
    "n",
    [
      ["b", 4],
      ["a", 1],
      ["c", 0],
    ],
  ],
  [
    "max",
    "n",
    [
      ["a", 6],
      ["b", 4],
      ["c", 0],
    ],
  ],
  [
    "median",
    "n",
    [
      ["b", 4],
      ["a", 2],
      ["c", 0],
    ],
  ],
  [
    "p90",
    "n",
    [
      ["a", 5.2],
      ["b", 4],
      ["c", 0],
    ],
  ],
  [
    "p95",
    "n",
    [
      ["a", 5.6],
      ["b", 4],
      ["c", 0],
    ],
  ],
  [
    "p99",
    "n",
    [
      ["a", 5.92],
      ["b", 4],
      ["c", 0],
    ],
  ],
  [
    "sum",
    "$session_duration",
    [
      ["b", 30],
      ["a", 10],
    ],
  ],
  [
    "avg",
    "$session_duration",
    [
      ["b", 15],
      ["a", 10],
    ],
  ],
];

for (const [math, property, values] of VALUES) {
  trends(`have the values of ${math} of ${property ?? "their events"}, the highest first`, async () => {
    const rows = openRows(numbers);
    const columns = columnsEngine(rows.ctx.db, columnRunners());
    const point = { entity_id: "paid", entity_type: "events", date_from: "2020-01-02", entity_math: math };
    const entities = [{ id: "paid", math, math_property: property }];
    const list = await olderTrendActors(rows.ctx, rows.project, { ...point, events: entities });
    assert.ok(list);
    for (const engine of [rows.ctx.engine, columns]) {
      const actors = await askWhole(engine, list);
      const found = Array.from(actors.values ?? [], (value) => Math.round(value * 1000) / 1000);
      assert.equal(
        namesOf(rows, actors).map((name, place) => [name, found[place]]),
        values,
      );
    }
  });
}

trends.run();

const lifecycle = suite("actors of lifecycle");

const lifecycleOf = (day: number, lifecycle_type: string) =>
  find(({ ctx, project }) =>
    olderLifecycleActors(ctx, project, { events: [{ id: "paid" }], target_date: `2020-01-0${day}`, lifecycle_type }),
  );

lifecycle("are those with the status in the period, found by the one before", async () => {
  assert.equal(await lifecycleOf(2, "new"), ["a"]);
  assert.equal(await lifecycleOf(2, "returning"), ["b"]);
  assert.equal(await lifecycleOf(2, "resurrecting"), ["anon"]);
  assert.equal(await lifecycleOf(3, "dormant"), ["a", "anon"]);
  assert.equal(await lifecycleOf(4, "resurrecting"), ["c"]);
  assert.equal(await lifecycleOf(5, "dormant"), ["c"]);
  assert.equal(await lifecycleOf(6, "dormant"), []);
});

lifecycle.run();

const stickiness = suite("actors of stickiness");

stickiness("are those of exactly so many days", async () => {
  const range = { entity_id: "paid", entity_type: "events", date_from: "2020-01-01", date_to: "2020-01-04" };
  const of = (days: number) =>
    find(({ ctx, project }) => olderStickinessActors(ctx, project, { ...range, stickiness_days: days }));
  assert.equal(await of(1), ["a", "c", "anon"]);
  assert.equal(await of(2), []);
  assert.equal(await of(3), ["b"]);
});

stickiness.run();

const retention = suite("actors of retention");

const target = { target_entity: { id: "paid" }, date_to: "2020-01-04", total_intervals: 4 };

const cellOf = (more: object) =>
  find(({ ctx, project }) => {
    const point = olderRetentionActors(ctx, project, { ...target, ...more });
    return point.show === "actors" ? point.list : null;
  });

retention("are those of a cell, by the row's place or its values", async () => {
  assert.equal(await cellOf({ breakdown_values: [0], selected_interval: 0 }), ["b"]);
  assert.equal(await cellOf({ breakdown_values: [1], selected_interval: 0 }), ["a", "b", "anon"]);
  assert.equal(await cellOf({ breakdown_values: [1], selected_interval: 1 }), ["b"]);
  assert.equal(await cellOf({ breakdown_values: [1], selected_interval: 3 }), []);
  assert.equal(await cellOf({ breakdown_values: [9] }), []);
  // b came back on the 3rd, which is after the last row.
  const untilSecond = { date_to: "2020-01-02", total_intervals: 2, breakdown_values: [1] };
  assert.equal(await cellOf(untilSecond), ["a", "b", "anon"]);
  assert.equal(await cellOf({ ...untilSecond, selected_interval: 1 }), []);
  const byOs = { breakdowns: [{ property: "os", type: "event" }], breakdown_values: ["mac"] };
  assert.equal(await cellOf(byOs), ["a", "b", "c"]);
  assert.equal(await cellOf({ ...byOs, selected_interval: 2 }), ["b"]);
});

retention("of a row have none of the cells after the last row", async () => {
  const rows = openRows(data);
  const fields = { date_to: "2020-01-02", total_intervals: 2, display: "ActionsTable", breakdown_values: [1] };
  const point = olderRetentionActors(rows.ctx, rows.project, { ...target, ...fields });
  assert.ok(point.show === "appearances" && point.list);
  const page = await askWhole<AppearanceList, AppearancesPage>(rows.ctx.engine, point.list);
  assert.equal(
    [namesOf(rows, page).toSorted(), [...page.bits]],
    [
      ["a", "anon", "b"],
      [1, 1, 1],
    ],
  );
});

retention("of a row come with a bit for each of its cells", async () => {
  const rows = openRows(data);
  const point = olderRetentionActors(rows.ctx, rows.project, { ...target, display: "ActionsTable" });
  assert.ok(point.show === "appearances" && point.list);
  const page = await askWhole<AppearanceList, AppearancesPage>(rows.ctx.engine, point.list);
  const { words, bits, values } = page;
  assert.equal([namesOf(rows, page), words, [...bits], [...(values ?? [])]], [["b"], 1, [0b111], [3]]);
  assert.is(point.cells, 4);
});

retention.run();
