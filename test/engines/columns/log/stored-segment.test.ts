import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { projectBlock } from "../../../../lib/engines/columns/index.ts";
import type { Damage } from "../../../../lib/engines/columns/index.ts";
import { HOUR_MS } from "../../../../lib/engines/columns/log/hours.ts";
import { eachBucket } from "../../../../lib/engines/columns/scan/each-bucket.ts";
import { remakeSteps } from "../../../../lib/engines/columns/log/remake.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import { readDistances } from "../../../../lib/engines/columns/log/stored-column.ts";
import type { Segment } from "../../../../lib/engines/columns/log/segment.ts";
import { HogletError } from "../../../../lib/base/errors.ts";
import { writeNow } from "../../../../lib/storage/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";
import { sumEvents } from "../../../support/sum-events.ts";
import { addRow, firstRow } from "../../../support/add-row.ts";

const PLACE = { block: 0 };

/** Three hundred events in a full block, with elements and three properties; `note` is the same text in each. */
function openBlock(): { db: Db; projectId: number } {
  const db = openEmpty();
  const events = Array.from({ length: 300 }, (_, index) => ({
    event: index % 3 === 0 ? "x" : "y",
    distinct_id: `u${index % 7}`,
    timestamp: new Date(Date.UTC(2024, 0, 1, 0, index)).toISOString(),
    properties: { plan: `plan ${index % 5}`, amount: index, note: "same" },
  }));
  const { id } = loadCase(db, { now: "2024-01-05T00:00:00Z", events });
  writeNow(db, () => {
    db.sql(`UPDATE events SET elements = '[{"tag_name":"a","order":0}]' WHERE seq % 2 = 0`).run();
    db.sql("UPDATE sqlite_sequence SET seq = 70000 WHERE name = 'events'").run();
    sumEvents(db);
    addRow(db, firstRow(db));
  });
  assert.is(projectBlock(db), true);
  return { db, projectId: id };
}

/** The rows of each event name by hours, as a count by hours finds them. */
function byHours(segment: Segment): number[][][] {
  const firstHour = Math.floor(segment.minMs / HOUR_MS);
  const edges = Array.from({ length: 10 }, (_, hour) => (firstHour + hour) * HOUR_MS);
  return segment.runs.map((run) => {
    const seen: number[][] = [];
    eachBucket({ segment, ...run }, edges, (...bucket) => seen.push(bucket));
    return seen;
  });
}

/** Everything that a question can see of the segments, as a hash, so that a difference can be read. */
function view(segments: Segment[]): string {
  const seen = JSON.stringify(
    segments.map((segment) => {
      const { times, ids } = segment.core();
      const valuesOf = ({ codes, values }: { codes: ArrayLike<number>; values: unknown[] }) =>
        Array.from({ length: segment.rows }, (_, row) => values[codes[row] ?? 0] ?? null);
      const keys = segment.keys().toSorted();
      return {
        head: [segment.rows, segment.minMs, segment.maxMs, segment.runs],
        hours: byHours(segment),
        core: [[...times], [...ids], [...segment.seqs()]],
        keys,
        properties: keys.map((key) => valuesOf(segment.property(key))),
        elements: valuesOf(segment.elements()),
      };
    }),
  );
  return createHash("sha256").update(seen).digest("hex");
}

/** The content of the segments now, and the damage that was found in them. */
function look({ db, projectId }: { db: Db; projectId: number }): { seen: string; damage: Damage[] } {
  const damage: Damage[] = [];
  const store = createStore(db, { onDamage: (one) => void damage.push(one) });
  return { seen: view(store.segments(projectId)), damage };
}

/** Puts the bytes of another column in the place of one. */
function swap(other: string): string {
  return `UPDATE segment_columns SET data = (SELECT data FROM segment_columns WHERE name = '${other}') WHERE name = ?`;
}

const stored = suite("openStoredSegment");

stored("reads a damaged column from the log instead, and names it", () => {
  const opened = openBlock();
  const { db, projectId } = opened;
  const wanted = look(opened);
  assert.equal(wanted.damage, []);
  const names = db.sql("SELECT name FROM segment_columns").pluck().all() as string[];
  assert.equal(names.toSorted(), ["actor", "elements", "hour", "p:amount", "p:note", "p:plan", "seq", "time"]);
  const harms = [
    // One bit of the bytes in the middle.
    `UPDATE segment_columns SET data = CAST(substr(data, 1, 100) || x'3f' || substr(data, 102) AS BLOB) WHERE name = ?`,
    "UPDATE segment_columns SET data = zeroblob(length(data)) WHERE name = ?",
    "UPDATE segment_columns SET data = substr(data, 2) WHERE name = ?",
    "DELETE FROM segment_columns WHERE name = ?",
  ];
  const harm = (name: string, sql: string) => {
    db.sqlite.exec("SAVEPOINT harm");
    db.sql(sql).run(name);
    const found = look(opened);
    assert.is(found.seen, wanted.seen, `${name}: ${sql}`);
    assert.equal(
      found.damage.filter(({ column }, index, all) => all.findIndex((one) => one.column === column) === index),
      [{ projectId, block: 0, column: name }],
      `${name}: ${sql}`,
    );
    db.sqlite.exec("ROLLBACK TO harm; RELEASE harm");
  };
  db.sqlite.exec("BEGIN");
  for (const name of names) for (const sql of harms) harm(name, sql);
  harm("time", swap("actor"));
  harm("p:plan", swap("p:note"));
  harm("p:plan", `UPDATE segment_columns SET dictionary = replace(dictionary, 'plan 1', 'plan 9') WHERE name = ?`);
  harm("p:plan", "UPDATE segment_columns SET name = 'p:plam' WHERE name = ?");
  db.sqlite.exec("ROLLBACK");
});

stored("reads a segment whose own row is damaged from the log instead", () => {
  const opened = openBlock();
  const { db, projectId } = opened;
  const wanted = look(opened);
  for (const change of [
    "rows = rows - 1",
    "min_ms = min_ms + 1",
    "max_ms = max_ms + 1",
    "directory = replace(directory, '100', '101')",
    `wide_keys = '["plan"]'`,
    "columns = replace(columns, 'plan', 'plam')",
    "columns = '[]'",
    "left_out = '[3]'",
    "checksum = checksum + 1",
  ]) {
    db.sqlite.exec("BEGIN");
    db.sql(`UPDATE segments SET ${change}`).run();
    const { seen, damage } = look(opened);
    assert.is(seen, wanted.seen, change);
    assert.equal(damage, [{ projectId, block: 0, column: null }], change);
    db.sqlite.exec("ROLLBACK");
  }
});

/** Were the columns of addresses of so many letters left out: those of paths, and those of another property? */
function areWide(letters: number) {
  const db = openEmpty();
  const events = Array.from({ length: 300 }, (_, index) => {
    const text = `https://example.org/${String(index).padStart(letters, "x")}`;
    const properties = { $current_url: text, $referrer: text };
    return { event: "$pageview", distinct_id: "u", timestamp: "2024-01-01T00:00:00Z", properties };
  });
  const { id } = loadCase(db, { now: "2024-01-05T00:00:00Z", events });
  writeNow(db, () => {
    db.sql("UPDATE sqlite_sequence SET seq = 70000 WHERE name = 'events'").run();
    sumEvents(db);
    addRow(db, firstRow(db));
  });
  assert.is(projectBlock(db), true);
  const [segment] = createStore(db).segments(id);
  db.close();
  return ["$current_url", "$referrer"].map((key) => segment?.isWide(key));
}

stored("keep addresses, which paths read of every event, where another property has too many values", () => {
  assert.equal(areWide(100), [false, false]);
  // 2.4 MB, then 9 MB.
  assert.equal(areWide(8000), [false, true]);
  assert.equal(areWide(30_000), [true, true]);
});

stored.run();

const remake = suite("remakeSteps");

/** Makes the block again. */
function remakeAll({ db, projectId }: { db: Db; projectId: number }, skipBad = false) {
  const steps = remakeSteps(db, { ...PLACE, projectId }, skipBad);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

remake("mends damaged columns", () => {
  const opened = openBlock();
  const { db } = opened;
  const wanted = look(opened);
  for (const harm of [
    "UPDATE segment_columns SET data = zeroblob(length(data))",
    "DELETE FROM segment_columns",
    "UPDATE segments SET rows = 7",
    "DELETE FROM segments",
  ]) {
    writeNow(db, () => db.sql(harm).run());
    assert.equal(remakeAll(opened), []);
    assert.equal(look(opened), wanted, harm);
  }
});

remake("keeps intact columns when the log is not what they were made of, and names the events", () => {
  const opened = openBlock();
  const { db, projectId } = opened;
  const wanted = look(opened);
  const uuid = db.sql("SELECT lower(hex(uuid)) FROM events WHERE seq = 7").pluck().get() as string;
  writeNow(db, () =>
    db.sql("UPDATE events SET properties = replace(properties, 'plan 1', 'plan 3') WHERE seq = 7").run(),
  );
  for (const skipBad of [false, true]) {
    const [place, ...more] = remakeAll(opened, skipBad);
    assert.equal(more, []);
    assert.is(place?.uuid?.replaceAll("-", ""), uuid);
    assert.equal([place?.project_id, place?.seq], [projectId, 7]);
    assert.is(place?.reason, "Its properties or its elements have changed.");
    assert.equal(look(opened), wanted);
  }
  // A text that means the same is another text too.
  writeNow(db, () =>
    db.sql("UPDATE events SET properties = ' ' || replace(properties, 'plan 3', 'plan 1') WHERE seq = 7").run(),
  );
  assert.equal(
    remakeAll(opened).map(({ seq }) => seq),
    [7],
  );
});

remake("leaves out events that cannot be read only when it is told to, and only where no columns know them", () => {
  const opened = openBlock();
  const { db, projectId } = opened;
  const wanted = look(opened);
  writeNow(db, () => db.sql("UPDATE events SET properties = substr(properties, 2) WHERE seq IN (7, 9)").run());
  for (const skipBad of [false, true]) {
    assert.equal(
      remakeAll(opened, skipBad).map(({ seq, reason }) => [seq, reason]),
      [
        [7, "Its properties or its elements have changed."],
        [9, "Its properties or its elements have changed."],
      ],
    );
    assert.equal(look(opened), wanted);
  }
  writeNow(db, () => db.sql("DELETE FROM segments").run());
  assert.is(remakeAll(opened).length, 2);
  assert.is(db.sql("SELECT count(*) FROM segments").pluck().get(), 0);
  assert.is(remakeAll(opened, true).length, 2);
  assert.equal(db.sql("SELECT rows, left_out FROM segments").raw(true).get(), [298, "[7,9]"]);
  const seqs = createStore(db).segments(projectId)[0]?.seqs() ?? [];
  assert.not(Array.from(seqs).includes(7));
  // A column of it that is damaged is read from the log without them.
  writeNow(db, () => db.sql("UPDATE segment_columns SET data = zeroblob(length(data)) WHERE name <> 'seq'").run());
  const { seen } = look(opened);
  assert.equal(remakeAll(opened, true).length, 2);
  assert.is(look(opened).seen, seen);
});

remake("goes on with other blocks when one cannot be read, and comes back to it when something was deleted", () => {
  const { db, projectId } = openBlock();
  writeNow(db, () => {
    db.sql("DELETE FROM segments").run();
    db.sql("UPDATE sqlite_sequence SET seq = 140000 WHERE name = 'events'").run();
    addRow(db, firstRow(db));
    db.sql("UPDATE events SET properties = substr(properties, 2) WHERE seq = 7").run();
  });
  const uuid = db.sql("SELECT lower(hex(uuid)) FROM events WHERE seq = 7").pluck().get() as string;
  const isNamed = (error: unknown) =>
    error instanceof HogletError &&
    error.code === "storage_corrupt" &&
    error.detail.replaceAll("-", "").includes(`event ${uuid} (seq 7)`);
  const unreadable = new Set<string>();
  assert.throws(() => projectBlock(db, unreadable), isNamed);
  assert.is(projectBlock(db, unreadable), true);
  assert.is(projectBlock(db, unreadable), false);
  assert.equal(db.sql("SELECT block FROM segments WHERE project_id = ?").pluck().all(projectId), [1]);
  assert.throws(() => createStore(db).segments(projectId)[0]?.property("plan"), isNamed);
  writeNow(db, () => db.sql("DELETE FROM events WHERE seq = 7").run());
  assert.is(projectBlock(db, unreadable), true);
  assert.is(projectBlock(db, unreadable), false);
});

remake.run();

const distances = suite("readDistances");

distances("reads numbers of 16 bits", () => {
  const wanted = [3, 65_535, 0];
  assert.equal([...readDistances(Buffer.from(new Uint16Array(wanted).buffer), 3)], wanted);
  assert.throws(() => readDistances(Buffer.alloc(7), 3), /one number for each row/);
});

distances.run();
