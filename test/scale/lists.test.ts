import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

const lists = suite("persons over time, their lists and correlations of clickhouse");

let door: ClickhouseDoor;

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) lists(name, run);
  else skip(lists, name);
}

if (hasClickhouse) {
  lists.before(async () => {
    door = await openDoor();
  });
  lists.after(() => door.close());
}

define("are those of columns, without gathering an event", async () => {
  const now = "2024-03-10T12:00:00Z";
  await using columns = await createHoglet({ now });
  await using own = await createHoglet({
    now,
    engine: clickhouse({
      url: door.url,
      password: door.password,
      database: "lists",
      followMs: 1_000_000,
      waitMs: 120_000,
      gatherEvents: 0,
    }),
  });
  const captured = Array.from({ length: 240 }, (_, place) => ({
    event: ["viewed", "searched", "bought"][(place % 17) % 3] ?? "viewed",
    distinct_id: `user ${place % 23}`,
    uuid: `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2024, 2, 4 + (place % 7), 9, Math.floor(place / 7))).toISOString(),
    properties: {
      plan: ["free", "pro", ""][place % 3],
      $set: { team: `team ${place % 4}` },
      ...(place % 23 > 19 && { $process_person_profile: false }),
    },
  }));
  const event = { id: "viewed" };
  const steps = [event, { id: "bought", order: 1 }];
  const ask = async (hoglet: Hoglet) => {
    await hoglet.capture(structuredClone(captured));
    const found: unknown[] = [];
    const list = async (asking: Promise<{ results: { people: object[]; count: number }[] }>) => {
      const { results } = await asking;
      found.push(results.map(({ people, count }) => [people.map(idsOf), count]));
    };
    const { insights, persons } = hoglet;
    const dates = { date_from: "-7d", refresh: true };
    for (const breakdown of [{}, { breakdown: "plan" }, { breakdown: "team", breakdown_type: "person" as const }]) {
      const { result } = await insights.trend({ events: [event], ...breakdown, ...dates });
      for (const { persons_urls: links = [] } of result)
        for (const { filter } of links) await list(persons.trends({ ...filter, limit: 4, offset: 2 }));
    }
    const lifecycle = await insights.lifecycle({ events: [event], ...dates });
    for (const { persons_urls: links } of lifecycle.result)
      for (const { filter } of links) await list(persons.lifecycle({ ...filter, limit: 4 }));
    const days = await insights.stickiness({ events: [event], ...dates });
    for (const { persons_urls: links } of days.result)
      for (const { filter } of links) await list(persons.stickiness({ ...filter, limit: 4 }));
    const entities = { target_entity: event, returning_entity: { id: "bought" }, total_intervals: 7, refresh: true };
    for (const math of ["weekly_active", "monthly_active"] as const) {
      const { result } = await insights.trend({ events: [{ ...event, math }], ...dates });
      found.push(result.map(({ data }) => data));
    }
    for (const retention_type of ["retention_recurring", "retention_first_time"] as const) {
      const { result } = await insights.retention({ ...entities, retention_type });
      found.push(result.map(({ values }) => values.map(({ count }) => count)));
      for (const selected_interval of [0, 1, 3])
        found.push((await persons.retention({ ...entities, retention_type, selected_interval, limit: 4 })).result);
      found.push((await persons.retention({ ...entities, retention_type, display: "ActionsTable" })).result);
    }
    for (const point of [
      { path_start_key: "1_viewed" },
      { path_end_key: "2_bought" },
      { path_dropoff_key: "2_bought" },
    ])
      await list(persons.path({ include_event_types: ["custom_event"], ...point, ...dates, limit: 4 }));
    for (const correlated of [
      { funnel_correlation_type: "events" as const },
      { funnel_correlation_type: "properties" as const, funnel_correlation_names: ["$all"] },
      { funnel_correlation_type: "properties" as const, funnel_correlation_names: ["team", "nothing"] },
      { funnel_correlation_type: "event_with_properties" as const, funnel_correlation_event_names: ["searched"] },
    ])
      found.push((await insights.correlation({ events: steps, ...correlated, ...dates })).result);
    return JSON.parse(JSON.stringify(found).replaceAll(/"(?:id|uuid)":"[^"]*"/g, '"id":0')) as unknown[];
  };
  const wanted = await ask(columns);
  assert.equal(await ask(own), wanted);
  assert.ok(wanted.filter((each) => JSON.stringify(each).includes("user ")).length > 40, "people were found");
});

function idsOf(actor: object): unknown {
  return "distinct_ids" in actor ? actor.distinct_ids : Object.keys(actor);
}

lists.run();
