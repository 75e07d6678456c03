import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { clickhouse } from "../../adapters/clickhouse/index.ts";
import type { ClickhouseOptions } from "../../adapters/clickhouse/index.ts";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { rounds } from "../support/rounds.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import type { ClickhouseDoor } from "./clickhouse-door.ts";
import { copyIn, copyOf } from "./copy-of.ts";
import { refusal } from "../support/refusal.ts";

const follow = suite("following into clickhouse");

let door: ClickhouseDoor;

function engine(options: Partial<ClickhouseOptions> = {}): HogletOptions["engine"] & object {
  return clickhouse({ url: door.url, password: door.password, followMs: 1_000_000, ...options });
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

/** The sides that are killed, round after round. */
const KILLED = ["process", "door", "both"] as const;

define("rows are stored once, whoever is killed when", async () => {
  const folder = tempFolder();
  const file = folder.file("killed.db");
  const random = createRandom(1);
  const script = new URL("follow-process.ts", import.meta.url).pathname;
  const played = rounds(4);
  for (let round = 0; round < played; round++) {
    const args = ["--import", "tsx", script, file, door.url, door.password, String(round)];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const nextTurns = async (turns: number) => {
      for (; turns > 0; turns--) assert.not.ok((await lines.next()).done, "the process goes on");
    };
    await nextTurns(random.integer(1, 3));
    // At some moment of the next turn: shipments are on their way.
    for (let spins = random.integer(0, 200); spins > 0; spins--) await new Promise(setImmediate);
    const killed = KILLED[round % KILLED.length];
    if (killed !== "process") await door.kill();
    if (killed === "door") {
      // The same process goes on with the next door.
      await door.start();
      await nextTurns(2);
    }
    child.kill("SIGKILL");
    await ended;
    if (killed === "both") await door.start();
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

  await door.run("DROP TABLE told.events");
  await hoglet.capture({ event: "x", distinct_id: "a" });
  const missing = await refusal(total(hoglet));
  assert.equal([missing.status, missing.code], [503, "engine_incomplete"]);
  assert.match(missing.detail, /await hoglet\.rebuild\(\)/);
  const { entries = 0 } = await hoglet.rebuild();
  assert.ok(entries >= 3, `${entries} entries`);
  assert.is(await total(hoglet), 2);
  await hoglet.close();
});

define("one process follows at a time, and the next takes over when it ends", async () => {
  const folder = tempFolder();
  const file = folder.file("one.db");
  const first = await createHoglet({ file, engine: engine({ database: "one" }) });
  await first.capture({ event: "x", distinct_id: "a" });
  assert.is(await total(first), 1);
  const second = await createHoglet({ file, engine: engine({ database: "one" }) });
  await second.capture({ event: "x", distinct_id: "b" });
  const refused = await refusal(total(second));
  assert.equal([refused.status, refused.code], [503, "engine_elsewhere"]);
  assert.match(refused.detail, /Another process .* takes over by itself/);
  assert.is((await second.engine.status()).trouble, refused.detail);
  assert.equal([(await refusal(second.rebuild())).code], ["engine_elsewhere"]);
  // The first has the other's event: they share the file.
  assert.is(await total(first), 2);
  await first.close();
  assert.is(await total(second), 2);
  assert.is((await second.engine.status()).trouble, null);
  await second.close();
  folder.remove();
});

define("a process whose right to follow went to another gives way before it stores anything", async () => {
  const folder = tempFolder();
  const file = folder.file("lost.db");
  const first = await createHoglet({ file, engine: engine({ database: "lost" }) });
  await first.capture({ event: "x", distinct_id: "a" });
  assert.is(await total(first), 1);
  const db = openDatabase({ file, durability: "normal" });
  // As if it had stood still for more than a minute.
  db.sql("UPDATE leases SET renewed_at = 0 WHERE name = 'follower clickhouse'").run();
  const second = await createHoglet({ file, engine: engine({ database: "lost" }) });
  await second.capture({ event: "x", distinct_id: "b" });
  assert.is(await total(second), 2);
  await first.capture({ event: "x", distinct_id: "c" });
  assert.is((await refusal(total(first))).code, "engine_elsewhere");
  assert.is(await total(second), 3);
  await second.close();
  assert.is(await total(first), 3);
  await first.close();
  assert.equal(await copyIn(door, "lost"), copyOf(db));
  db.close();
  folder.remove();
});

define("clocks that differ are told, and nothing else depends on them", async () => {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString().replace("now64(3)", "addHours(now64(3), 2)");
    const { authorization = "" } = request.headers;
    const answer = await fetch(`${door.url}${request.url}`, { method: "POST", headers: { authorization }, body });
    response.writeHead(answer.status, { "X-ClickHouse-Summary": "{}" }).end(await answer.text());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const hoglet = await createHoglet({ engine: engine({ url, database: "skewed" }) });
  await hoglet.capture({ event: "x", distinct_id: "a" });
  assert.is(await total(hoglet), 1);
  const { state, trouble } = await hoglet.engine.status();
  assert.is(state, "current");
  assert.match(
    trouble ?? "",
    /^The clock of ClickHouse is (7199|720\d) seconds ahead of this machine's\. Answers do not/,
  );
  await hoglet.close();
  proxy.closeAllConnections();
  proxy.close();
});

define("a question that cannot be answered in time says how far ClickHouse is behind", async () => {
  const hoglet = await createHoglet({ engine: engine({ database: "slow", waitMs: 0, batchEntries: 10 }) });
  await hoglet.capture(Array.from({ length: 40 }, () => ({ event: "x", distinct_id: "a" })));
  const error = await refusal(total(hoglet));
  assert.equal([error.status, error.code], [503, "engine_behind"]);
  assert.match(error.detail, /ClickHouse is 40 events and \d+ changes behind/);
  await hoglet.close();
});

follow.run();
