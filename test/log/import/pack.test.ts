import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { toUuidBytes } from "../../../lib/base/ids.ts";
import { createHoglet } from "../../../lib/index.ts";
import { allEvents } from "../../../lib/log/event-rows.ts";
import { checkLog, compactSteps, deleteEvents, newestSeq } from "../../../lib/log/index.ts";
import { unpackTexts } from "../../../lib/log/chunks/unpack-chunk.ts";
import { hashUuid } from "../../../lib/log/uuids/uuid-list.ts";
import { writeNow } from "../../../lib/storage/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { exportLines, importLines } from "../../../lib/transfer/index.ts";
import { createPacker } from "../../../lib/log/import/pack.ts";
import { openStaging } from "../../../lib/log/import/staging.ts";
import { compactAll, countTexts } from "../../support/compact.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { createTestContext, dump, event, exportAll, uuid } from "../../transfer/context.ts";
import { oneIn, whenAll } from "../../support/rounds.ts";

/** More lines than the caller's thread reads itself. */
const MANY = 2400;

const random = createRandom(20_261_123);

/** Events of which some have a uuid of an earlier line. */
const LINES = Array.from({ length: MANY }, (_, n) => {
  const number = random.chance(0.1) ? random.integer(0, n) : n;
  const elements = n % 7 === 0 ? [{ tag_name: "a", text: `größer ${n % 3}` }] : [];
  return event(`e${n % 5}`, `u${n % 90}`, n, {
    uuid: uuid(number),
    properties: { n, pad: "p".repeat(n % 90) },
    elements,
  });
});

/** Imports with new events, ones that the log has, and again all of them, into a log with events in rows and in chunks. */
async function story(ctx: ReturnType<typeof createTestContext>, between: (db: Db) => void) {
  const counts = [await importLines(ctx, 1, LINES.slice(0, 900))];
  between(ctx.db);
  counts.push(await importLines(ctx, 1, LINES.slice(600, 1140)));
  counts.push(await importLines(ctx, 1, LINES));
  counts.push(await importLines(ctx, 1, LINES));
  return counts;
}

async function withFile(
  run: (ctx: ReturnType<typeof createTestContext>, file: string) => Promise<void>,
): Promise<void> {
  const folder = tempFolder();
  const file = folder.file("a.db");
  const ctx = createTestContext(file);
  try {
    await run(ctx, file);
  } finally {
    ctx.db.close();
    folder.remove();
  }
}

const packed = suite("an import of many lines");
const packedIn = oneIn(3, packed);

for (const [kind, between] of Object.entries({
  rows: () => {},
  chunks: (db: Db) => compactAll(db),
  "rows that follow chunks": (db: Db) => compactAll(db, { untilSeq: 540 }),
})) {
  packedIn(`stores the events of a database in memory, in chunks, when others lie in ${kind}`, () =>
    withFile(async (ctx) => {
      const memory = createTestContext();
      assert.equal(await story(ctx, between), await story(memory, () => {}));
      assert.equal((dump(ctx) as unknown[]).slice(1), (dump(memory) as unknown[]).slice(1));
      assert.is(countTexts(ctx.db).inRows, 0);
      assert.equal([...checkLog(ctx.db, "uuids")], []);
      assert.equal(ctx.db.sqlite.pragma("integrity_check"), [{ integrity_check: "ok" }]);
      const seqs = ctx.db
        .sql<Buffer>("SELECT data FROM event_texts ORDER BY first_seq")
        .pluck()
        .all()
        .flatMap((data) => unpackTexts(data)?.seqs ?? []);
      assert.equal(seqs, ctx.db.sql(`SELECT seq FROM ${allEvents()} ORDER BY seq`).pluck().all());
      // The readers of whole events look at every checksum.
      assert.is((await exportAll(ctx, 1, { kinds: ["event"] })).length, seqs.length);
      assert.is(checkLog(ctx.db, "hours"), false);
      memory.db.close();
    }),
  );
}

whenAll(packed)("is followed by captures, compactions, deletions and a repeated import like any other log", () =>
  withFile(async (ctx, file) => {
    await importLines(ctx, 1, LINES);
    const stored = countTexts(ctx.db).inChunks;
    const hoglet = await createHoglet({ file, deletionCron: "" });
    await hoglet.capture([
      { event: "new", distinct_id: "u1", properties: { n: -1 } },
      { event: "twice", distinct_id: "u1", uuid: uuid(7) },
    ]);
    assert.equal(countTexts(ctx.db), { inChunks: stored, inRows: 1 });
    for (const step of compactSteps(ctx.db, { untilSeq: newestSeq(ctx.db) })) assert.is(step, undefined);
    assert.equal([countTexts(ctx.db).inRows, [...checkLog(ctx.db, "uuids")]], [0, []]);
    assert.equal((await hoglet.events.get(uuid(7))).properties["n"], 7);
    await hoglet.close();
    writeNow(ctx.db, () => deleteEvents(ctx.db, [3]));
    const lines: string[] = [];
    for await (const line of exportLines(ctx, 1, { kinds: ["event"] })) lines.push(line);
    assert.is(lines.length, stored);
    assert.equal((await importLines(ctx, 1, LINES)).events, 1);
  }),
);

whenAll(packed)("lists the uuids of every block, beside events that were there before, and ones that come twice", () =>
  withFile(async (ctx) => {
    const lines = Array.from({ length: 68_000 }, (_, n) => event("e", "u", 0, { uuid: uuid(n % 67_500) }));
    const first = await importLines(ctx, 1, lines.slice(0, 3000));
    const all = await importLines(ctx, 1, lines);
    assert.equal([first.events, all.events, all.duplicates], [3000, 64_500, 3500]);
    const more = await importLines(ctx, 1, [...lines.slice(60_000), event("e", "u", 0, { uuid: uuid(70_000) })]);
    assert.equal([more.events, more.duplicates], [1, 8000]);
    assert.equal(ctx.db.sql("SELECT block FROM uuid_blocks ORDER BY block").pluck().all(), [0, 1]);
    assert.equal([...checkLog(ctx.db, "uuids")], []);
  }),
);

packed.run();

const packer = suite("createPacker");

packer("finds a uuid again that stood 200,000 lines before, and knows a line without it", () => {
  const { db } = createTestContext();
  const staging = openStaging(db, "");
  const { isRepeated } = createPacker(staging);
  const add = staging.sql(
    `INSERT INTO staging.events (line, uuid, name, actor, timestamp, personless, properties, place, text_sum, uuid_sum)
     VALUES (?, ?, 1, 1, 0, 0, '', 1, 0, 0)`,
  );
  const see = (number: number, line: number) => {
    const bytes = toUuidBytes(uuid(number));
    const isAgain = isRepeated(bytes, hashUuid(bytes), line);
    if (!isAgain) add.run(line, bytes);
    return isAgain;
  };
  assert.equal([see(1, 1), see(2, 2), see(1, 3)], [false, false, true]);
  assert.equal(
    [see(3, 70_000), see(1, 70_001), see(2, 140_000), see(3, 210_000), see(4, 210_001)],
    [false, true, true, true, false],
  );
  assert.is(see(4, 280_000), true);
  staging.close();
  db.close();
});

packer.run();
