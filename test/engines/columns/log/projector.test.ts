import { setImmediate as nextTurn } from "node:timers/promises";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dropSegments, projectBlock } from "../../../../lib/engines/columns/index.ts";
import { createProjector } from "../../../../lib/engines/columns/log/projector.ts";
import { deleteEvents } from "../../../../lib/log/index.ts";
import { silentLogger } from "../../../../lib/base/log.ts";
import { writeNow } from "../../../../lib/storage/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";
import { addRow, firstRow } from "../../../support/add-row.ts";

const BLOCK = 65_536;

/** A log with one event; the test chooses the `seq` of later events. */
function openLog(): Db {
  const db = openEmpty();
  const only = { event: "x", distinct_id: "a", timestamp: "2024-01-01T01:00:00Z" };
  loadCase(db, { now: "2024-01-05T00:00:00Z", events: [only] });
  return db;
}

/** Moves the log's newest `seq` forward, with one event in each block on the way. */
function growTo(db: Db, newestSeq: number): void {
  writeNow(db, () => {
    const first = (db.sql("SELECT max(seq) FROM events").pluck().get() as number) + 1;
    for (let seq = first; seq < newestSeq; seq += BLOCK) addRow(db, { ...firstRow(db), seq });
    addRow(db, { ...firstRow(db), seq: newestSeq });
  });
}

function stored(db: Db): unknown[] {
  return db.sql("SELECT block FROM segments ORDER BY block").pluck().all();
}

const projector = suite("createProjector");

projector("stores all full blocks of a log that is quiet, and that it finds when it starts", async () => {
  const db = openLog();
  growTo(db, 3 * BLOCK);
  await createProjector({ db, log: silentLogger }).look();
  assert.equal(stored(db), [0, 1, 2]);
  db.close();
});

projector("lets a busy log be until the first look that finds it quiet", async () => {
  const db = openLog();
  const { look } = createProjector({ db, log: silentLogger });
  for (const seq of [BLOCK, 2 * BLOCK, 2 * BLOCK + 2001]) {
    growTo(db, seq);
    await look();
    assert.equal(stored(db), [], `at ${seq}`);
  }
  growTo(db, 2 * BLOCK + 4001);
  await look();
  assert.equal(stored(db), [0, 1]);
  db.close();
});

projector("stores one block at each look while more than eight wait, however busy the log is", async () => {
  const db = openLog();
  const { look } = createProjector({ db, log: silentLogger });
  const after: number[] = [];
  for (let blocks = 7; blocks <= 12; blocks++) {
    growTo(db, blocks * BLOCK);
    await look();
    after.push(stored(db).length);
  }
  assert.equal(after, [0, 0, 1, 2, 3, 4]);
  db.close();
});

projector("leaves off when capture becomes busy between two blocks", async () => {
  const db = openLog();
  growTo(db, 4 * BLOCK);
  let calls = 0;
  const { look } = createProjector({ db, log: silentLogger }, async () => {
    if (++calls === 2) growTo(db, 5 * BLOCK);
    return projectBlock(db);
  });
  await look();
  assert.equal(stored(db), [0, 1]);
  await look();
  assert.equal(stored(db), [0, 1, 2, 3, 4]);
  db.close();
});

projector("makes blocks smaller once all have their columns, while capture is quiet", async () => {
  const db = openLog();
  growTo(db, 2 * BLOCK);
  const done: string[] = [];
  const project = async () => {
    const isStored = projectBlock(db);
    if (isStored) done.push("columns");
    return isStored;
  };
  const compact = async () => done.push("compact") < 5;
  const { look } = createProjector({ db, log: silentLogger }, project, compact);
  growTo(db, 2 * BLOCK + 5000);
  await look();
  assert.equal(done, []);
  await look();
  assert.equal(done, ["columns", "columns", "compact", "compact", "compact"]);
  db.close();
});

projector("lets the event loop run between its steps, and looks once at a time", async () => {
  const db = openLog();
  growTo(db, BLOCK);
  const { look } = createProjector({ db, log: silentLogger });
  const looking = look();
  await look();
  assert.equal(stored(db), []);
  let turns = 0;
  while (stored(db).length === 0 && turns < 1000) {
    turns++;
    await nextTurn();
  }
  // 65,536 rows in parts of 2,048.
  assert.ok(turns >= 32, `${turns} turns`);
  await looking;
  db.close();
});

projector("tells of a failure and tries again at the next look", async () => {
  const db = openLog();
  growTo(db, BLOCK);
  const told: string[] = [];
  const log = { ...silentLogger, warn: (message: string) => void told.push(message) };
  let fails = true;
  const { look } = createProjector({ db, log }, async () => {
    if (fails) throw new Error("no room");
    return projectBlock(db);
  });
  await look();
  assert.equal([told.length, stored(db)], [1, []]);
  fails = false;
  await look();
  assert.equal([told.length, stored(db)], [1, [0]]);
  db.close();
});

projector(
  "makes segments again that were dropped, at the first look without deletions since the one before",
  async () => {
    const db = openLog();
    growTo(db, 2 * BLOCK);
    let made = 0;
    const { look } = createProjector({ db, log: silentLogger }, async () => {
      const isMade = projectBlock(db);
      if (isMade) made += 1;
      return isMade;
    });
    const leaving = [2, 3, 4];
    writeNow(db, () => leaving.forEach((seq) => addRow(db, { ...firstRow(db), seq })));
    await look();
    dropSegments(db);
    for (const seq of leaving) {
      writeNow(db, () => void deleteEvents(db, [seq]));
      await look();
    }
    assert.equal([made, stored(db)], [2, []]);
    await look();
    assert.equal([made, stored(db)], [4, [0, 1]]);
    db.close();
  },
);

projector("ends without a word when the database is closed under it", async () => {
  const db = openLog();
  growTo(db, 2 * BLOCK);
  const told: string[] = [];
  const log = { ...silentLogger, warn: (message: string) => void told.push(message) };
  const looking = createProjector({ db, log }).look();
  db.close();
  await looking;
  assert.equal(told, []);
});

projector.run();
