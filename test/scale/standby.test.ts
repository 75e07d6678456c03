import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { samePages } from "../support/followed.ts";
import { openPair, until } from "../support/machines.ts";
import { refusal } from "../support/refusal.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";
import { copyIn, copyOf } from "./copy-of.ts";

// A hoglet that follows another ships to ClickHouse (`test/replication/ship.test.ts` has the same over a store of rows).

const standby = suite("shipping from a second machine");

let door: ClickhouseDoor;

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) standby(name, run);
  else skip(standby, name);
}

if (hasClickhouse) {
  standby.before(async () => {
    door = await openDoor();
  });
  standby.after(() => door.close());
}

const total = async (hoglet: Hoglet) =>
  (await hoglet.insights.trend({ events: [{ id: "x", math: "dau" }], date_from: "all", refresh: true })).result[0]
    ?.count;

const sent = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ event: "x", distinct_id: `u${(from + index) % 90}` }));

define("ships while the first captures and starts again, erases, and goes on as the first", async () => {
  const engine = clickhouse({ url: door.url, password: door.password, database: "standby", batchEntries: 40 });
  const { one, two, files, follower, ...pair } = await openPair((_, name) => (name === "two" ? { engine } : {}));
  let { first } = pair;
  await first.capture(sent(80));
  await samePages(first, follower);
  assert.is(await total(follower), 80);
  await one.stop();
  first = await one.start({ file: files.one });
  await first.capture([
    { event: "$identify", distinct_id: "u1", properties: { $anon_distinct_id: "u2" } },
    ...sent(90),
  ]);
  await samePages(first, follower);
  assert.is(await total(follower), 89);
  assert.is((await follower.engine.status()).state, "current");

  const { results } = await first.persons.list({ distinct_id: "u1" });
  await first.persons.delete(results[0]?.uuid ?? "", { delete_events: true });
  await first.deletions.runNow();
  const receipt = async () => (await first.deletions.list()).results[0]?.receipt?.copies?.[0];
  assert.is((await receipt())?.erased_at, null);
  await samePages(first, follower);
  await follower.runDue();
  const copy = await until(async () => ((await receipt())?.erased_at == null ? null : ((await receipt()) ?? null)));
  assert.equal([copy.name, copy.kept], ["clickhouse", { database: 167, copy: 167 }]);

  one.cut();
  assert.is(await total(follower), 88);
  await follower.replication.promote({ force: true });
  await follower.capture(sent(300));
  // The engine that has followed so far is closed.
  await until(async () => ((await refusal(total(follower)).catch(() => null)) === null ? true : null));
  assert.is(await total(follower), 90);
  await two.stop();
  const db = openDatabase({ file: files.two, durability: "normal" });
  assert.equal(await copyIn(door, "standby"), copyOf(db));
  db.close();
  await pair.close();
});

standby.run();
