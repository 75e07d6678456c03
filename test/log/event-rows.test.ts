import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { allEvents, eventAt, eventsAmong, eventsBetween } from "../../lib/log/event-rows.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { compactAll } from "../support/compact.ts";

const rows = suite("the tables of events");

rows("have each event of the places once, in rows or in chunks", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture(Array.from({ length: 40 }, (_, n) => ({ event: `e${n % 3}`, distinct_id: `u${n % 4}` })));
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  const heads = "seq, project_id, event_name_id, distinct_id_id, timestamp, typeof(seq), typeof(timestamp)";
  const all = db.sql<unknown[]>(`SELECT ${heads} FROM events ORDER BY seq`).raw().all();
  for (const untilSeq of [0, 25, 40]) {
    compactAll(db, { untilSeq, chunkBytes: 60 });
    const read = (table: string, given: object = {}) =>
      db.sql<unknown[]>(`SELECT ${heads} FROM ${table} ORDER BY seq`).raw().all(given);
    assert.equal(read(allEvents()), all);
    for (const [first, last] of [
      [1, 40],
      [7, 31],
      [26, 26],
      [41, 90],
      [9, 3],
    ] as const) {
      assert.equal(
        read(eventsBetween("@first", "@last"), { first, last }),
        all.slice(first - 1, Math.max(last, first - 1)),
      );
    }
    assert.equal(read(eventAt("@seq"), { seq: 25 }), all.slice(24, 25));
    assert.equal(read(eventAt("@seq"), { seq: 41 }), []);
    assert.equal(read(eventsAmong("@seqs"), { seqs: "[3, 25, 26, 99]" }), [all[2], all[24], all[25]]);
  }
  db.close();
});

rows.run();
