import { suite } from "uvu";
import * as assert from "uvu/assert";
import { importLines } from "../../lib/transfer/index.ts";
import { NONE, createTestContext, dump, event, MINUTE_MS, personsOf, START_MS, uuid } from "./context.ts";

const moving = suite("moveEvents");

moving("passes over events whose uuid is there already, effects on persons included", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [event("e", "a", 1, { uuid: uuid(1) })]);
  const before = dump(ctx);
  const again = [event("other", "stranger", 0, { uuid: uuid(1).toUpperCase() })];
  assert.equal(await importLines(ctx, 1, again), { ...NONE, duplicates: 1 });
  assert.equal(dump(ctx), before);
});

moving("of one uuid twice in a file keeps the first, and makes persons by what was kept", async () => {
  const ctx = createTestContext();
  const lines = [
    event("kept", "a", 5, { uuid: uuid(1) }),
    event("dropped", "b", 1, { uuid: uuid(1) }),
    event("kept", "a", 7, { uuid: uuid(2) }),
    event("kept", "a", 2, { uuid: uuid(2) }),
    event("kept", "c", 3),
  ];
  assert.equal(await importLines(ctx, 1, lines), { ...NONE, events: 3, duplicates: 2 });
  assert.equal(
    personsOf(ctx).map(({ ids, created_at }) => [ids, Number(created_at) - START_MS]),
    [
      ["a", 5 * MINUTE_MS],
      ["c", 3 * MINUTE_MS],
    ],
  );
  assert.equal(ctx.db.sql("SELECT distinct_id FROM distinct_ids ORDER BY id").pluck().all(), ["a", "c"]);
  assert.equal(ctx.db.sql("SELECT name FROM event_names").pluck().all(), ["kept"]);
});

moving("has no effect on the id of a duplicate that differs from the kept event by this alone", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [event("e", "known", 9, { uuid: uuid(9) })], { persons: "given" });
  const lines = [event("e", "a", 5, { uuid: uuid(1) }), event("e", "known", 5, { uuid: uuid(1) })];
  assert.equal(await importLines(ctx, 1, lines), { ...NONE, events: 1, duplicates: 1 });
  assert.equal(
    personsOf(ctx).map((row) => row["ids"]),
    ["a"],
  );
});

moving("makes a uuid of the event's time when there is none", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [event("e", "a", 5), event("e", "a", 5), event("old", "a", -60 * 24 * 365 * 60)]);
  const uuids = ctx.db.sql("SELECT hex(uuid) FROM events ORDER BY seq").pluck().all() as string[];
  assert.is(new Set(uuids).size, 3);
  assert.is(Number.parseInt(uuids[0]?.slice(0, 12) ?? "", 16), START_MS + 5 * MINUTE_MS);
  assert.is(uuids[0]?.[12], "7");
});

moving("stores odd values as they are, but for NUL and lone surrogates in texts of columns", async () => {
  const ctx = createTestContext();
  const properties = String.raw`{"nul":"a\u0000b","lone":"\ud800","big":9007199254740993,"deep":[[{"x":[null,true,-0.5e-7]}]],"__proto__":{"y":1},"constructor":"c","ключ":"😀"}`;
  const line = String.raw`{"kind":"event","event":"e\u0000","distinct_id":"\udfff","timestamp":"2024-03-01T00:00:00Z","properties":${properties}}`;
  await importLines(ctx, 1, `${line}\n${line.replace("udfff", "ud800")}`);
  assert.equal(ctx.db.sql("SELECT name FROM event_names").pluck().all(), ["e\ufffd"]);
  assert.equal(ctx.db.sql("SELECT distinct_id FROM distinct_ids").pluck().all(), ["\ufffd"]);
  const stored = ctx.db.sql("SELECT properties FROM events").pluck().get();
  assert.is(
    stored,
    String.raw`{"nul":"a�b","lone":"\ud800","big":9007199254740992,"deep":[[{"x":[null,true,-5e-8]}]],"__proto__":{"y":1},"constructor":"c","ключ":"😀"}`,
  );
});

moving("imports 4,000 events of 400 distinct ids", async () => {
  const ctx = createTestContext();
  const lines = Array.from({ length: 4000 }, (_, number) =>
    JSON.stringify(event(`e${number % 30}`, `u${(number * 7919) % 400}`, number, { properties: { number } })),
  );
  assert.equal(await importLines(ctx, 1, lines.join("\n")), { ...NONE, events: 4000 });
  assert.is(ctx.db.sql("SELECT count(*) FROM persons").pluck().get(), 400);
  const inOrder = ctx.db
    .sql("SELECT count(*) FROM events WHERE properties = '{\"number\":' || (seq - 1) || '}'")
    .pluck()
    .get();
  assert.is(inOrder, 4000);
  const owners = ctx.db
    .sql(
      `SELECT count(*) FROM events e JOIN distinct_ids d ON d.id = e.distinct_id_id JOIN persons p ON p.id = d.person_id
       JOIN event_names n ON n.id = e.event_name_id
       WHERE d.distinct_id = 'u' || ((e.seq - 1) * 7919 % 400) AND n.name = 'e' || ((e.seq - 1) % 30)
         AND p.created_at <= e.timestamp`,
    )
    .pluck()
    .get();
  assert.is(owners, 4000);
});

moving.run();
