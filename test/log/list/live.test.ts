import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createExpressionTests } from "../../../lib/questions/index.ts";
import { toClock } from "../../../lib/base/clock.ts";
import type { FilterNode } from "../../../lib/events/filters/index.ts";
import { createLive, STREAMS_OF_KEY } from "../../../lib/log/list/index.ts";
import type { LiveEvents } from "../../../lib/log/list/live.ts";
import type { LiveEvent } from "../../../lib/log/list/live-batch.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { AnyFilterInput } from "../../../lib/index.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { holdIntervals } from "../../support/hold-intervals.ts";
import { watchPlans } from "../../support/plans.ts";
import { tempFolder } from "../../support/temp-folder.ts";

/** The events of batches that were taken and not looked at yet. */
const atHand = new WeakMap<LiveEvents, LiveEvent[]>();

/** The next event; undefined = the stream has ended. */
async function nextEvent(events: LiveEvents): Promise<LiveEvent | undefined> {
  const [first, ...rest] = atHand.get(events) ?? [];
  if (first === undefined) {
    const { done, value } = await events.next();
    if (done) return undefined;
    atHand.set(events, [...value.events]);
    return nextEvent(events);
  }
  atHand.set(events, rest);
  return first;
}

async function take(events: LiveEvents, count: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < count) {
    const event = await nextEvent(events);
    if (event === undefined) break;
    names.push(event.record.event);
  }
  return names;
}

/** A file with a handle that captures, and live listeners on a second connection, like those of another process. */
async function twoSides() {
  const folder = tempFolder();
  const hoglet = await createHoglet({ file: folder.file("live.db") });
  const db = openDatabase({ file: folder.file("live.db"), durability: "normal" });
  const live = createLive({
    db,
    clock: toClock(undefined),
    expressions: createExpressionTests({ db, clock: toClock(undefined) }),
  });
  const close = async () => {
    live.close();
    db.close();
    await hoglet.close();
    folder.remove();
  };
  return { hoglet, live, db, close, projectId: hoglet.project.id };
}

const subscribing = suite("subscribe");

subscribing("gives what is committed after the call, in the order of arrival, and nothing older", async () => {
  const { hoglet, live, close, projectId } = await twoSides();
  await hoglet.capture({ event: "before", distinct_id: "u1" });
  const events = live.subscribe(projectId);
  await hoglet.capture([
    { event: "one", distinct_id: "u1", timestamp: "2024-03-02T00:00:00Z" },
    { event: "two", distinct_id: "u2", timestamp: "2024-03-01T00:00:00Z" },
  ]);
  assert.equal(await take(events, 2), ["one", "two"]);
  await close();
});

subscribing("wakes at once when told of a commit", async () => {
  const { hoglet, live, close, projectId } = await twoSides();
  // The poll, which would find it in the end.
  const polls = holdIntervals();
  const keepAlive = setTimeout(() => {}, 600_000);
  try {
    const next = take(live.subscribe(projectId), 1);
    await hoglet.capture({ event: "one", distinct_id: "u1" });
    assert.is(polls.held(), 1);
    live.publish();
    assert.equal(await next, ["one"]);
  } finally {
    polls.release();
    clearTimeout(keepAlive);
  }
  await close();
});

subscribing(
  "ends with the error, and the process goes on, when the database fails while nobody publishes",
  async () => {
    const { live, close, projectId, db } = await twoSides();
    const next = live.subscribe(projectId).next();
    db.close();
    const keepAlive = setTimeout(() => {}, 600_000);
    const error = await next.then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.match(String(error), /database connection is not open/);
    clearTimeout(keepAlive);
    await close();
  },
);

subscribing("finds what another process committed without being told", async () => {
  const { hoglet, live, close, projectId } = await twoSides();
  const next = take(live.subscribe(projectId), 1);
  await hoglet.capture({ event: "one", distinct_id: "u1" });
  // The poll's timer is unreferenced: something else must keep the process alive meanwhile.
  const keepAlive = setTimeout(() => {}, 600_000);
  assert.equal(await next, ["one"]);
  clearTimeout(keepAlive);
  await close();
});

// Measured on 10 M events: by the index of its project, each wake-up of one listener took 0.5 to 3 s of everybody's time.
subscribing("reads what is new by the log's own key, however large the log is", async () => {
  const { hoglet, db, close, projectId } = await twoSides();
  const watched = watchPlans(db);
  const live = createLive({
    db: watched.db,
    clock: toClock(undefined),
    expressions: createExpressionTests({ db, clock: toClock(undefined) }),
  });
  const events = live.subscribe(projectId, { event: "one", distinct_id: "u1" });
  await hoglet.capture({ event: "one", distinct_id: "u1" });
  assert.equal(await take(events, 1), ["one"]);
  const plans = watched.plans().filter(({ text }) => /FROM (main\.)?events/.test(text));
  assert.ok(plans.length >= 3, "the newest place, the window and the row");
  for (const { text, lines } of plans)
    assert.not.match(lines.join(), /events_by_|SCAN (main\.)?events\b|SCAN t\b/, text);
  live.close();
  await close();
});

subscribing("filters by name and distinct id, and knows only its project", async () => {
  const { hoglet, live, close, projectId } = await twoSides();
  const other = await hoglet.projects.create({ name: "other" });
  const byName = live.subscribe(projectId, { event: "paid" });
  const byId = live.subscribe(projectId, { event: "", distinct_id: "u2" });
  const byProject = live.subscribe(other.id);
  await hoglet.capture([
    { event: "viewed", distinct_id: "u1" },
    { event: "seen", distinct_id: "u2" },
    { event: "paid", distinct_id: "u1" },
  ]);
  await hoglet.capture({ event: "elsewhere", distinct_id: "u1" }, { project: other.id });
  assert.equal(await take(byName, 1), ["paid"]);
  assert.equal(await take(byId, 1), ["seen"]);
  assert.equal(await take(byProject, 1), ["elsewhere"]);
  await close();
});

subscribing("takes up after a place in the log and loses nothing, however slowly it is read", async () => {
  const { hoglet, live, close, projectId } = await twoSides();
  const names = Array.from({ length: 1200 }, (_, n) => `e${n}`);
  await hoglet.capture(names.map((event) => ({ event, distinct_id: "u1" })));
  const first = live.subscribe(projectId, { afterSeq: 0 });
  assert.equal(await take(first, 700), names.slice(0, 700));
  const last = await nextEvent(first);
  await first.return?.();
  assert.ok(last);
  const resumed = live.subscribe(projectId, { afterSeq: last.seq });
  await hoglet.capture({ event: "late", distinct_id: "u1" });
  assert.equal(await take(resumed, 500), [...names.slice(701), "late"]);
  await close();
});

subscribing("ends when it is left, also while it waits", async () => {
  const { live, close, projectId } = await twoSides();
  const events = live.subscribe(projectId);
  const waiting = events.next();
  await events.return?.();
  assert.is((await waiting).done, true);
  assert.is((await events.next()).done, true);
  await close();
});

subscribing("ends when the live side closes, before, while and after it waits, and with events at hand", async () => {
  const { hoglet, live, close, projectId } = await twoSides();
  await hoglet.capture(["one", "two"].map((event) => ({ event, distinct_id: "u1" })));
  const reading = live.subscribe(projectId, { afterSeq: 0 });
  assert.equal(await take(reading, 1), ["one"]);
  const idle = live.subscribe(projectId);
  const waiting = live.subscribe(projectId).next();
  live.close();
  live.close();
  assert.is((await waiting).done, true);
  assert.is((await idle.next()).done, true);
  assert.is((await reading.next()).done, true);
  assert.is((await live.subscribe(projectId).next()).done, true);
  await close();
});

subscribing(
  "reads and writes an event once for all streams that want it, and wakes many of them in turns",
  async () => {
    const { hoglet, db, close, projectId } = await twoSides();
    let reads = 0;
    const sql: typeof db.sql = ((text: string) => {
      if (text.includes("person_created_at") && text.includes("WHERE seq = @seq")) reads += 1;
      return db.sql(text);
    }) as typeof db.sql;
    const live = createLive({
      db: { ...db, sql },
      clock: toClock(undefined),
      expressions: createExpressionTests({ db, clock: toClock(undefined) }),
    });
    const streams = Array.from({ length: 40 }, () => live.subscribe(projectId));
    const other = live.subscribe(projectId, { event: "e1" });
    const waiting = [...streams, other].map((stream) => stream.next());
    await hoglet.capture(Array.from({ length: 20 }, (_, n) => ({ event: `e${n % 2}`, distinct_id: "u1" })));
    live.publish();
    const keepAlive = setTimeout(() => {}, 600_000);
    const batches = (await Promise.all(waiting)).map(({ value }) => value);
    clearTimeout(keepAlive);
    const [first] = batches;
    assert.is(first?.events.length, 20);
    assert.is(batches.at(-1)?.events.length, 10);
    for (const batch of batches.slice(0, -1)) assert.is(batch, first);
    assert.is(reads, 20 + 10);
    live.close();
    await close();
  },
);

subscribing("ends a batch after some 256 kB, and goes on behind it", async () => {
  const { hoglet, live, close, projectId } = await twoSides();
  const note = "x".repeat(100_000);
  await hoglet.capture(
    Array.from({ length: 7 }, (_, n) => ({ event: `e${n}`, distinct_id: "u1", properties: { note } })),
  );
  const events = live.subscribe(projectId, { afterSeq: 0 });
  const sizes: number[] = [];
  while (sizes.reduce((sum, size) => sum + size, 0) < 7) sizes.push((await events.next()).value?.events.length ?? 7);
  assert.equal(sizes, [3, 3, 1]);
  await close();
});

subscribing("tests an event again for the next stream when a cohort has changed without an event", async () => {
  const { hoglet, live, close, projectId } = await twoSides();
  await hoglet.capture(["u1", "u2"].map((id) => ({ event: `of ${id}`, distinct_id: id, properties: { $set: {} } })));
  const { id } = await hoglet.cohorts.create({ name: "Chosen", is_static: true });
  const isChosen: FilterNode = { type: "cohort", key: "id", value: [id], negation: false };
  const read = async () => {
    const events = live.subscribe(projectId, { afterSeq: 0, properties: { type: "AND", values: [isChosen] } });
    const event = await nextEvent(events);
    await events.return?.();
    return event?.record.event;
  };
  await hoglet.cohorts.addMembers(id, { distinct_ids: ["u2"] });
  assert.is(await read(), "of u2");
  await hoglet.cohorts.addMembers(id, { distinct_ids: ["u1"] });
  assert.is(await read(), "of u1");
  await close();
});

subscribing("gives a key so many streams, and a new one when one of them has ended", async () => {
  const { hoglet, live, close, projectId } = await twoSides();
  await hoglet.capture({ event: "one", distinct_id: "u1" });
  const open = () => live.subscribe(projectId, { afterSeq: 0 }, { keyId: "k" });
  const streams = Array.from({ length: STREAMS_OF_KEY }, open);
  for (const stream of streams) await stream.next();
  assert.throws(open, (error: { code?: string }) => error.code === "throttled");
  assert.is(
    await take(live.subscribe(projectId, { afterSeq: 0 }, { keyId: "other" }), 1).then(([name]) => name),
    "one",
  );
  await streams[0]?.return?.();
  assert.is((await open().next()).done, false);
  await close();
});

subscribing(
  "gives streams that are woken together the same batch, although events are captured meanwhile",
  async () => {
    const { hoglet, live, close, projectId } = await twoSides();
    const streams = Array.from({ length: 40 }, () => live.subscribe(projectId));
    const keepAlive = setTimeout(() => {}, 600_000);
    let captured = 0;
    const capture = () => hoglet.capture({ event: `event ${captured++}`, distinct_id: "u" }).then(() => live.publish());
    const waiting = streams.map((stream) => stream.next());
    await capture();
    const seen = await Promise.all(waiting.map((next) => next.then(({ value }) => capture().then(() => value))));
    assert.is(new Set(seen).size, 1);
    // The events that came meanwhile are missed by none.
    for (const stream of streams) assert.is((await take(stream, 40)).length, 40);
    clearTimeout(keepAlive);
    await close();
  },
);

subscribing.run();

const listening = suite("listenToEvents");

listening("gives the records of a handle, and ends when the handle closes", async () => {
  const hoglet = await createHoglet();
  const events = hoglet.events.live({ distinct_id: "u1" });
  await hoglet.capture([
    { event: "other", distinct_id: "u2" },
    { event: "mine", distinct_id: "u1" },
  ]);
  const { value } = await events.next();
  assert.equal([value?.event, value?.distinct_id], ["mine", "u1"]);
  const waiting = events.next();
  await hoglet.close();
  assert.is((await waiting).done, true);
});

listening("gives what the list gives for the same property filters, in whatever shape they come", async () => {
  const hoglet = await createHoglet();
  await hoglet.capture({ event: "$set", distinct_id: "u1", properties: { $set: { vip: true } } });
  const filters: AnyFilterInput[] = [
    { key: "plan", value: ["pro", "team"] },
    { key: "amount", operator: "gt", value: 5 },
    { key: "plan", operator: "is_not_set" },
    { key: "vip", value: "true", type: "person" },
  ];
  for (const filter of filters) {
    const properties = filter.type === "person" ? JSON.stringify([filter]) : [filter];
    const events = hoglet.events.live({ properties });
    const sent = ["pro", "free", undefined].flatMap((plan) =>
      [3, 7].flatMap((amount) =>
        ["u1", "u2"].map((id) => ({ event: "paid", distinct_id: id, properties: { ...(plan && { plan }), amount } })),
      ),
    );
    const before = (await hoglet.events.list({ event: "paid", limit: 1 })).count;
    await hoglet.capture(sent);
    const { results } = await hoglet.events.list({ event: "paid", properties, limit: 1000 });
    const listed = new Set(results.map(({ uuid }) => uuid));
    const all = await hoglet.events.after({ limit: 10_000 });
    const expected = all.results.slice(before + 1).filter(({ uuid }) => listed.has(uuid));
    const found: string[] = [];
    while (found.length < expected.length) found.push((await events.next()).value?.uuid ?? "");
    assert.ok(expected.length > 0 && expected.length < sent.length, JSON.stringify(filter));
    assert.equal(
      found,
      expected.map(({ uuid }) => uuid),
    );
    await events.return?.();
  }
  await hoglet.close();
});

listening("shows nothing that was deleted before the reader asked for it", async () => {
  const hoglet = await createHoglet();
  const events = hoglet.events.live();
  await hoglet.capture(["one", "two", "three"].map((event) => ({ event, distinct_id: "u1" })));
  assert.is((await events.next()).value?.event, "one");
  await hoglet.deletions.request({ kind: "events_by_name", key: "two" });
  await hoglet.deletions.runNow();
  assert.is((await events.next()).value?.event, "three");
  await events.return?.();
  await hoglet.close();
});

listening("refuses property filters that cannot be read", async () => {
  const hoglet = await createHoglet();
  assert.throws(
    () => hoglet.events.live({ properties: "[" }),
    (error: Error) => /property filters as JSON text/.test(error.message),
  );
  await hoglet.close();
});

listening("can be left while it waits", async () => {
  const hoglet = await createHoglet();
  const events = hoglet.events.live();
  const waiting = events.next();
  await events.return?.();
  assert.is((await waiting).done, true);
  await hoglet.close();
});

listening.run();
