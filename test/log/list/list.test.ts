import Database from "better-sqlite3";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { personUuid } from "../../../lib/base/ids.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet } from "../../../lib/index.ts";
import { headSumSql, originSum, textSum } from "../../../lib/log/event-sums.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { whenAll } from "../../support/rounds.ts";
import { refusal } from "../../support/refusal.ts";

const NOW = "2024-03-10T12:00:00Z";

type Query = Parameters<Hoglet["events"]["list"]>[0];

/** A uuid that ends in the number; `numbers` tells events apart by it. */
function uuid(number: number): string {
  return `018df000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}

async function numbers(hoglet: Hoglet, query?: Query): Promise<number[]> {
  const { results } = await hoglet.events.list(query);
  return results.map((event) => Number(event.uuid.slice(-4)));
}

/** Eight o'clock on a day of March 2024. */
function at(day: number): string {
  return `2024-03-0${day}T08:00:00Z`;
}

/** Six events of three people; u1 and anon are one person. */
async function filled(): Promise<Hoglet> {
  const hoglet = await createHoglet({ now: NOW });
  await hoglet.capture([
    { uuid: uuid(1), event: "viewed", distinct_id: "anon", timestamp: at(1), properties: { plan: "free", n: 1 } },
    {
      uuid: uuid(2),
      event: "$identify",
      distinct_id: "u1",
      timestamp: at(2),
      properties: { $anon_distinct_id: "anon" },
    },
    {
      uuid: uuid(3),
      event: "viewed",
      distinct_id: "u1",
      timestamp: at(3),
      properties: { plan: "pro", n: 3 },
      $set: { country: "NO" },
    },
    {
      uuid: uuid(4),
      event: "viewed",
      distinct_id: "u2",
      timestamp: at(3),
      properties: { plan: "pro", $groups: { org: "o1" } },
    },
    { uuid: uuid(5), event: "paid", distinct_id: "u1", timestamp: at(2), properties: { n: 5 } },
    {
      uuid: uuid(6),
      event: "viewed",
      distinct_id: "ghost",
      timestamp: at(5),
      properties: { $process_person_profile: false },
    },
  ]);
  return hoglet;
}

const listing = suite("listEvents");

listing("lists all events by time, newest first, and by arrival where the times are equal", async () => {
  const hoglet = await filled();
  assert.equal(await numbers(hoglet), [6, 4, 3, 5, 2, 1]);
  assert.is((await hoglet.events.list()).count, 6);
});

listing("shows what was stored, with the time of arrival", async () => {
  const hoglet = await createHoglet({ now: NOW });
  await hoglet.capture({
    uuid: uuid(1),
    event: "$autocapture",
    distinct_id: "u1",
    timestamp: "2024-03-01T08:15:30.250Z",
    properties: { plan: "pro", $elements_chain: 'a.btn:text="Buy";body' },
  });
  const { results } = await hoglet.events.list();
  assert.equal(results, [
    {
      uuid: uuid(1),
      event: "$autocapture",
      distinct_id: "u1",
      person_id: personUuid(1, "u1"),
      timestamp: "2024-03-01T08:15:30.250000Z",
      created_at: NOW,
      properties: { plan: "pro" },
      elements: [{ tag_name: "a", text: "Buy", attr_class: ["btn"] }, { tag_name: "body" }],
    },
  ]);
});

listing("pages through all of it and counts all of it", async () => {
  const hoglet = await filled();
  const page = await hoglet.events.list({ limit: 2, offset: 1 });
  assert.is(page.count, 6);
  assert.equal(
    page.results.map((event) => event.uuid),
    [uuid(4), uuid(3)],
  );
  assert.equal(await numbers(hoglet, { limit: 2, offset: 6 }), []);
  assert.equal(await numbers(hoglet, { event: "viewed", limit: 2, offset: 1 }), [4, 3]);
});

listing("filters by name, and an unknown name has no events", async () => {
  const hoglet = await filled();
  assert.equal(await numbers(hoglet, { event: "viewed" }), [6, 4, 3, 1]);
  assert.equal(await hoglet.events.list({ event: "nothing" }), { count: 0, results: [] });
});

listing("filters by one distinct id, not by its person", async () => {
  const hoglet = await filled();
  assert.equal(await numbers(hoglet, { distinct_id: "u1" }), [3, 5, 2]);
  assert.equal(await numbers(hoglet, { distinct_id: "anon" }), [1]);
  assert.equal(await numbers(hoglet, { distinct_id: "nobody" }), []);
});

listing("filters by person, by integer id and by UUID, over all of the person's ids", async () => {
  const hoglet = await filled();
  const { results } = await hoglet.persons.list({ distinct_id: "anon" });
  const person = results[0];
  assert.ok(person);
  assert.equal(await numbers(hoglet, { person_id: person.id }), [3, 5, 2, 1]);
  assert.equal(await numbers(hoglet, { person_id: String(person.id) }), [3, 5, 2, 1]);
  assert.equal(await numbers(hoglet, { person_id: person.uuid.toUpperCase() }), [3, 5, 2, 1]);
  const shown = await hoglet.events.list({ distinct_id: "anon" });
  assert.is(shown.results[0]?.person_id, person.uuid);
  assert.is((await refusal(hoglet.events.list({ person_id: "u1" }))).attr, "person_id");
});

listing("shows and finds a personless event by the UUID that its person would have", async () => {
  const hoglet = await filled();
  const { results } = await hoglet.events.list({ distinct_id: "ghost" });
  assert.is(results[0]?.person_id, personUuid(1, "ghost"));
  assert.equal(await numbers(hoglet, { person_id: personUuid(1, "ghost") }), [6]);
  assert.equal(await numbers(hoglet, { person_id: personUuid(1, "nobody") }), []);
});

listing("shows no person for an imported id that nobody claims", async () => {
  const hoglet = await createHoglet();
  const line = { kind: "event", event: "viewed", distinct_id: "loose", timestamp: "2024-03-01T00:00:00Z" };
  await hoglet.import([line], { persons: "given" });
  assert.is((await hoglet.events.list()).results[0]?.person_id, null);
});

listing("filters by name and person together", async () => {
  const hoglet = await filled();
  assert.equal(await numbers(hoglet, { event: "viewed", distinct_id: "u1" }), [3]);
  const [person] = (await hoglet.persons.list({ distinct_id: "u1" })).results;
  assert.equal(await numbers(hoglet, { person_id: person?.id ?? 0, distinct_id: "anon" }), [1]);
  assert.equal(await numbers(hoglet, { person_id: person?.id ?? 0, distinct_id: "u2" }), []);
});

listing("filters by time, without the bounds themselves", async () => {
  const hoglet = await filled();
  assert.equal(await numbers(hoglet, { after: "2024-03-02T08:00:00Z" }), [6, 4, 3]);
  assert.equal(await numbers(hoglet, { before: "2024-03-02T08:00:00Z" }), [1]);
  assert.equal(await numbers(hoglet, { after: "2024-03-02T09:59:00+02:00", before: "2024-03-03" }), [5, 2]);
  assert.equal(await numbers(hoglet, { after: "2024-03-02T07:59", before: "2024-03-05 08:00:00" }), [4, 3, 5, 2]);
  assert.equal(await numbers(hoglet, { event: "viewed", before: "2024-03-03" }), [1]);
});

listing("refuses a time that it cannot read", async () => {
  const hoglet = await createHoglet();
  for (const after of ["yesterday", "2024-13-01", "12"]) {
    const { status, attr } = await refusal(hoglet.events.list({ after }));
    assert.equal({ status, attr }, { status: 400, attr: "after" }, after);
  }
});

listing("filters by properties of the event, as values or as JSON text, and counts what passes", async () => {
  const hoglet = await filled();
  const properties = [{ key: "plan", value: "pro" }];
  assert.equal(await numbers(hoglet, { properties }), [4, 3]);
  assert.equal(await numbers(hoglet, { properties: JSON.stringify(properties) }), [4, 3]);
  const page = await hoglet.events.list({ properties, limit: 1, offset: 1 });
  assert.equal([page.count, page.results[0]?.uuid], [2, uuid(3)]);
  assert.equal(await numbers(hoglet, { properties, distinct_id: "u1" }), [3]);
  assert.equal(await numbers(hoglet, { properties: [{ key: "n", operator: "gt", value: 2 }], event: "paid" }), [5]);
  assert.is((await refusal(hoglet.events.list({ properties: "{" }))).attr, "properties");
  // @ts-expect-error the compiler refuses it too
  const unknown = hoglet.events.list({ properties: [{ key: "n", operator: "about", value: 1 }] });
  assert.is((await refusal(unknown)).attr, "properties__0__operator");
});

listing("filters by person, group and cohort as they are now", async () => {
  const hoglet = await filled();
  await hoglet.capture({
    event: "$groupidentify",
    distinct_id: "u2",
    properties: { $group_type: "org", $group_key: "o1", $group_set: { size: "big" } },
  });
  await hoglet.import([{ kind: "cohort", id: 3, name: "second", is_static: true, members: ["u2"] }]);
  const fromNorway = [{ key: "country", type: "person", value: "NO" }] as const;
  assert.equal(await numbers(hoglet, { properties: fromNorway }), [3, 5, 2, 1]);
  const ofBig = [{ key: "size", type: "group", group_type_index: 0, value: "big" }] as const;
  assert.equal(await numbers(hoglet, { properties: ofBig, event: "viewed" }), [4]);
  const members = [{ key: "id", type: "cohort", value: 3 }] as const;
  assert.equal(await numbers(hoglet, { properties: members, event: "viewed" }), [4]);
});

listing("an event of nobody passes no filter on persons, a personless one may", async () => {
  const hoglet = await createHoglet();
  const line = {
    kind: "event",
    event: "viewed",
    distinct_id: "loose",
    timestamp: "2024-03-01T00:00:00Z",
    uuid: uuid(1),
  };
  await hoglet.import([line], { persons: "given" });
  await hoglet.capture({
    uuid: uuid(2),
    event: "viewed",
    distinct_id: "ghost",
    properties: { $process_person_profile: false },
  });
  const unset = [{ key: "country", type: "person", operator: "is_not_set" }] as const;
  assert.equal(await numbers(hoglet, { properties: unset }), [2]);
});

listing("sees only its own project", async () => {
  const hoglet = await filled();
  const other = await hoglet.projects.create({ name: "other" });
  const project = other.id;
  await hoglet.capture({ uuid: uuid(9), event: "viewed", distinct_id: "u1" }, { project });
  assert.equal(await numbers(hoglet, { project }), [9]);
  assert.equal(await numbers(hoglet, { project, event: "viewed" }), [9]);
  assert.equal(await numbers(hoglet, { project, distinct_id: "u1" }), [9]);
  assert.equal(await numbers(hoglet, { project, distinct_id: "u2" }), []);
  const [person] = (await hoglet.persons.list({ distinct_id: "u2" })).results;
  assert.equal(await numbers(hoglet, { project, person_id: person?.id ?? 0 }), []);
});

listing("agrees with a naive reading on a log of several chunks, while events keep coming", async () => {
  const hoglet = await createHoglet({ now: NOW });
  const startMs = Date.parse("2024-03-01T00:00:00Z");
  // Times repeat and go back and forth, without randomness, so that a failure can be repeated.
  const lines = Array.from({ length: 12_000 }, (_, n) => ({
    kind: "event",
    uuid: uuid(n),
    event: n % 3 === 0 ? "paid" : "viewed",
    distinct_id: `u${(n * 7) % 11}`,
    timestamp: new Date(startMs + ((n * 7919) % 500) * 1000).toISOString(),
    properties: { n: n % 5 },
  }));
  await hoglet.import(lines);
  const expected = (passes: (line: (typeof lines)[number]) => boolean) =>
    lines
      .map((line, seq) => ({ line, seq }))
      .filter(({ line }) => passes(line))
      .toSorted(
        (a, b) =>
          (a.line.timestamp < b.line.timestamp ? 1 : -1) * Number(a.line.timestamp !== b.line.timestamp) ||
          b.seq - a.seq,
      )
      .map(({ line }) => line.uuid);
  const check = async (query: Query, passes: (line: (typeof lines)[number]) => boolean) => {
    const all = expected(passes);
    const page = await hoglet.events.list({ ...query, limit: 7, offset: 3 });
    assert.is(page.count, all.length, JSON.stringify(query));
    assert.equal(
      page.results.map((event) => event.uuid),
      all.slice(3, 10),
      JSON.stringify(query),
    );
  };
  await check({}, () => true);
  await check({ event: "paid" }, (line) => line.event === "paid");
  await check({ distinct_id: "u4" }, (line) => line.distinct_id === "u4");
  await check({ event: "paid", distinct_id: "u4" }, (line) => line.event === "paid" && line.distinct_id === "u4");
  await check({ properties: [{ key: "n", value: 2 }] }, (line) => line.properties.n === 2);
  await check(
    { distinct_id: "u4", properties: { n: 2 } },
    (line) => line.distinct_id === "u4" && line.properties.n === 2,
  );

  await hoglet.capture({ uuid: uuid(99_999), event: "paid", distinct_id: "u4" });
  assert.equal((await hoglet.events.list({ distinct_id: "u4", limit: 1 })).results[0]?.uuid, uuid(99_999));
});

whenAll(listing)(
  "counts a large log exactly, without stopping the event loop and as of the moment of the page",
  async () => {
    const folder = tempFolder();
    const hoglet = await createHoglet({ now: NOW, file: folder.file("a.db") });
    await hoglet.capture({ uuid: uuid(0), event: "first", distinct_id: "u", timestamp: at(1) });
    const other = new Database(folder.file("a.db"));
    other.function("origin_sum", (bytes) => originSum(bytes as Buffer, 0));
    // A third of the events share their time with many others, also across the parts in which events are counted.
    const ms = "(1709280000000 + iif(i % 3 = 0, 0, i))";
    other.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 130000)
     INSERT INTO events (seq, project_id, uuid, event_name_id, distinct_id_id, timestamp, received_at, properties, head_sum, text_sum, origin_sum)
     SELECT i + 1, 1, cast(printf('%016d', i) AS BLOB), 1, 1, ${ms}, 0, '{}', ${headSumSql(["(i + 1)", "1", "1", "1", ms])},
       ${textSum("{}", null)}, origin_sum(cast(printf('%016d', i) AS BLOB)) FROM n`,
    );
    other.close();
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0).unref();
    for (const [query, count] of [
      [{}, 130_001],
      [{ event: "first" }, 130_002],
      [{ after: "2024-03-01T08:00:00Z" }, 86_667],
      [{ before: "2024-03-01T08:02:00.001Z" }, 43_333 + 80_000 + 2],
    ] as const) {
      const asked = hoglet.events.list({ ...query, limit: 1 });
      if (count === 130_001) await hoglet.capture({ event: "first", distinct_id: "u", timestamp: at(1) });
      assert.is((await asked).count, count, JSON.stringify(query));
    }
    // A question that an index answers takes no turn.
    assert.ok(turns > 10, `the loop had ${turns} turns`);
    clearInterval(timer);
    await hoglet.close();
    folder.remove();
  },
);

listing.run();
