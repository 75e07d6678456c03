import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tempPrefix } from "../../lib/base/temp-folder.ts";
import { checkFile, createHoglet } from "../../lib/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runHere } from "./run-here.ts";

const backup = suite("hoglet backup");
const folder = tempFolder();
const file = folder.file("a.db");

backup.before(async () => {
  const hoglet = await createHoglet({ file });
  await hoglet.capture([
    { event: "seen", distinct_id: "u1", properties: { $set: { plan: "pro" } } },
    { event: "paid", distinct_id: "u2", properties: { amount: 3 } },
  ]);
  await hoglet.close();
});
backup.after(() => folder.remove());

const run = (...args: string[]) => runHere(["backup", "--db", file, ...args]);

async function linesOf(db: string): Promise<string[]> {
  await using hoglet = await createHoglet({ file: db });
  const lines: string[] = [];
  for await (const line of hoglet.export()) lines.push(line);
  return lines;
}

backup("is the database of one moment, with what lies in the log of another process's handle", async () => {
  const hoglet = await createHoglet({ file });
  await hoglet.capture({ event: "later", distinct_id: "u1" });
  const to = folder.file("b.db");
  const { code, stdout, stderr } = await run("--to", to);
  assert.equal([code, stderr], [0, ""]);
  assert.equal(JSON.parse(stdout), { file: to, bytes: statSync(to).size });
  await hoglet.close();
  assert.equal(await linesOf(to), await linesOf(file));
  assert.is((await checkFile(to)).ok, true);
  assert.is(statSync(to).mode & 0o777, 0o600);
});

backup("has a name by the time in a folder, and the key of secrets beside it", async () => {
  writeFileSync(`${file}.key`, "k".repeat(32), { mode: 0o600 });
  const to = folder.file("copies");
  mkdirSync(to);
  const { code, stdout, stderr } = await run("--to", to);
  assert.is(code, 0, stderr);
  const [name = "", key = ""] = readdirSync(to).toSorted();
  assert.match(name, /^a-\d{4}-\d\d-\d\dT\d{6}Z\.db$/);
  assert.is(key, `${name}.key`);
  assert.equal(readFileSync(`${to}/${key}`, "utf8"), "k".repeat(32));
  assert.match(stdout, `"key":"${to}/${key}"`);
});

backup("removes what a backup that was killed has left in the folder", async () => {
  const to = folder.file("swept");
  // As of a process with this id that began earlier.
  const left = join(to, `${tempPrefix("backup").replace(/\d+-$/, "1-")}x`);
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, "draft.db"), "a part");
  assert.is((await run("--to", join(to, "b.db"))).code, 0);
  while (existsSync(left)) await setImmediate();
  assert.not(readdirSync(to).some((name) => name.startsWith("hoglet-")));
});

backup("replaces nothing, and leaves nothing behind when it fails", async () => {
  const there = folder.file("there.db");
  writeFileSync(there, "mine");
  const taken = await run("--to", there);
  assert.is(taken.code, 1);
  assert.match(taken.stderr, "exists: a backup replaces nothing");
  assert.is(readFileSync(there, "utf8"), "mine");
  writeFileSync(`${folder.file("other.db")}.key`, "theirs");
  assert.match((await run("--to", folder.file("other.db"))).stderr, "other.db.key exists: a backup replaces nothing");
  assert.not(existsSync(folder.file("other.db")));
  assert.match((await run("--to", folder.file("none/b.db"))).stderr, "does not exist");

  const damaged = folder.file("damaged.db");
  const bytes = readFileSync(file);
  bytes.fill(0x5a, 4096 * 3, 4096 * 9);
  writeFileSync(damaged, bytes);
  const failed = await runHere(["backup", "--db", damaged, "--to", folder.file("c.db")]);
  assert.is(failed.code, 1);
  assert.match(failed.stderr, "hoglet doctor");
  assert.not(readdirSync(folder.file(".")).some((name) => name.startsWith("c.db")));

  const foreign = folder.file("foreign.db");
  const other = openDatabase({ file: foreign, durability: "normal" });
  other.sqlite.pragma("application_id = 1");
  other.close();
  assert.match((await runHere(["backup", "--db", foreign, "--to", folder.file("d.db")])).stderr, "another program");
  assert.not(existsSync(folder.file("d.db")));
});

backup.run();
