import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
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
