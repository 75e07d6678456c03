import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { HogletError } from "../../../lib/base/errors.ts";
import { splitParts } from "../../../lib/log/chunks/chunk-form.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { compacted } from "../../support/compact.ts";
import { whenAll } from "../../support/rounds.ts";

const NOW = "2024-03-02T12:00:00Z";

function toUuid(seq: number): string {
  return `00000000-0000-4000-8000-${String(seq).padStart(12, "0")}`;
}

/** Ten events of two people in memory, damaged by SQL. */
async function openDamaged(harm: string, before = (contents: Uint8Array) => contents): Promise<Hoglet> {
  const hoglet = await createHoglet({ now: NOW });
  for (let seq = 1; seq <= 10; seq++) {
    await hoglet.capture({
      event: seq % 2 === 0 ? "seen" : "bought",
      distinct_id: `u${seq % 2}`,
      timestamp: `2024-03-01T0${seq % 10}:00:00Z`,
      uuid: toUuid(seq),
      properties: { plan: "free", $session_id: `s${seq % 3}` },
    });
  }
  await hoglet.projects.create({ name: "second" });
  const contents = damage(before(await hoglet.serialize()), harm);
  await hoglet.close();
  return createHoglet({ now: NOW, contents });
}

/** Damages rows alone: the indexes stay as they were, as where a bit flips. SQLite forgets them meanwhile. */
function damage(contents: Uint8Array, harm: string): Uint8Array {
  const isIndex = "tbl_name = 'events' AND type = 'index'";
  const first = new Database(Buffer.from(contents));
  first.unsafeMode(true);
  first.pragma("writable_schema = ON");
  const indexes = first.prepare(`SELECT * FROM sqlite_schema WHERE ${isIndex}`).raw().all();
  first.prepare(`DELETE FROM sqlite_schema WHERE ${isIndex}`).run();
  const db = new Database(first.serialize());
  db.exec(harm);
  db.unsafeMode(true);
  db.pragma("writable_schema = ON");
  for (const index of indexes) db.prepare("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)").run(index);
  const bytes = db.serialize();
  first.close();
  db.close();
  return bytes;
}

async function exportAll(hoglet: Hoglet, skipBad = false): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of hoglet.export({ kinds: ["event"], skipBad })) lines.push(line);
  return lines;
}

/** Readers of whole events. */
const READERS: Record<string, (hoglet: Hoglet) => Promise<unknown>> = {
  list: ({ events }) => events.list(),
  "list by name": ({ events }) => events.list({ event: "bought" }),
  "list by property": ({ events }) => events.list({ properties: [{ key: "plan", value: "free" }] }),
  after: ({ events }) => events.after({ seq: 0 }),
  timeline: ({ persons }) => persons.propertiesTimeline(1, { date_from: "-3d" }),
  export: (hoglet) => exportAll(hoglet),
};

/** Readers of a part of each event. */
const QUESTIONS: Record<string, (hoglet: Hoglet) => Promise<unknown>> = {
  trend: ({ insights }) => insights.trend({ events: [{ id: "bought" }], date_from: "-3d" }),
  breakdown: ({ insights }) => insights.trend({ events: [{ id: "bought" }], breakdown: "plan", date_from: "-3d" }),
  funnel: ({ insights }) => insights.funnel({ events: [{ id: "bought" }, { id: "seen" }], date_from: "-3d" }),
};

const TEXTS = ["properties = replace(properties, 'free', 'fred')", "elements = '[]'"];
const HEADS = [
  "event_name_id = 3 - event_name_id",
  "event_name_id = 4711",
  "distinct_id_id = 3 - distinct_id_id",
  "timestamp = timestamp + 4096",
  "project_id = 2",
  "project_id = 4711",
  "seq = 70007",
  "seq = 0",
];
const ORIGINS = ["uuid = x'00000000000040008000000000000107'", "received_at = received_at + 1"];

const damaged = suite("a damaged event");

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof HogletError && error.code === "storage_corrupt") return error.detail;
    throw error;
  }
  return "no refusal";
}

for (const harm of [...TEXTS, ...HEADS, ...ORIGINS]) {
  damaged(`is refused by each reader of whole events: ${harm}`, async () => {
    await using hoglet = await openDamaged(`UPDATE events SET ${harm} WHERE seq = 7`);
    for (const [name, read] of Object.entries(READERS)) {
      assert.match(await refusalOf(read(hoglet)), /event .*damaged/i, `${name}: ${harm}`);
    }
    assert.is((await exportAll(hoglet, true)).length, 9, harm);
  });
}

/** The chunk has all ten events. */
for (const part of ["heads", "uuids"] as const) {
  damaged(`of a chunk whose ${part} are damaged is refused by each reader of whole events`, async () => {
    await using hoglet = await openDamaged("SELECT 1", (contents) => flipInChunk(compacted(contents, {}), part));
    for (const [name, read] of Object.entries(READERS)) {
      assert.match(await refusalOf(read(hoglet)), /event .*damaged/i, `${name}: ${part}`);
    }
    for (const [name, ask] of Object.entries(QUESTIONS)) {
      assert.match(await refusalOf(ask(hoglet)), /event .*damaged/i, `${name}: ${part}`);
    }
    assert.match(await refusalOf(hoglet.query("SELECT event FROM events")), /event .*damaged/i);
    const tallies = hoglet.query("SELECT sum(n) FROM (SELECT event, count() AS n FROM events GROUP BY event)");
    // Names are in the heads.
    if (part === "heads") assert.match(await refusalOf(tallies), /event .*damaged/i);
    else assert.equal((await tallies).results, [[10]]);
    assert.is((await exportAll(hoglet, true)).length, 0);
  });
}

/** Flips a bit of the first place, or of the last head. */
function flipInChunk(contents: Uint8Array, part: "heads" | "uuids"): Uint8Array {
  const db = openDatabase({ file: undefined, contents, durability: "normal" });
  const data = db.sql<Buffer>("SELECT data FROM event_texts").pluck().get() as Buffer;
  const bytes = splitParts(data)?.[part] as Buffer;
  const place = part === "uuids" ? 4 : bytes.length - 2;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  db.sql("UPDATE event_texts SET data = ?").run(data);
  return db.sqlite.serialize();
}

for (const harm of [...TEXTS.slice(0, 1), ...HEADS]) {
  damaged(`is refused by questions that read the damaged part: ${harm}`, async () => {
    await using hoglet = await openDamaged(`UPDATE events SET ${harm} WHERE seq = 7`);
    for (const [name, ask] of Object.entries(QUESTIONS)) {
      // The others do not read texts.
      if (TEXTS.includes(harm) && name !== "breakdown") continue;
      assert.match(await refusalOf(ask(hoglet)), /event .*damaged/i, `${name}: ${harm}`);
    }
  });
}

damaged("can be deleted by its uuid, and all is answered again", async () => {
  await using hoglet = await openDamaged(`UPDATE events SET ${TEXTS[0]} WHERE seq = 7`);
  await hoglet.deletions.request({ kind: "event", key: toUuid(7) });
  await hoglet.deletions.runNow();
  assert.is((await exportAll(hoglet)).length, 9);
  for (const ask of Object.values(QUESTIONS)) await ask(hoglet);
});

damaged("keeps a run of deletions from its end, since it may belong to it", async () => {
  await using hoglet = await openDamaged("UPDATE events SET distinct_id_id = 3 - distinct_id_id WHERE seq = 7");
  await hoglet.deletions.request({ kind: "events_by_name", key: "bought" });
  assert.match(await refusalOf(hoglet.deletions.runNow()), /event .*damaged/i);
  assert.match(await refusalOf(exportAll(hoglet)), toUuid(7));
  await hoglet.deletions.request({ kind: "event", key: toUuid(7) });
  await hoglet.deletions.runNow();
  assert.is((await exportAll(hoglet)).length, 5);
});

whenAll(damaged)("that indexes no longer lead to can be deleted once the doctor has made them again", async () => {
  await using hoglet = await openDamaged("UPDATE events SET timestamp = timestamp + 4096 WHERE seq = 7");
  await hoglet.deletions.request({ kind: "event", key: toUuid(7) });
  assert.match(await refusalOf(hoglet.deletions.runNow()), /hoglet doctor/);
  await hoglet.check({ repair: true });
  await hoglet.deletions.runNow();
  assert.is((await exportAll(hoglet)).length, 9);
});

damaged.run();
