import { suite } from "uvu";
import * as assert from "uvu/assert";
import { endBlock } from "../../../../lib/engines/columns/index.ts";
import { createEventLog, newestSeq } from "../../../../lib/log/index.ts";
import { writeNow } from "../../../../lib/storage/index.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";

const BLOCK = 65_536;

const ending = suite("endBlock");

ending("ends a block with a quarter of its places, and later events come behind it", async () => {
  const db = openEmpty();
  loadCase(db, {
    now: "2024-01-05T00:00:00Z",
    events: [{ event: "x", distinct_id: "a", timestamp: "2024-01-01T01:00:00Z" }],
  });
  const log = createEventLog(db);
  const only = db.sql("SELECT project_id AS projectId, distinct_id_id AS ordinal FROM events").get();
  const { projectId, ordinal: distinctIdOrdinal } = only as { projectId: number; ordinal: number };
  const append = (count: number) =>
    writeNow(db, () => {
      for (let index = 0; index < count; index++) {
        const uuid = Buffer.from(crypto.randomUUID().replaceAll("-", ""), "hex");
        const times = { timestampMs: 1e12, receivedAtMs: 1e12 };
        log.append({ projectId, uuid, event: "x", distinctIdOrdinal, ...times, properties: "{}", elements: null });
      }
    });
  append(BLOCK / 4 - 2);
  await endBlock(db);
  assert.is(newestSeq(db), BLOCK / 4 - 1);
  append(1);
  // The log of events knows the place that it gave last.
  await endBlock(db);
  assert.is(newestSeq(db), BLOCK);
  append(1);
  assert.is(newestSeq(db), BLOCK + 1);
  assert.equal(db.sql("SELECT max(seq) FROM events").pluck().get(), BLOCK + 1);
  await endBlock(db);
  assert.is(newestSeq(db), BLOCK + 1);
  db.close();
});

ending.run();
