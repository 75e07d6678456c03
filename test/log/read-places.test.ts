import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { openDatabase, readEvents, readHeads, walkRange } from "../../lib/log/index.ts";
import { compactAll } from "../support/compact.ts";

const places = suite("events of a stretch of the log");

/** The places of 40 events. */
const ALL = Array.from({ length: 40 }, (_, index) => index + 1);

const uuidOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;

places("are so many events after a place, and none after the last place, in rows and in chunks", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture(ALL.map((n) => ({ uuid: uuidOf(n), event: `e${n % 3}`, distinct_id: "u", properties: { n } })));
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  for (const untilSeq of [0, 25, 40]) {
    compactAll(db, { untilSeq, chunkBytes: 60 });
    for (const [after, until] of [
      [0, 40],
      [6, 31],
      [25, 26],
      [29, 90],
      [40, 90],
    ] as const) {
      for (const count of [3, 1000]) {
        const wanted = ALL.filter((n) => n > after && n <= Math.min(until, after + count));
        const stretch = { after, count, until };
        const { heads, last } = readHeads(db, stretch);
        assert.equal(
          heads.map(({ seq }) => seq),
          wanted,
        );
        assert.equal(
          [...readEvents(db, stretch).events].map(({ seq, uuid, event, properties }) => [
            seq,
            uuid,
            event,
            JSON.parse(properties),
          ]),
          wanted.map((n) => [n, uuidOf(n), `e${n % 3}`, { n }]),
        );
        assert.is(last, Math.min(until, after + count));
        const origins = walkRange(db, { projectId: 1, firstSeq: after + 1, lastSeq: last }).origins("uuid");
        assert.equal(
          origins.map(({ value }) => value),
          wanted.map(uuidOf),
        );
      }
    }
  }
  db.close();
});

places.run();
