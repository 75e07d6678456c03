import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../../lib/index.ts";
import { eventsAfter, measureEvents } from "../../../lib/log/list/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { watchPlans } from "../../support/plans.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { whenAll } from "../../support/rounds.ts";

const after = suite("events.after");

async function filled(count: number): Promise<Hoglet> {
  const hoglet = await createHoglet({ now: "2024-03-01T08:00:00Z" });
  await hoglet.capture(
    Array.from({ length: count }, (_, n) => ({
      event: "x",
      distinct_id: "u",
      // The older ones arrive last.
      timestamp: new Date(Date.parse("2024-03-01T00:00:00Z") - n * 1000).toISOString(),
      properties: { n },
    })),
  );
  return hoglet;
}

after("pages give every event once, in the order of arrival, whatever their own times", async () => {
  const hoglet = await filled(2500);
  const found: unknown[] = [];
  for (let seq = 0, page; ; seq = page.seq) {
    page = await hoglet.events.after({ seq, limit: 700 });
    assert.ok(page.results.length <= 700);
    found.push(...page.results.map(({ properties }) => properties["n"]));
    if (page.seq >= page.newest_seq) break;
  }
  assert.equal(
    found,
    Array.from({ length: 2500 }, (_, n) => n),
  );
  await hoglet.close();
});

after("pages and their measure are read by the log's own key, however large the log is", async () => {
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("a.db") });
  await hoglet.capture({ event: "x", distinct_id: "u" });
  const db = openDatabase({ file: folder.file("a.db"), durability: "normal" });
  const watched = watchPlans(db);
  const ctx = { db: watched.db, queue: { push: async () => {}, drain: async () => {} } };
  const [page, whole] = [
    await eventsAfter(ctx, hoglet.project, { seq: 0, limit: 10, limit_bytes: 1e6 }),
    await measureEvents(ctx, hoglet.project, { seq: 0, until_seq: 10, limit: 10 }),
  ];
  assert.equal([page.results.length, whole.events], [1, 1]);
  const plans = watched.plans().filter(({ text }) => /FROM main\.events/.test(text));
  assert.ok(plans.length >= 3, "the window, the row and the measure");
  for (const { text, lines } of plans) assert.not.match(lines.join(), /events_by_|SCAN main\.events\b|SCAN t\b/, text);
  db.close();
  await hoglet.close();
  folder.remove();
});

after("no event is missed that comes after a repeated one", async () => {
  const hoglet = await createHoglet();
  const uuid = "018df000-0000-7000-8000-000000000001";
  await hoglet.capture({ event: "first", distinct_id: "u", uuid });
  await hoglet.capture({ event: "first", distinct_id: "u", uuid });
  const { seq } = await hoglet.events.after();
  await hoglet.capture({ event: "second", distinct_id: "u" });
  assert.equal(
    (await hoglet.events.after({ seq })).results.map(({ event }) => event),
    ["second"],
  );
  await hoglet.close();
});

after("a page ends before the event that passes limit_bytes, but holds one whatever its size", async () => {
  const hoglet = await filled(10);
  const sizes = (await hoglet.events.after()).results.map(({ size_bytes: size }) => size);
  assert.equal(sizes[0], '{"n":0}'.length);
  const page = await hoglet.events.after({ limit_bytes: 7 * 3 + 6 });
  assert.equal([page.results.length, page.seq], [3, page.results[2]?.seq]);
  assert.is((await hoglet.events.after({ limit_bytes: 1 })).results.length, 1);
  await hoglet.close();
});

after("other projects' events are passed over, and the place goes on beyond them", async () => {
  const hoglet = await filled(3);
  const other = await hoglet.projects.create({ name: "other" });
  assert.equal(await hoglet.events.after({ project: other.id }), { results: [], seq: 3, newest_seq: 3 });
  await hoglet.capture({ event: "y", distinct_id: "u" }, { project: other.id });
  const page = await hoglet.events.after({ project: other.id });
  assert.equal([page.results.map(({ seq, event }) => [seq, event]), page.seq], [[[4, "y"]], 4]);
  await hoglet.close();
});

after("captures under way are waited for, and a place beyond the end stays", async () => {
  const hoglet = await filled(1);
  const capturing = hoglet.capture({ event: "y", distinct_id: "u" });
  assert.is((await hoglet.events.after()).results.length, 2);
  await capturing;
  assert.equal(await hoglet.events.after({ seq: 99 }), { results: [], seq: 99, newest_seq: 2 });
  await hoglet.close();
});

after("elements_chain is the text of web SDKs as it came; null for lists and for none", async () => {
  const hoglet = await createHoglet();
  const properties = [{ $elements_chain: 'a.b:href="/x"' }, { $elements: [{ tag_name: "a" }] }, {}];
  await hoglet.capture(properties.map((each) => ({ event: "x", distinct_id: "u", properties: each })));
  const { results } = await hoglet.events.after();
  assert.equal(
    results.map((each) => each.elements_chain),
    ['a.b:href="/x"', null, null],
  );
  await hoglet.close();
});

after("a limit that cannot be is refused by name", async () => {
  const hoglet = await createHoglet();
  for (const [input, attr] of [
    [{ seq: -1 }, "seq"],
    [{ limit: 0 }, "limit"],
    [{ limit_bytes: 0.5 }, "limit_bytes"],
  ] as const) {
    const error = await hoglet.events.after(input).then(
      () => null,
      (thrown: unknown) => thrown as { attr: string },
    );
    assert.is(error?.attr, attr);
  }
  await hoglet.close();
});

after.run();

const measure = suite("events.measure");

measure("counts and weighs a stretch, and says when its events arrived", async () => {
  const clock = { nowMs: Date.parse("2024-03-01T08:00:00Z") };
  const hoglet = await createHoglet({ now: () => clock.nowMs });
  for (let n = 0; n < 5; n++) {
    await hoglet.capture({ event: "x", distinct_id: "u", properties: { t: "ü".repeat(n) } });
    clock.nowMs += 1000;
  }
  assert.equal(await hoglet.events.measure(), {
    events: 5,
    bytes: bytes(0) + bytes(1) + bytes(2) + bytes(3) + bytes(4),
    seq: 5,
    first_created_at: "2024-03-01T08:00:00Z",
    last_created_at: "2024-03-01T08:00:04Z",
  });
  const middle = await hoglet.events.measure({ seq: 1, until_seq: 4, limit: 2 });
  assert.equal([middle.events, middle.bytes, middle.seq], [2, bytes(1) + bytes(2), 3]);
  assert.equal(await hoglet.events.measure({ seq: 5 }), {
    events: 0,
    bytes: 0,
    seq: 5,
    first_created_at: null,
    last_created_at: null,
  });
  await hoglet.close();
});

whenAll(measure)("more events than are measured in one go are added up", async () => {
  const hoglet = await filled(12_000);
  const { events, seq } = await hoglet.events.measure();
  assert.equal([events, seq], [12_000, 12_000]);
  const some = await hoglet.events.measure({ limit: 7000 });
  assert.equal([some.events, some.seq], [7000, 7000]);
  await hoglet.close();
});

measure("a stretch of other projects' events is passed over, however long it is", async () => {
  const hoglet = await filled(3);
  const { id: project } = await hoglet.projects.create({ name: "other" });
  const others = Array.from({ length: 12_000 }, () => ({ event: "y", distinct_id: "o" }));
  await hoglet.capture(others, { project });
  await hoglet.capture({ event: "x", distinct_id: "u" });
  assert.equal(await pick(hoglet.events.measure()), [4, 12_004]);
  assert.equal(await pick(hoglet.events.measure({ limit: 3 })), [3, 3]);
  assert.equal(await pick(hoglet.events.measure({ project })), [12_000, 12_003]);
  assert.equal((await hoglet.events.measure({ seq: 3, until_seq: 12_003 })).first_created_at, null);
  await hoglet.close();
});

measure.run();

async function pick(whole: Promise<{ events: number; seq: number }>): Promise<number[]> {
  const { events, seq } = await whole;
  return [events, seq];
}

/** The bytes of properties with this number of ü. */
function bytes(n: number): number {
  return '{"t":""}'.length + 2 * n;
}
