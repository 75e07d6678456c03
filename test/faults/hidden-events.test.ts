import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Hoglet } from "../../lib/index.ts";
import { HogletError } from "../../lib/base/errors.ts";
import { createFeed } from "../../lib/engines/feed/index.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { compactAll, compacted } from "../support/compact.ts";
import { judge, makeStored } from "./flip-bytes.ts";
import { whenAll } from "../support/rounds.ts";

const NOW = "2024-03-02T12:00:00Z";

/** Enough for several pages. */
const EVENTS = 100;

const toUuid = (seq: number) => `00000000-0000-4000-8000-${String(seq).padStart(12, "0")}`;

async function fill(): Promise<Uint8Array> {
  const hoglet = await createHoglet({ now: NOW });
  for (let seq = 1; seq <= EVENTS; seq++) {
    const timestamp = new Date(Date.UTC(2024, 2, 1, seq % 10, seq % 60)).toISOString();
    const properties = { note: `text number ${seq}` };
    const event = seq % 7 === 0 ? "bought" : "seen";
    await hoglet.capture({ event, distinct_id: `u${seq % 3}`, timestamp, uuid: toUuid(seq), properties });
  }
  const bytes = await hoglet.serialize();
  await hoglet.close();
  return bytes;
}

/** Lowers the number of rows of a page of a table by one, as a flipped bit does. @param place of the page, from 0 */
function hideRow(contents: Uint8Array, table: string, place = 0): Uint8Array {
  const db = openDatabase({ file: undefined, contents, durability: "normal" });
  const page = db.sql<number>(
    "SELECT pgoffset FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pgoffset LIMIT 1 OFFSET ?",
  );
  const start = page.pluck().get(table, place);
  assert.ok(start);
  db.close();
  const bytes = Uint8Array.from(contents);
  bytes[start + 4] = (bytes[start + 4] ?? 0) - 1;
  return bytes;
}

async function removeBought(hoglet: Hoglet): Promise<void> {
  await hoglet.deletions.request({ kind: "events_by_name", key: "bought" });
  await hoglet.deletions.runNow();
}

const READERS: Record<string, (hoglet: Hoglet) => Promise<unknown>> = {
  trend: ({ insights }) => insights.trend({ events: [{ id: "seen" }], date_from: "-3d" }),
  after: (hoglet) => hoglet.events.after({ seq: 0, limit: EVENTS }),
  export: async (hoglet) => {
    for await (const _ of hoglet.export({ kinds: ["event"] }));
  },
  deletion: removeBought,
};

const isCorrupt = (error: unknown) => error instanceof HogletError && error.code === "storage_corrupt";

const hidden = suite("events that damage hides");

for (const [name, prepare, table] of [
  ["rows", (bytes: Uint8Array) => bytes, "events"],
  ["chunks", (bytes: Uint8Array) => compacted(bytes), "event_texts"],
] as const) {
  for (const [reader, read] of Object.entries(READERS)) {
    hidden(`${reader} refuses a log of which ${name} are hidden, and reads the same log without damage`, async () => {
      const contents = prepare(await fill());
      const sound = await createHoglet({ now: NOW, contents });
      await read(sound);
      await sound.close();
      const damaged = await createHoglet({ now: NOW, contents: hideRow(contents, table) });
      const error: unknown = await read(damaged).catch((reason: unknown) => reason);
      await damaged.close();
      assert.ok(isCorrupt(error), String(error));
    });
  }

  hidden(`an export that skips damage tells of hidden ${name} and exports all others`, async () => {
    const contents = hideRow(prepare(await fill()), table);
    const hoglet = await createHoglet({ now: NOW, contents });
    const left: string[] = [];
    let lines = 0;
    const onLeft = ({ reason }: { reason: string }) => void left.push(reason);
    for await (const _ of hoglet.export({ kinds: ["event"], skipBad: true, onLeft })) lines += 1;
    await hoglet.close();
    assert.equal(left, ["Some events are not found."]);
    assert.ok(lines > 0 && lines < EVENTS, String(lines));
  });

  hidden(`a follower does not go past hidden ${name}`, async () => {
    const contents = hideRow(prepare(await fill()), table);
    const db = openDatabase({ file: undefined, contents, durability: "normal" });
    const feed = createFeed(db);
    const { changes } = await feed.newest();
    const error: unknown = await feed.read({ events: 0, changes }).catch((reason: unknown) => reason);
    assert.ok(isCorrupt(error), String(error));
    db.close();
  });
}

for (const place of [0, 1, 2]) {
  hidden(`events are not moved into chunks from page ${place}, which hides one, and its bytes stay`, async () => {
    const contents = hideRow(await fill(), "events", place);
    const db = openDatabase({ file: undefined, contents, durability: "normal" });
    const all = Array.from({ length: EVENTS }, (_, index) => index + 1);
    const seen = new Set(db.sql<number>("SELECT seq FROM events NOT INDEXED").pluck().all());
    const lost = all.filter((seq) => !seen.has(seq));
    assert.is(lost.length, 1);
    assert.throws(() => compactAll(db), isCorrupt);
    assert.ok(db.sqlite.serialize().includes(`text number ${lost[0]}"`));
    db.close();
  });
}

hidden("a page of the table that says it has 256 parts more ends no question with a part of the events", async () => {
  const base = await makeStored();
  const db = openDatabase({ file: undefined, contents: base.bytes, durability: "normal" });
  const starts = db
    .sql<number>("SELECT pgoffset FROM dbstat WHERE name = 'events' AND pagetype = 'internal'")
    .pluck()
    .all();
  db.close();
  assert.ok(starts.length > 0);
  // SQLite's file format, 1.6: the number has two bytes, from the fourth of a page.
  for (const start of starts) assert.is((await judge(base, { at: start + 3, bit: 0 }))[0], "refused");
});

hidden("deleted events are no damage, be they rows, events of chunks or all events of a chunk", async () => {
  const rows = await fill();
  for (const contents of [rows, compacted(rows), compacted(rows, { chunkBytes: 10, stepBytes: 2000 })]) {
    const hoglet = await createHoglet({ now: NOW, contents });
    await removeBought(hoglet);
    for (const reader of ["trend", "after", "export", "deletion"]) await READERS[reader]?.(hoglet);
    const left = await hoglet.serialize();
    await hoglet.close();
    const again = await createHoglet({ now: NOW, contents: left });
    for (const read of Object.values(READERS)) await read(again);
    await again.close();
    const db = openDatabase({ file: undefined, contents: left, durability: "normal" });
    compactAll(db);
    db.close();
  }
});

whenAll(hidden)("the doctor does not build an index again that knows of hidden events", async () => {
  const hoglet = await createHoglet({ now: NOW, contents: hideRow(await fill(), "events") });
  const { findings } = await hoglet.check();
  await hoglet.close();
  assert.ok(
    findings.some(({ message }) => message.startsWith("Damage hides events")),
    JSON.stringify(findings),
  );
  assert.equal(
    findings.filter(({ is_repairable: isRepairable }) => isRepairable),
    [],
  );
});

hidden.run();
