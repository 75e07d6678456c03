import { suite } from "uvu";
import * as assert from "uvu/assert";
import { writeNow } from "../../lib/storage/index.ts";
import { importLines } from "../../lib/transfer/index.ts";
import type { SourceItem } from "../../lib/transfer/index.ts";
import {
  attachedDatabases,
  NONE,
  createTestContext,
  dump,
  event,
  MINUTE_MS,
  person,
  personsOf,
  rejection,
  START_MS,
} from "./context.ts";
import { whenAll } from "../support/rounds.ts";

const staging = suite("openStaging");

async function* broken(): AsyncGenerator<SourceItem> {
  yield event("e", "a");
  throw new Error("the network is gone");
}

staging("keeps nothing when the source fails", async () => {
  const ctx = createTestContext();
  const before = dump(ctx);
  assert.is((await rejection(importLines(ctx, 1, broken())))?.message, "the network is gone");
  assert.equal(dump(ctx), before);
  assert.equal(await importLines(ctx, 1, [event("e", "a")]), { ...NONE, events: 1 });
});

staging("neither sees nor disturbs what others write while the source is read", async () => {
  const ctx = createTestContext();
  async function* source(): AsyncGenerator<SourceItem> {
    for (let number = 0; number < 1500; number += 1) yield event("e", "a", number);
    writeNow(ctx.db, () => {
      ctx.db.sql("INSERT INTO event_names (project_id, name) VALUES (1, 'meanwhile')").run();
    });
    assert.is(ctx.db.sql("SELECT count(*) FROM events").pluck().get(), 0);
    yield "bad";
  }
  assert.match((await rejection(importLines(ctx, 1, source())))?.message ?? "", /^Line 1501: /);
  assert.equal(ctx.db.sql("SELECT name FROM event_names").pluck().all(), ["meanwhile"]);
  assert.is(ctx.db.sql("SELECT count(*) FROM events").pluck().get(), 0);
});

/** A source with a cohort whose id is taken by another cohort after its line was read. */
async function* raced(ctx: ReturnType<typeof createTestContext>): AsyncGenerator<SourceItem> {
  yield { kind: "cohort", id: 9, name: "c", is_static: true, members: ["a"] };
  for (let number = 0; number < 1000; number += 1) yield event("e", "a", number);
  writeNow(ctx.db, () => {
    ctx.db.sql("INSERT INTO cohorts (id, project_id, name, created_at) VALUES (9, 2, 'first', 0)").run();
  });
}

staging("rolls back everything when the move finds an id taken meanwhile", async () => {
  const ctx = createTestContext();
  const error = await rejection(importLines(ctx, 1, raced(ctx)));
  assert.is(error?.message, "Line 1: id: There is already a cohort 9.");
  assert.equal(personsOf(ctx), []);
  assert.is(ctx.db.sql("SELECT count(*) FROM events").pluck().get(), 0);
  assert.is(ctx.db.sql("SELECT count(*) FROM distinct_ids").pluck().get(), 0);
});

staging("skips such a line too, its members included", async () => {
  const ctx = createTestContext();
  const counts = await importLines(ctx, 1, raced(ctx), { skipBad: true });
  assert.equal(counts, { ...NONE, events: 1000, bad: [{ line: 1, reason: "id: There is already a cohort 9." }] });
  assert.is(ctx.db.sql("SELECT count(*) FROM cohort_members").pluck().get(), 0);
});

staging("keeps nothing when the database fails in the middle of the move, and works again after", async () => {
  const ctx = createTestContext();
  const before = dump(ctx);
  ctx.db.sqlite.exec(
    `CREATE TEMP TRIGGER fail BEFORE INSERT ON events WHEN new.timestamp = ${START_MS + 500 * MINUTE_MS}
     BEGIN SELECT raise(ABORT, 'broken'); END`,
  );
  const lines = Array.from({ length: 1000 }, (_, number) => event("e", `u${number}`, number));
  assert.ok(await rejection(importLines(ctx, 1, [person(["u1"]), ...lines])));
  ctx.db.sqlite.exec("DROP TRIGGER fail");
  assert.equal(dump(ctx), before);
  assert.equal(await importLines(ctx, 1, lines), { ...NONE, events: 1000 });
});

staging("lets the event loop turn while it reads, and tells how far it is", async () => {
  const ctx = createTestContext();
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const heard: number[] = [];
  const text = Array.from({ length: 1750 }, (_, number) => JSON.stringify(event("e", "a", number))).join("\n");
  await importLines(ctx, 1, text, { onProgress: (counts) => heard.push(counts.events) });
  clearInterval(timer);
  assert.equal(heard, [500, 1000, 1500, 1750]);
  assert.ok(turns >= 3, `${turns} turns`);
});

staging("runs beside other imports of the same handle", async () => {
  const ctx = createTestContext();
  const lines = Array.from({ length: 2500 }, (_, number) => event("e", `u${number % 10}`, number));
  const both = await Promise.all([importLines(ctx, 1, lines), importLines(ctx, 2, lines)]);
  assert.equal(both, [
    { ...NONE, events: 2500 },
    { ...NONE, events: 2500 },
  ]);
  assert.equal(attachedDatabases(ctx), []);
});

whenAll(staging)("lets more imports than SQLite can attach wait for their turn, also behind failed ones", async () => {
  const ctx = createTestContext();
  const results = await Promise.all(
    Array.from({ length: 25 }, (_, number) => {
      const lines = [...Array(1200).keys()].map((at) => event("e", `u${number}`, at));
      return importLines(ctx, 1, number % 5 === 0 ? [...lines, "bad"] : lines).catch((error: Error) => error.message);
    }),
  );
  for (const [number, result] of results.entries()) {
    if (number % 5 === 0) assert.match(String(result), /^Line 1201: /);
    else assert.equal(result, { ...NONE, events: 1200 });
  }
  assert.is(ctx.db.sql("SELECT count(*) FROM events").pluck().get(), 20 * 1200);
  assert.equal(attachedDatabases(ctx), []);
});

staging.run();
