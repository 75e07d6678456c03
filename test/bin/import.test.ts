import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { start } from "./hoglet-process.ts";
import { runHere } from "./run-here.ts";
import { whenAll } from "../support/rounds.ts";

/** More than a block, so that there are columns to make. */
const MANY = 70_000;

const imports = suite("hoglet import");

whenAll(imports)(
  "prints its result when all is stored: killed while columns are made, it has lost nothing",
  async () => {
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
  },
);

imports("an export of another product: said, stored, and known the second time", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const zip = "fixtures/import/amplitude-zip/export.zip";
  const first = await runHere(["import", zip, "--db", file]);
  assert.is(first.code, 0, first.stderr);
  assert.match(first.stderr, /^Amplitude export, 1 file, /m);
  assert.match(first.stderr, /^Amplitude export, 2 files, 2 events\./m);
  assert.match(first.stderr, /personal key/);
  assert.is((JSON.parse(first.stdout) as { made: number }).made, 1);
  const exported = await runHere(["export", "--db", file]);
  const again = await runHere(["import", zip, "--db", file]);
  assert.match(again.stderr, /^All 2 events were known: nothing new\.$/m);
  assert.is((await runHere(["export", "--db", file])).stdout, exported.stdout);
  folder.remove();
});

imports("a refused import leaves no database and prints no key; without bad lines they are in a file", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const bad = "fixtures/import/bad-line/export.jsonl";
  const refused = await runHere(["import", bad, "--db", file]);
  assert.is(refused.code, 1);
  assert.match(refused.stderr, /^hoglet: Line 2: Not JSON/m);
  assert.not.match(refused.stderr, /ph[cx]_/);
  assert.equal(readdirSync(folder.path), []);
  const kept = await runHere(["import", bad, "--db", file, "--skip-bad", "--skipped", folder.file("bad.ndjson")]);
  assert.is(kept.code, 0, kept.stderr);
  const left = readFileSync(folder.file("bad.ndjson"), "utf8").trim().split("\n");
  assert.equal(
    left.map((line) => (JSON.parse(line) as { line: number }).line),
    [2],
  );
  folder.remove();
});

imports("a dry run prints events as they would be, with the guessed columns, and makes no database", async () => {
  const folder = tempFolder();
  writeFileSync(folder.file("map.json"), JSON.stringify({ event: "what", distinct_id: "who", timestamp: "when" }));
  const table = join(process.cwd(), "fixtures/import/plain-csv/orders.csv");
  const args = ["import", table, "--dry-run", "--mapping", folder.file("map.json"), "--db", folder.file("hoglet.db")];
  const { code, stdout, stderr } = await runHere(args);
  assert.is(code, 0, stderr);
  assert.match(stderr, 'Columns: --map "event=what,distinct_id=who,timestamp=when,properties.*=*"');
  assert.equal(
    stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { event: string }).event),
    ["bought", "bought", "returned"],
  );
  assert.equal(readdirSync(folder.path), ["map.json"]);
  folder.remove();
});

imports("a URL of this machine is read, that of another is refused", async () => {
  const folder = tempFolder();
  const server = createServer((_, response) => response.end(readFileSync("fixtures/import/amplitude-zip/export.zip")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await runHere(["import", `http://127.0.0.1:${port}/x`, "--db", folder.file("a.db")]);
  assert.is(code, 0, stderr);
  server.close();
  const other = await runHere(["import", "https://example.com/x.zip", "--db", folder.file("b.db")]);
  assert.match(other.stderr, "is not on this machine");
  assert.not.ok(existsSync(folder.file("b.db")));
  folder.remove();
});

imports.run();
