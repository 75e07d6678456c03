import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dropSegments, projectBlock } from "../../../../lib/engines/columns/index.ts";
import { projectSteps } from "../../../../lib/engines/columns/log/project.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import type { Segment } from "../../../../lib/engines/columns/log/segment.ts";
import { openDatabase } from "../../../../lib/log/index.ts";
import { writeNow } from "../../../../lib/storage/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";
import { tempFolder } from "../../../support/temp-folder.ts";
import { addRow, firstRow } from "../../../support/add-row.ts";
import { whenAll } from "../../../support/rounds.ts";

const NOW = "2024-01-05T00:00:00Z";

function event(name: string, hour: number, properties: object) {
  return { event: name, distinct_id: "a", timestamp: `2024-01-01T0${hour}:00:00Z`, properties };
}

/** Three events in a full block, one after it. */
function fill(db: Db): number {
  const late = [event("y", 3, { plan: 1 }), event("x", 2, { plan: "1" }), event("x", 1, {})];
  const { id } = loadCase(db, { now: NOW, events: late });
  writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = 70000 WHERE name = 'events'").run());
  writeNow(db, () => addRow(db, { ...firstRow(db), properties: '{"plan":null}' }));
  return id;
}

function capture(db: Db, round: number): void {
  writeNow(db, () => addRow(db, { ...firstRow(db), properties: JSON.stringify({ plan: `plan ${round}` }) }));
}

/** Each row: hours of 1 January, and the plan. */
function rowsOf(segments: Segment[]): unknown[][] {
  return segments.flatMap((segment) => {
    const { times } = segment.core();
    const { codes, values } = segment.property("plan");
    return Array.from(times, (time, row) => [
      (segment.minMs + time - Date.UTC(2024, 0, 1)) / 3_600_000,
      values[codes[row] ?? 0],
    ]);
  });
}

const ALL = [
  [3, 1],
  [1, undefined],
  [2, "1"],
  [3, null],
];

const store = suite("createStore");

store("gives rows by event and time, with their properties, the same from the log and from stored segments", () => {
  for (const budget of [undefined, 0]) {
    const db = openEmpty();
    const id = fill(db);
    const before = createStore(db, { budgetBytes: budget });
    assert.equal(rowsOf(before.segments(id)), ALL);
    assert.is(projectBlock(db), true);
    assert.is(projectBlock(db), false);
    assert.equal(rowsOf(before.segments(id)), ALL);
    const after = createStore(db, { budgetBytes: budget });
    assert.equal(rowsOf(after.segments(id)), ALL);
    dropSegments(db);
    assert.equal(rowsOf(after.segments(id)), ALL);
  }
});

store("opens only the segments of a thread's share", () => {
  const db = openEmpty();
  const id = fill(db);
  const [whole, ...shares] = [
    { rank: 0, size: 1 },
    { rank: 0, size: 2 },
    { rank: 1, size: 2 },
  ].map((share) => {
    const opened = createStore(db);
    const segments = opened.segments(id, share);
    return { sizeBytes: opened.cache.sizeBytes, rows: rowsOf(segments) };
  });
  assert.equal(
    shares.map(({ rows }) => rows),
    [ALL.slice(0, 3), ALL.slice(3)],
  );
  // Opening a segment of the log reads its rows.
  assert.is(
    shares.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    whole?.sizeBytes,
  );
  const both = createStore(db);
  both.segments(id, { rank: 1, size: 2 });
  assert.equal(rowsOf(both.segments(id)), ALL);
});

store("forgets at once what another connection deletes, in a block, its segment and the tail", () => {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const db = openDatabase({ file, durability: "normal" });
  const other = openDatabase({ file, durability: "normal" });
  const id = fill(db);
  projectBlock(db);
  const kept = createStore(db);
  assert.is(rowsOf(kept.segments(id)).length, 4);
  writeNow(other, () => other.sql("DELETE FROM events WHERE seq = 1").run());
  assert.is(db.sql("SELECT count(*) FROM segment_columns").pluck().get(), 0);
  assert.equal(rowsOf(kept.segments(id)), ALL.slice(1));
  writeNow(other, () => other.sql("DELETE FROM events WHERE seq = 70001").run());
  assert.equal(rowsOf(kept.segments(id)), ALL.slice(1, 3));
  other.close();
  db.close();
  folder.remove();
});

whenAll(store)("lets go of what it kept of the end of the log when that has grown", () => {
  const db = openEmpty();
  const id = fill(db);
  const kept = createStore(db);
  const look = () => {
    for (const segment of kept.segments(id)) {
      const { times, ids } = segment.core();
      assert.ok(times.length + ids.length + segment.seqs().length + segment.property("plan").codes.length > 0);
      segment.elements();
    }
    return kept.cache.sizeBytes;
  };
  const sizes: number[] = [];
  for (let round = 0; round < 200; round++) {
    capture(db, round);
    sizes.push(look());
  }
  // An event takes 4 bytes of time, 4 of id, 8 of order and a few of codes and values, read and kept.
  const perEvent = ((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)) / 200;
  assert.ok(perEvent < 100, `${perEvent} bytes a round`);
  // The tail becomes a stored block in the end: none of its events may be kept twice.
  writeNow(db, () => db.sql("UPDATE sqlite_sequence SET seq = 131072 WHERE name = 'events'").run());
  capture(db, 200);
  look();
  while (projectBlock(db));
  look();
  const fresh = createStore(db);
  for (const segment of fresh.segments(id)) {
    segment.core().times.at(0);
    segment.core().ids.at(0);
    segment.seqs();
    segment.property("plan");
    segment.elements();
  }
  assert.is(kept.cache.sizeBytes, fresh.cache.sizeBytes);
});

store.run();

const steps = suite("projectSteps");

steps("leaves a block alone from which an event was deleted meanwhile", () => {
  const db = openEmpty();
  fill(db);
  const running = projectSteps(db);
  running.next();
  writeNow(db, () => db.sql("DELETE FROM events WHERE seq = 1").run());
  while (!running.next().done);
  assert.is(db.sql("SELECT count(*) FROM segments").pluck().get(), 0);
  assert.is(projectBlock(db), true);
  assert.is(db.sql("SELECT rows FROM segments").pluck().get(), 2);
});

steps.run();
