import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { capture, get, run, serve } from "../bin/hoglet-process.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { hasClickhouse, openDoor, skip } from "./clickhouse-door.ts";
import { copyIn, copyOf } from "./copy-of.ts";

const command = suite("the command line on clickhouse");

function define(name: string, test: () => Promise<void>): void {
  if (hasClickhouse) command(name, test);
  else skip(command, name);
}

define("serve answers from it, and rebuild makes its copy again", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const door = await openDoor();
  const before = await createHoglet({ file });
  await before.capture(Array.from({ length: 50 }, (_, index) => ({ event: "x", distinct_id: `u${index % 9}` })));
  const key = before.personalApiKey ?? "";
  await before.close();
  const env = { HOGLET_CLICKHOUSE_PASSWORD: door.password, HOGLET_CLICKHOUSE_DATABASE: "commanded" };
  const server = await serve([file, "--clickhouse", door.url], { env });
  await capture(server.ready, { event: "x", distinct_id: "new" });
  const asked = await get(server.ready, '/api/projects/1/insights/trend/?events=[{"id":"x"}]&date_from=all', key);
  assert.is((asked.body as { result: { count: number }[] }).result[0]?.count, 51);
  const { body } = await get(server.ready, "/api/projects/1/engine/", key);
  const { name, state, percent, trouble } = body as Record<string, unknown>;
  assert.equal([name, state, percent, trouble], ["clickhouse", "current", 100, null]);
  // The server follows: the command may not.
  const refused = await run(["rebuild", "--db", file, "--clickhouse", door.url], { env });
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /Another process has this database open/);
  await server.stop();
  await door.run("TRUNCATE TABLE commanded.events");
  const done = await run(["rebuild", "--db", file, "--clickhouse", door.url], { env });
  const { entries } = JSON.parse(done.stdout) as { entries: number };
  const db = openDatabase({ file, durability: "normal" });
  const wanted = copyOf(db);
  assert.ok(entries >= 51 + wanted.ids.length + wanted.persons.length, done.stdout);
  assert.equal(await copyIn(door, "commanded"), wanted);
  for (const { stderr } of [refused, done]) assert.not.ok(stderr.includes(door.password));
  db.close();
  await door.close();
  folder.remove();
});

command.run();
