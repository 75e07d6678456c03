import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import type { ClickhouseOptions } from "../../adapters/clickhouse/index.ts";
import { createRandom } from "../../fixtures/random.ts";
import { silentLogger } from "../../lib/base/log.ts";
import { createFeed } from "../../lib/engines/feed/index.ts";
import { createHoglet, HogletError } from "../../lib/index.ts";
import type { EventValuesPlan, PropertyKeysPlan } from "../../lib/engine.ts";
import { openLog } from "../engines/columns/random-log.ts";
import { openEmpty } from "../questions/load-case.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";

const answers = suite("answers of clickhouse");

let door: ClickhouseDoor;

function options(more: Partial<ClickhouseOptions>): ClickhouseOptions {
  return { url: door.url, password: door.password, followMs: 1_000_000, waitMs: 120_000, ...more };
}

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) answers(name, run);
  else skip(answers, name);
}

if (hasClickhouse) {
  answers.before(async () => {
    door = await openDoor();
  });
  answers.after(() => door.close());
}

define("names, keys and values are those of rows", async () => {
  const random = createRandom(4, 12);
  const db = openEmpty();
  const projects = openLog(db, random);
  const engine = clickhouse(options({ database: "catalogue" }))({ feed: createFeed(db), log: silentLogger });
  const rows = rowsEngine(db);
  let asked = 0;
  for (const { id: projectId } of projects) {
    for (const event of [null, "$pageview", "paid"]) {
      const keys: PropertyKeysPlan = { kind: "property-keys", projectId, event, valueLimit: 1000 };
      const wanted = await rows.ask(keys);
      const sorted = (list: typeof wanted) =>
        list
          .map(({ key, values }) => [key, values.map((value) => JSON.stringify(value)).toSorted()].join("\n"))
          .toSorted();
      assert.equal(sorted(await engine.ask(keys)), sorted(wanted), JSON.stringify(keys));
      for (const { key } of wanted) {
        for (const contains of ["", "a"]) {
          const plan: EventValuesPlan = {
            kind: "event-values",
            projectId,
            event,
            key,
            contains,
            limit: random.integer(1, 5),
          };
          assert.equal(await engine.ask(plan), await rows.ask(plan), JSON.stringify(plan));
          asked++;
        }
      }
    }
  }
  assert.ok(asked > 20, `${asked} questions`);
  await engine.close?.();
  db.close();
});

define("a funnel reads the events of its steps alone, and no more than the limit", async () => {
  const now = "2024-03-10T12:00:00Z";
  await using hoglet = await createHoglet({ now, engine: clickhouse(options({ database: "thin", gatherEvents: 4 })) });
  await hoglet.capture(
    Array.from({ length: 50 }, (_, minute) => ({
      event: "viewed",
      distinct_id: "a",
      timestamp: at(minute),
      properties: { plan: "free" },
    })),
  );
  await hoglet.capture([step("viewed", 1), step("bought", 2)]);
  const ask = (properties: { key: string; value: string }[]) =>
    hoglet.insights.funnel({
      events: [
        { id: "viewed", order: 0, properties },
        { id: "bought", order: 1 },
      ],
      refresh: true,
    });
  const { result } = await ask([{ key: "plan", value: "pro" }]);
  assert.equal(
    (result as { count: number }[]).map(({ count }) => count),
    [1, 1],
  );
  try {
    await ask([]);
    assert.unreachable();
  } catch (error) {
    assert.ok(error instanceof HogletError, String(error));
    assert.equal([error.status, error.code], [400, "too_many_events"]);
    assert.match(error.detail, /has to gather 52 events .* the limit is 4/);
  }
});

/** A minute of the tests' hour, as text. */
function at(minute: number): string {
  return `2024-03-10T10:${String(minute).padStart(2, "0")}:00Z`;
}

function step(event: string, minute: number) {
  return { event, distinct_id: "b", timestamp: at(minute), properties: { plan: "pro" } };
}

answers.run();
