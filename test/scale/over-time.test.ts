import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

const overTime = suite("questions over time of clickhouse");

const now = "2024-03-20T12:00:00Z";
const DAY_MS = 86_400_000;

/** Spellings of numbers, and texts that are no numbers. */
const PRICES = [
  5,
  "5",
  5.5,
  " 7 ",
  "-0",
  0,
  "+3",
  "1e2",
  "007",
  "9007199254740993",
  "-9223372036854775809",
  "",
  "a",
  "-",
];

let door: ClickhouseDoor;

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) overTime(name, run);
  else skip(overTime, name);
}

if (hasClickhouse) {
  overTime.before(async () => {
    door = await openDoor();
  });
  overTime.after(() => door.close());
}

/** Events of three weeks; nothing happens on every fourth day. Somebody comes for the first time on each of 3 to 5 March. */
function makeEvents() {
  const random = createRandom(3, 19);
  const newcomers = [3, 4, 5].map((day) => ({
    event: "viewed",
    distinct_id: `newcomer ${day}`,
    timestamp: `2024-03-0${day}T08:00:00Z`,
    properties: { price: 1 },
  }));
  const others = Array.from({ length: 300 }, () => {
    const day = random.integer(0, 20);
    const ms = Date.parse("2024-02-28T00:00:00Z") + (day - (day % 4 === 3 ? 1 : 0)) * DAY_MS;
    return {
      event: random.pick(["viewed", "viewed", "bought"]),
      distinct_id: `person ${random.integer(1, 25)}`,
      timestamp: new Date(ms + random.integer(0, DAY_MS - 1)).toISOString(),
      properties: { price: random.pick(PRICES) },
    };
  });
  return [...newcomers, ...others];
}

define("have the numbers of columns without gathering an event", async () => {
  const engine = clickhouse({
    url: door.url,
    password: door.password,
    database: "over_time",
    followMs: 1_000_000,
    waitMs: 120_000,
    gatherEvents: 0,
  });
  await using own = await createHoglet({ now, engine });
  await using columns = await createHoglet({ now });
  for (const hoglet of [own, columns]) await hoglet.capture(makeEvents());
  const refresh = true;
  const [viewed, bought] = ["viewed", "bought"].map((id) => ({ id, type: "events" as const }));
  // Nothing happens on 2 March; the days after it are busy.
  const ranges = [
    { date_from: "2024-02-28" },
    { date_from: "2024-03-02", date_to: "2024-03-05" },
    { date_from: "2024-03-05T13:00:00Z" },
  ];
  for (const range of ranges) {
    for (const interval of ["hour", "day", "week"] as const) {
      for (const math of ["weekly_active", "monthly_active", "dau"] as const) {
        const asked = { events: [{ id: "viewed", math }], ...range, interval, refresh };
        assert.equal(
          (await own.insights.trend(asked)).result,
          (await columns.insights.trend(asked)).result,
          JSON.stringify(asked),
        );
      }
      const asked = { events: [{ id: "viewed" }], ...range, interval, refresh };
      assert.equal((await own.insights.stickiness(asked)).result, (await columns.insights.stickiness(asked)).result);
    }
  }
  for (const math of ["min", "max"] as const) {
    const asked = { events: [{ id: "viewed", math, math_property: "price" }], date_from: "2024-02-28", refresh };
    assert.equal((await own.insights.trend(asked)).result, (await columns.insights.trend(asked)).result, math);
  }
  for (const period of ["Day", "Week", "Hour"] as const) {
    for (const total_intervals of [5, 16, 17, 33]) {
      for (const returning_entity of [viewed, bought]) {
        for (const retention_type of ["retention_recurring", "retention_first_time"] as const) {
          const asked = { period, total_intervals, target_entity: viewed, returning_entity, retention_type, refresh };
          const wanted = (await columns.insights.retention(asked)).result;
          assert.equal((await own.insights.retention(asked)).result, wanted, JSON.stringify(asked));
        }
      }
    }
  }
});

overTime.run();
