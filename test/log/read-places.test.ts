import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import { openDatabase, readEventsBetween, readHeadsBetween, readOrigins } from "../../lib/log/index.ts";
import { compactAll } from "../support/compact.ts";

const places = suite("events between two places of the log");

/** The places of 40 events. */
const ALL = Array.from({ length: 40 }, (_, index) => index + 1);

const uuidOf = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;

places("are these events and no later ones, in rows and in chunks", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture(ALL.map((n) => ({ uuid: uuidOf(n), event: `e${n % 3}`, distinct_id: "u", properties: { n } })));
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  for (const untilSeq of [0, 25, 40]) {
    compactAll(db, { untilSeq, chunkBytes: 60 });
    for (const [first, last] of [
      [1, 40],
      [7, 31],
      [26, 26],
      [30, 90],
      [41, 90],
    ] as const) {
      const wanted = ALL.filter((n) => n >= first && n <= last);
      const between = { first, last };
      assert.equal(
        readHeadsBetween(db, between).map(({ seq }) => seq),
        wanted,
      );
      assert.equal(
        [...readEventsBetween(db, between)].map(({ seq, uuid, event, properties }) => [
          seq,
          uuid,
          event,
          JSON.parse(properties),
        ]),
        wanted.map((n) => [n, uuidOf(n), `e${n % 3}`, { n }]),
      );
      assert.equal(
        readOrigins(db, 1, between, "uuid").map(({ value }) => value),
        wanted.map(uuidOf),
      );
    }
  }
  db.close();
});

places.run();
