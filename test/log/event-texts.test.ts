import { writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { HogletError } from "../../lib/base/errors.ts";
import { allEvents } from "../../lib/log/event-rows.ts";
import { compactedSeq, compactSteps, deleteEvents, openDatabase } from "../../lib/log/index.ts";
import { headFault } from "../../lib/log/event-sums.ts";
import { receivedAtOf, uuidOf, uuidTextOf } from "../../lib/log/event-texts.ts";
import { unpackTexts } from "../../lib/log/chunks/unpack-chunk.ts";
import { writeNow } from "../../lib/storage/index.ts";
import type { Db } from "../../lib/storage/index.ts";
import { compactAll, countTexts } from "../support/compact.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A log of 40 events, each with a text of its own. */
async function openLog(): Promise<Db> {
  const hoglet = await createHoglet();
  const events = Array.from({ length: 40 }, (_, n) => ({
    event: "x",
    distinct_id: `u${n % 3}`,
    properties: { note: `note ${n + 1}` },
  }));
  await hoglet.capture(events);
  const contents = await hoglet.serialize();
  await hoglet.close();
  return openDatabase({ file: undefined, contents, durability: "normal" });
}

function chunksOf(db: Db) {
  return db.sql<{ first_seq: number; last_seq: number; data: Buffer }>("SELECT * FROM event_texts ORDER BY 1").all();
}

const steps = suite("compactSteps");

steps("moves events up to a place, and goes on from there; indexes and references stay whole", async () => {
  const db = await openLog();
  db.sql("INSERT INTO event_index SELECT seq, distinct_id_id, event_name_id, timestamp FROM events").run();
  const heads = `SELECT seq, project_id, ${uuidOf("e")} AS uuid, ${uuidTextOf("e")} AS uuid_text, event_name_id, distinct_id_id, timestamp, ${headFault("e")},
    ${receivedAtOf("e")} AS received_at FROM ${allEvents()} e ORDER BY seq`;
  const before = db.sql(heads).all();
  for (const untilSeq of [25, 25, 40]) {
    compactAll(db, { untilSeq, chunkBytes: 50, stepBytes: 700 });
    assert.equal([compactedSeq(db), countTexts(db)], [untilSeq, { inChunks: untilSeq, inRows: 40 - untilSeq }]);
  }
  assert.ok(chunksOf(db).length > 5);
  const places = chunksOf(db).flatMap(({ data }) => unpackTexts(data)?.seqs ?? []);
  assert.equal(
    places,
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  assert.equal(db.sql(heads).all(), before);
  assert.is(db.sql("SELECT count(*) FROM events").pluck().get(), 0);
  assert.is(db.sql("SELECT count(*) FROM event_index").pluck().get(), 40);
  assert.equal(db.sqlite.pragma("integrity_check"), [{ integrity_check: "ok" }]);
  assert.equal(db.sqlite.pragma("foreign_key_check"), []);
  assert.is(db.sql("SELECT deletions FROM log_changes").pluck().get(), 0);
  db.close();
});

steps("frees pages, and leaves the index of events as it is", async () => {
  const hoglet = await createHoglet();
  const properties = { note: "a text of some length ".repeat(20) };
  await hoglet.capture(Array.from({ length: 2000 }, (_, n) => ({ event: "x", distinct_id: `u${n % 7}`, properties })));
  await hoglet.events.list({ event: "x" });
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  const pages = () => Number(db.sql("SELECT count(*) FROM dbstat WHERE name = 'events'").pluck().get());
  const before = pages();
  compactAll(db, {});
  assert.ok(pages() < before / 3, `${before} pages before, ${pages()} after`);
  assert.is(db.sql(`SELECT count(*) FROM event_index JOIN ${allEvents()} USING (seq)`).pluck().get(), 2000);
  assert.equal(db.sqlite.pragma("integrity_check"), [{ integrity_check: "ok" }]);
  assert.equal(db.sqlite.pragma("foreign_key_check"), []);
  db.close();
});

steps("leaves a damaged event in its row", async () => {
  const db = await openLog();
  writeNow(db, () => {
    db.sql("UPDATE events SET properties = replace(properties, 'note 5', 'nota 5') WHERE seq = 5").run();
    db.sql("UPDATE events SET timestamp = timestamp + 1 WHERE seq = 6").run();
    db.sql("UPDATE events SET properties = substr(properties, 2) WHERE seq = 8").run();
    db.sql("UPDATE events SET received_at = received_at + 1 WHERE seq = 9").run();
    db.sql("UPDATE events SET uuid = randomblob(16) WHERE seq = 10").run();
    db.sql("UPDATE events SET uuid = randomblob(15) WHERE seq = 11").run();
    db.sql("UPDATE events SET origin_sum = 0 WHERE seq = 12").run();
  });
  compactAll(db);
  assert.equal(db.sql("SELECT seq FROM events ORDER BY seq").pluck().all(), [5, 6, 8, 9, 10, 11, 12]);
  db.close();
});

steps("begins its step again when another connection deletes an event after the texts were read", async () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const log = await openLog();
  writeFileSync(file, log.sqlite.serialize());
  log.close();
  const [db, other] = [1, 2].map(() => openDatabase({ file, durability: "normal" })) as [Db, Db];
  const moving = compactSteps(db, { untilSeq: 40 });
  const listed = db.sql("SELECT count(*) FROM uuid_blocks").pluck();
  while (listed.get() === 0) assert.is(moving.next().value, undefined);
  other.sql("BEGIN IMMEDIATE").run();
  deleteEvents(other, [3, 4]);
  assert.is(moving.next().value, "busy");
  other.sql("COMMIT").run();
  for (const step of moving) assert.is(step, undefined);
  assert.equal(countTexts(db), { inChunks: 38, inRows: 0 });
  assert.is(
    chunksOf(db).some(({ data }) => unpackTexts(data)?.has(3)),
    false,
  );
  db.close();
  other.close();
  folder.remove();
});

steps.run();

const remove = suite("deleteEvents");

remove(
  "takes the texts out of their chunks, chunk by chunk when it has taken long enough, and leaves all others",
  async () => {
    const db = await openLog();
    compactAll(db, { untilSeq: 30, chunkBytes: 100 });
    const gone = [2, 3, 9, 17, 28, 35];
    const done: number[] = [];
    for (let from = 0; from < gone.length;) {
      from += writeNow(db, () => deleteEvents(db, gone.slice(from), () => true));
      done.push(from);
    }
    assert.ok(done.length > 1, "several transactions");
    const places = chunksOf(db).flatMap(({ data }) => unpackTexts(data)?.seqs ?? []);
    assert.equal(
      places,
      Array.from({ length: 30 }, (_, index) => index + 1).filter((seq) => !gone.includes(seq)),
    );
    assert.equal(db.sql(`SELECT count(*) FROM ${allEvents()}`).pluck().get(), 34);
    writeNow(db, () => deleteEvents(db, places));
    assert.ok(chunksOf(db).every(({ data }) => data.length === 0));
    assert.is(compactedSeq(db), 30);
    db.close();
  },
);

remove("takes all texts out of a chunk whose bytes are damaged, since nothing else erases them", async () => {
  const db = await openLog();
  const uuids = () =>
    db
      .sql<string>(`SELECT ${uuidTextOf("e")} FROM ${allEvents()} e ORDER BY seq`)
      .pluck()
      .all();
  const before = uuids();
  compactAll(db, { chunkBytes: 100_000 });
  writeNow(db, () => db.sql("UPDATE event_texts SET data = substr(data, 1, length(data) - 1)").run());
  // The uuids, which are sound, still name the events that are left, so that these can be deleted too.
  for (const [gone, left] of [
    [[3], before.toSpliced(2, 1)],
    [[1, 40], before.slice(1, -1).toSpliced(1, 1)],
  ] as const) {
    writeNow(db, () => deleteEvents(db, gone));
    assert.equal([uuids(), chunksOf(db).map(({ data }) => unpackTexts(data))], [left, [null]]);
    assert.ok(chunksOf(db).every(({ data }) => data.length < 40 * 17));
  }
  writeNow(db, () =>
    deleteEvents(
      db,
      Array.from({ length: 40 }, (_, index) => index + 1),
    ),
  );
  assert.equal(
    chunksOf(db).map(({ data }) => data.length),
    [0],
  );
  db.close();
});

remove.run();

const damage = suite("a damaged chunk");

damage(
  "is refused by every reader, and left out of an export that may; the newest events are not concerned",
  async () => {
    const log = await openLog();
    compactAll(log, { untilSeq: 30, chunkBytes: 100_000 });
    writeNow(log, () =>
      log.sql("UPDATE event_texts SET data = CAST(substr(data, 1, length(data) - 2) || x'ffff' AS BLOB)").run(),
    );
    await using hoglet = await createHoglet({ contents: log.sqlite.serialize() });
    log.close();
    const readers: Record<string, () => Promise<unknown>> = {
      list: () => hoglet.events.list(),
      after: () => hoglet.events.after(),
      export: async () => {
        for await (const _ of hoglet.export());
      },
      sql: () => hoglet.query("SELECT properties.note FROM events"),
      "sql of arrivals": () => hoglet.query("SELECT max(created_at) FROM events"),
      trend: () => hoglet.insights.trend({ events: [{ id: "x" }], breakdown: "note" }),
    };
    for (const [name, read] of Object.entries(readers)) {
      const error = await read().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      assert.instance(error, HogletError, name);
      assert.is((error as HogletError).code, "storage_corrupt", name);
    }
    const left: number[] = [];
    const lines: string[] = [];
    for await (const line of hoglet.export({ kinds: ["event"], skipBad: true, onLeft: ({ id }) => left.push(id) }))
      lines.push(line);
    assert.equal([lines.length, left.length], [10, 30]);
  },
);

damage.run();
