import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import type { ClickhouseOptions } from "../../adapters/clickhouse/index.ts";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet, HogletError } from "../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../lib/index.ts";
import { openDatabase } from "../../lib/storage/index.ts";
import { rounds } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";
import { copyIn, copyOf } from "./copy-of.ts";

const follow = suite("following into clickhouse");

let door: ClickhouseDoor;

function engine(options: Partial<ClickhouseOptions> = {}): HogletOptions["engine"] & object {
  return clickhouse({ url: door.url, password: door.password, followMs: 1_000_000, ...options });
}

async function refusal(work: Promise<unknown>): Promise<HogletError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof HogletError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

const total = async (hoglet: Hoglet) =>
  (await hoglet.insights.trend({ events: [{ id: "x" }], date_from: "all", refresh: true })).result[0]?.count;

function define(name: string, run: () => Promise<void>): void {
  if (hasClickhouse) follow(name, run);
  else skip(follow, name);
}

if (hasClickhouse) {
  follow.before(async () => {
    door = await openDoor();
  });
  follow.after(() => door.close());
}

define("an existing file is taken over whole, and a handle that is opened again goes on from there", async () => {
  const folder = tempFolder();
  const file = folder.file("events.db");
  const before = await createHoglet({ file });
  await before.capture(Array.from({ length: 250 }, (_, index) => ({ event: "x", distinct_id: `u${index % 9}` })));
  await before.close();
  for (const more of [1, 2]) {
    const hoglet = await createHoglet({ file, engine: engine({ database: "existing", batchEntries: 100 }) });
    await hoglet.capture({ event: "x", distinct_id: "new" });
    assert.is(await total(hoglet), 250 + more);
    const { state, behind, stored } = await hoglet.engine.status();
    assert.equal([state, behind], ["current", { events: 0, changes: 0 }]);
    assert.ok(more === 1 ? stored > 250 : stored < 10, `stored ${stored}`);
    await hoglet.close();
  }
  const db = openDatabase({ file, durability: "normal" });
  assert.equal(await copyIn(door, "existing"), copyOf(db));
  db.close();
  folder.remove();
});

define("rows are stored once, whoever is killed when", async () => {
  const folder = tempFolder();
  const file = folder.file("killed.db");
  const random = createRandom(1);
  const script = new URL("follow-process.ts", import.meta.url).pathname;
  const played = rounds(4);
  for (let round = 0; round < played; round++) {
    const env = { ...process.env, NODE_V8_COVERAGE: undefined };
    const args = ["--import", "tsx", script, file, door.url, door.password, String(round)];
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    let turns = random.integer(1, 3);
    for await (const _ of createInterface({ input: child.stdout })) if (--turns === 0) break;
    // At some moment of the next turn: shipments are on their way.
    for (let spins = random.integer(0, 200); spins > 0; spins--) await new Promise(setImmediate);
    const isDoor = random.chance(0.5);
    if (isDoor) await door.kill();
    child.kill("SIGKILL");
    await ended;
    if (isDoor) await door.start();
  }
  const hoglet = await createHoglet({ file, engine: engine({ waitMs: 600_000 }) });
  await hoglet.insights.trend({ events: [{ id: "viewed" }], refresh: true });
  await hoglet.close();
  const db = openDatabase({ file, durability: "normal" });
  const [found, wanted] = [await copyIn(door), copyOf(db)];
  assert.ok(wanted.events.length >= played * 60, `${wanted.events.length} events`);
  assert.is(found.events.length, wanted.events.length);
  assert.equal(found, wanted);
  db.close();
  folder.remove();
});

define("events and persons that are deleted leave the copy", async () => {
  const folder = tempFolder();
  const file = folder.file("deleted.db");
  const hoglet = await createHoglet({ file, engine: engine({ database: "deletions" }) });
  await hoglet.capture(
    ["ada", "bob"].map((distinct_id) => ({ event: "x", distinct_id, properties: { $set: { name: distinct_id } } })),
  );
  assert.is(await total(hoglet), 2);
  const { results } = await hoglet.persons.list({ distinct_id: "ada" });
  await hoglet.persons.delete(results[0]?.uuid ?? "", { delete_events: true });
  await hoglet.deletions.runNow();
  assert.is(await total(hoglet), 1);
  await hoglet.close();
  const db = openDatabase({ file, durability: "normal" });
  assert.equal(await copyIn(door, "deletions"), copyOf(db));
  db.close();
  folder.remove();
});

define("while it is down captures go on, questions say so, and it catches up by itself", async () => {
  const hoglet = await createHoglet({ engine: engine({ database: "down" }) });
  await hoglet.capture({ event: "x", distinct_id: "a" });
  assert.is(await total(hoglet), 1);
  await door.kill();
  await hoglet.capture({ event: "x", distinct_id: "a" });
  const error = await refusal(total(hoglet));
  assert.equal([error.status, error.code, error.retryAfterSeconds], [503, "engine_down", 1]);
  assert.match(error.detail, /ClickHouse does not answer\. Captures are stored/);
  const { state, trouble, behind } = await hoglet.engine.status();
  assert.equal([state, trouble], ["down", error.detail]);
  assert.ok(behind.events === 1);
  await door.start();
  assert.is(await total(hoglet), 2);
  assert.is((await hoglet.engine.status()).trouble, null);
  await hoglet.close();
});

define("a wrong password, a missing table and the copy of another file are told apart", async () => {
  const wrong = await createHoglet({ engine: engine({ database: "told", password: "other" }) });
  const refused = await refusal(total(wrong));
  assert.equal([refused.status, refused.code], [503, "engine_refused"]);
  assert.match(refused.detail, /password is wrong/);
  await wrong.close();

  const hoglet = await createHoglet({ engine: engine({ database: "told" }) });
  await hoglet.capture({ event: "x", distinct_id: "a" });
  assert.is(await total(hoglet), 1);
  const other = await createHoglet({ engine: engine({ database: "told" }) });
  const foreign = await refusal(total(other));
  assert.equal([foreign.status, foreign.code], [503, "engine_foreign"]);
  await other.close();

  await runThere(`DROP TABLE told.events`);
  await hoglet.capture({ event: "x", distinct_id: "a" });
  const missing = await refusal(total(hoglet));
  assert.equal([missing.status, missing.code], [503, "engine_incomplete"]);
  assert.match(missing.detail, /await hoglet\.rebuild\(\)/);
  const { entries = 0 } = await hoglet.rebuild();
  assert.ok(entries >= 3, `${entries} entries`);
  assert.is(await total(hoglet), 2);
  await hoglet.close();
});

define("a question that cannot be answered in time says how far ClickHouse is behind", async () => {
  const hoglet = await createHoglet({ engine: engine({ database: "slow", waitMs: 0, batchEntries: 10 }) });
  await hoglet.capture(Array.from({ length: 40 }, () => ({ event: "x", distinct_id: "a" })));
  const error = await refusal(total(hoglet));
  assert.equal([error.status, error.code], [503, "engine_behind"]);
  assert.match(error.detail, /ClickHouse is 40 events and \d+ changes behind/);
  await hoglet.close();
});

async function runThere(query: string): Promise<void> {
  const response = await fetch(door.url, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`default:${door.password}`).toString("base64")}` },
    body: query,
  });
  assert.ok(response.ok, await response.text());
}

follow.run();
