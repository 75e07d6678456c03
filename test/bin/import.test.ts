import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { start } from "./hoglet-process.ts";

/** More than a block, so that there are columns to make. */
const MANY = 70_000;

const imports = suite("hoglet import");

imports("prints its result when all is stored: killed while columns are made, it has lost nothing", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const { child, until, finished } = start(["import", "-", "--db", file]);
  const line = JSON.stringify({ kind: "event", event: "e", distinct_id: "u", timestamp: "2024-01-01T00:00:00Z" });
  child.stdin?.end(`${line}\n`.repeat(MANY));
  const [counts] = await until("stdout", /^\{.*\}\n/);
  child.kill("SIGKILL");
  await finished;
  assert.is((JSON.parse(counts) as { events: number }).events, MANY);
  await using hoglet = await createHoglet({ file });
  const { results } = await hoglet.query("select count(*) from events");
  assert.equal(results, [[MANY]]);
  // The next start makes the missing columns; a rebuild reports no damage.
  assert.equal(await hoglet.rebuild(), { blocks: 1, left: [] });
  folder.remove();
});

imports.run();
