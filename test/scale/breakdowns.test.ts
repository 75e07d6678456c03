import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

const breakdowns = suite("breakdowns of clickhouse");

const now = "2024-03-10T12:00:00Z";

let door: ClickhouseDoor;

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) breakdowns(name, run);
  else skip(breakdowns, name);
}

function engine(database: string) {
  return clickhouse({ url: door.url, password: door.password, database, followMs: 1_000_000, waitMs: 120_000 });
}

function viewed(person: string) {
  return {
    event: "viewed",
    distinct_id: person,
    timestamp: "2024-03-10T10:00:00Z",
    properties: { $session_id: `session of ${person}` },
  };
}

if (hasClickhouse) {
  breakdowns.before(async () => {
    door = await openDoor();
  });
  breakdowns.after(() => door.close());
}

define("people of a row by a number of sessions are found", async () => {
  await using hoglet = await createHoglet({ now, engine: engine("session_rows") });
  await hoglet.capture(["anna", "bert"].map(viewed));
  const asked = {
    target_entity: { id: "viewed", type: "events" as const },
    returning_entity: { id: "viewed", type: "events" as const },
    breakdowns: [{ property: "$num_uniq_urls", type: "session" as const }],
    total_intervals: 1,
    refresh: true,
  };
  const { result } = await hoglet.insights.retention(asked);
  assert.equal(
    result.map((row) => [(row as { breakdown_values?: unknown }).breakdown_values, row.values[0]?.count]),
    [[[0], 2]],
  );
  const people = await hoglet.persons.retention({ ...asked, breakdown_values: [0], selected_interval: 0 });
  assert.is(people.result.length, 2);
});

define("paths through more items than get numbers are those of columns", async () => {
  await using own = await createHoglet({ now, engine: engine("many_items") });
  await using columns = await createHoglet({ now });
  // Sessions of two items each, so that every item is in an edge.
  const items = Array.from({ length: 50_500 }, (_, place) => {
    const visit = Math.floor(place / 100);
    const ms = Date.parse("2024-03-02T00:00:00Z") + Math.floor(visit / 2) * 31 * 60_000 + (visit % 2) * 1000;
    return {
      event: "$pageview",
      distinct_id: `user ${place % 100}`,
      timestamp: new Date(ms).toISOString(),
      properties: { $current_url: `/page/${place < 200 ? visit : place}` },
    };
  });
  for (const hoglet of [own, columns])
    for (let first = 0; first < items.length; first += 1000) await hoglet.capture(items.slice(first, first + 1000));
  const asked = { date_from: "2024-03-01", edge_limit: 30_000, refresh: true };
  const wanted = await columns.insights.paths(asked);
  assert.is(wanted.result[0]?.value, 100);
  assert.is(wanted.result.length, 25_101);
  // As texts: a comparison of so many edges, one by one, would take minutes to print.
  const found = await own.insights.paths(asked);
  assert.ok(JSON.stringify(found.result) === JSON.stringify(wanted.result), "edges differ");
  const point = { ...asked, path_start_key: "1_/page/0" };
  const [people, others] = [await own.persons.path(point), await columns.persons.path(point)];
  const idsOf = ({ results }: typeof people) => results.flatMap(({ people: page }) => page.map(({ id }) => id));
  assert.is(idsOf(others).length, 100);
  assert.equal(idsOf(people), idsOf(others));
});

define("funnels of persons with and without events of one moment are those of columns", async () => {
  await using own = await createHoglet({ now, engine: engine("moments") });
  await using columns = await createHoglet({ now });
  const random = createRandom(19);
  const names = ["viewed", "added", "removed", "paid"];
  const happened = Array.from({ length: 3000 }, (_, place) => ({
    event: names[Math.floor(random.unit() * names.length)] ?? "",
    distinct_id: `user ${(place * 13) % 150}`,
    // Every third person has events of one moment.
    timestamp: new Date(
      Date.parse("2024-03-09T00:00:00Z") +
        ((place * 13) % 3 === 0 ? Math.floor(place / 300) * 4_000_000 : place * 20_011),
    ).toISOString(),
    properties: { plan: place % 5 === 0 ? "" : `plan ${place % 3}` },
  }));
  for (const hoglet of [own, columns]) await hoglet.capture(happened);
  const events = ["viewed", "added", "paid"].map((id, order) => ({ id, order }));
  const exclusions = [{ id: "removed", type: "events" as const, funnel_from_step: 0, funnel_to_step: 2 }];
  const window = { funnel_window_interval: 3, funnel_window_interval_unit: "hour" as const };
  const breakdown = { breakdown: "plan", breakdown_type: "event" as const };
  const forms: Record<string, unknown>[] = [
    {},
    { exclusions },
    { funnel_order_type: "strict" },
    { funnel_order_type: "unordered" },
    { funnel_order_type: "unordered", exclusions },
    ...["first_touch", "last_touch"].map((type) => Object.assign({ breakdown_attribution_type: type }, breakdown)),
    { events: ["viewed", "viewed", "paid"].map((id, order) => ({ id, order })) },
  ];
  for (const form of forms) {
    const asked = { events, date_from: "2024-03-09", ...window, ...form, refresh: true };
    const answers = [own, columns].map(async (hoglet) => (await hoglet.insights.funnel(asked)).result);
    const [found, wanted] = await Promise.all(answers);
    assert.equal(found, wanted, JSON.stringify(form));
    assert.ok(
      JSON.stringify(wanted).match(/"median_conversion_time":[0-9]/),
      `nobody took any time: ${JSON.stringify(form)}`,
    );
  }
});

define("of more values than one query groups have the lines of columns", async () => {
  await using own = await createHoglet({ now, engine: engine("many_values") });
  await using columns = await createHoglet({ now });
  const events = Array.from({ length: 20_100 }, (_, place) => ({
    event: "viewed",
    distinct_id: "anna",
    timestamp: `2024-03-10T10:${String(place % 60).padStart(2, "0")}:00Z`,
    properties: { plan: `plan ${place < 200 ? place % 7 : place}`, price: place % 5 },
  }));
  for (const hoglet of [own, columns])
    for (let first = 0; first < events.length; first += 1000) await hoglet.capture(events.slice(first, first + 1000));
  for (const math of [{}, { math: "sum" as const, math_property: "price" }]) {
    const asked = { events: [{ id: "viewed", ...math }], breakdown: "plan", refresh: true };
    const lines = async (hoglet: Hoglet) =>
      (await hoglet.insights.trend(asked)).result.map((line) => [line.label, (line as { data: number[] }).data]);
    assert.equal(await lines(own), await lines(columns));
  }
});

breakdowns.run();
