import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { whenAll } from "../../support/rounds.ts";

const NOW = "2024-03-10T12:00:00Z";
/** More events than the caller's thread answers. */
const MANY = 1500;

/** Lines of events by 30 persons over ten days. */
function* lines(count = MANY) {
  for (let index = 0; index < count; index++) {
    const timestamp = new Date(Date.UTC(2024, 2, 1 + (index % 10), index % 24)).toISOString();
    const properties = { plan: ["free", "pro", "team"][index % 3], n: index % 7 };
    yield { kind: "event", event: "seen", distinct_id: `u${index % 30}`, timestamp, properties };
  }
}

async function open(file: string, options = {}): Promise<Hoglet> {
  return createHoglet({ file, now: NOW, projectToken: "phc_a", personalApiKey: "phx_a-key", ...options });
}

async function totals(hoglet: Hoglet, math: "total" | "dau"): Promise<unknown> {
  const { result } = await hoglet.insights.trend({ events: [{ id: "seen", math }], date_from: "-9d", refresh: true });
  return result[0]?.data;
}

/** A handle's answers to several questions, for comparison. */
async function answers(hoglet: Hoglet): Promise<string> {
  const range = { date_from: "-9d", refresh: true };
  const all = [
    await hoglet.insights.trend({ events: [{ id: "seen", math: "dau" }], breakdown: "plan", ...range }),
    await hoglet.insights.trend({ events: [{ id: "seen", math: "sum", math_property: "n" }], ...range }),
    await hoglet.insights.lifecycle({ events: [{ id: "seen" }], ...range }),
    await hoglet.insights.retention({ total_intervals: 5, refresh: true }),
  ];
  return JSON.stringify(all.map(({ result }) => result));
}

const files = suite("the engine of a file");

files("answers from its thread as memory does in the caller's, and leaves no file behind when closed", async () => {
  const folder = tempFolder();
  const file = await open(folder.file("a.db"));
  const memory = await createHoglet({ now: NOW });
  for (const hoglet of [file, memory]) await hoglet.import(lines());
  assert.is(await answers(file), await answers(memory));
  await file.capture({ event: "seen", distinct_id: "u1" });
  const [before, after] = [await totals(memory, "total"), await totals(file, "total")];
  assert.equal((after as number[]).at(-1), ((before as number[]).at(-1) ?? 0) + 1);
  await Promise.all([file.close(), memory.close()]);
  assert.equal(readdirSync(folder.path), ["a.db"]);
  folder.remove();
});

whenAll(files)("sees at once what another process writes, merges and deletes", async () => {
  const folder = tempFolder();
  const one = await open(folder.file("a.db"));
  const other = await open(folder.file("a.db"));
  await one.import(lines());
  assert.equal(await totals(one, "dau"), Array(10).fill(3));
  // Three persons a day: two of them become one.
  await other.capture({ event: "$merge_dangerously", distinct_id: "u0", properties: { alias: "u10" } });
  assert.equal(await totals(one, "dau"), [2, ...Array(9).fill(3)]);
  const { results } = await other.persons.list({ distinct_id: "u1" });
  await other.persons.delete(results[0]?.id ?? 0, { delete_events: true });
  await other.deletions.runNow();
  assert.equal(await totals(one, "total"), [150, 100, ...Array(8).fill(150)]);
  await other.capture({ event: "seen", distinct_id: "new" });
  assert.equal(await totals(one, "total"), [150, 100, ...Array(7).fill(150), 151]);
  await Promise.all([one.close(), other.close()]);
  folder.remove();
});

whenAll(files)("is rebuilt with equal answers, block by block, while another handle asks", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const hoglet = await open(file);
  await hoglet.import(lines());
  const db = openDatabase({ file, durability: "normal" });
  for (const _ of [1, 2]) {
    writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = seq + 65536 WHERE name = 'events'").run());
    await hoglet.import(lines(100));
  }
  const stored = () => db.sql("SELECT project_id, block, rows FROM segments ORDER BY block").raw(true).all();
  const segments = [
    [1, 0, MANY],
    [1, 1, 100],
  ];
  assert.equal(stored(), segments, "an import stores what it filled");
  const before = await answers(hoglet);
  const other = await open(file);
  const seen: [number, number][] = [];
  const rebuilding = hoglet.rebuild({ onProgress: (progress) => seen.push([progress.stored, progress.wanted]) });
  const meanwhile = answers(other);
  await rebuilding;
  assert.equal(seen, [
    [0, 2],
    [1, 2],
    [2, 2],
  ]);
  assert.equal(stored(), segments);
  assert.is(await meanwhile, before);
  assert.is(await answers(hoglet), before);
  assert.is(await answers(other), before);
  await Promise.all([hoglet.close(), other.close()]);
  db.close();
  folder.remove();
});

whenAll(files)("answers the same whatever memory it may use", async () => {
  const folder = tempFolder();
  const hoglet = await open(folder.file("a.db"));
  await hoglet.import(lines());
  const wanted = await answers(hoglet);
  await hoglet.close();
  for (const memoryBudgetBytes of [0, 3000]) {
    const small = await open(folder.file("a.db"), { memoryBudgetBytes });
    assert.is(await answers(small), wanted);
    await small.close();
  }
  folder.remove();
});

whenAll(files)("keeps a process alive for an answer, and no longer", () => {
  const folder = tempFolder();
  const library = pathToFileURL("dist/index.js").href;
  const script = folder.file("ask.mts");
  const code = `
    import { createHoglet } from ${JSON.stringify(library)};
    const hoglet = await createHoglet({ file: ${JSON.stringify(folder.file("a.db"))} });
    await hoglet.import(Array.from({ length: ${MANY} }, (_, index) => ({
      kind: "event", event: "seen", distinct_id: "u" + index, timestamp: "2024-03-01T00:00:00Z" })));
    const { result } = await hoglet.insights.trend({ events: [{ id: "seen" }], date_from: "2024-03-01", date_to: "2024-03-01" });
    console.log(result[0].count);`;
  writeFileSync(script, code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    encoding: "utf8",
    timeout: 300_000,
  });
  assert.equal([status, stdout.trim()], [0, String(MANY)], stderr);
  folder.remove();
});

files.run();
