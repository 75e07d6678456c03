import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import { createHoglet } from "../../lib/index.ts";
import { deleteEvents, eventsByTime, hasEvents, openDatabase } from "../../lib/log/index.ts";
import { areHoursWrong } from "../../lib/log/event-hours.ts";
import { countByTime, newestByTime } from "../../lib/log/events-by-time.ts";
import { writeNow } from "../../lib/storage/index.ts";
import type { TimePlace } from "../../lib/log/events-by-time.ts";
import type { TimeRange } from "../../lib/log/events-by-time.ts";
import type { Db } from "../../lib/storage/index.ts";
import { compactAll } from "../support/compact.ts";
import { seeds } from "../support/rounds.ts";

const HOUR_MS = 3_600_000;
const EVENTS = 400;

const byTime = suite("eventsByTime, newestByTime and countByTime");

/** An event of the log as the test has stored it. */
interface Known extends TimePlace {
  projectId: number;
}

/** Events of two projects, some hours of which are full and some before 1970; some in chunks, some in rows. */
async function openRandom(seed: number): Promise<{ db: Db; known: Known[] }> {
  const random = createRandom(seed);
  const hoglet = await createHoglet();
  const other = await hoglet.projects.create({ name: "other" });
  const events = Array.from({ length: EVENTS }, () => ({
    timestamp: random.integer(-3, 6) * HOUR_MS + random.pick([0, 1, 1, HOUR_MS - 1, random.integer(0, HOUR_MS - 1)]),
    projectId: random.chance(0.7) ? 1 : other.id,
  }));
  for (const { timestamp, projectId } of events) {
    const event = { event: "x", distinct_id: "u", timestamp: new Date(timestamp).toISOString() };
    await hoglet.capture(event, { project: projectId });
  }
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  let known = events.map((event, index) => Object.assign(event, { seq: index + 1 }));
  compactAll(db, { untilSeq: random.integer(0, EVENTS), chunkBytes: random.integer(100, 3000) });
  const gone = known.filter(() => random.chance(0.1)).map(({ seq }) => seq);
  writeNow(db, () => deleteEvents(db, gone));
  assert.is(areHoursWrong(db), false);
  known = known.filter(({ seq }) => !gone.includes(seq));
  return { db, known };
}

function resultOf<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function wanted(known: readonly Known[], { projectId, fromMs, untilMs, untilSeq }: Required<TimeRange>): TimePlace[] {
  return known
    .filter(
      (each) =>
        each.projectId === projectId && each.timestamp >= fromMs && each.timestamp < untilMs && each.seq <= untilSeq,
    )
    .map(({ seq, timestamp }) => ({ seq, timestamp }))
    .toSorted((a, b) => a.timestamp - b.timestamp || a.seq - b.seq);
}

for (const seed of seeds(3, 8)) {
  byTime(`give what sorting all events gives (seed ${seed})`, async () => {
    const { db, known } = await openRandom(seed);
    const random = createRandom(seed, 1);
    for (let round = 0; round < 40; round++) {
      const fromMs = random.integer(-4, 7) * HOUR_MS + random.pick([0, 1, 500]);
      const range = {
        projectId: random.pick([1, 2]),
        fromMs,
        untilMs: fromMs + random.pick([0, 1, HOUR_MS, 3 * HOUR_MS, 12 * HOUR_MS, 100 * HOUR_MS]),
        untilSeq: random.pick([EVENTS, EVENTS, 0]),
      };
      const expected = wanted(known, range);
      const [limit, offset] = [random.integer(1, 50), random.pick([0, 0, 7, 150])];
      assert.equal([...eventsByTime(db, range, "oldest first")].flat(), expected);
      assert.equal([...eventsByTime(db, range, "newest first")].flat(), expected.toReversed());
      assert.equal(
        resultOf(newestByTime(db, range, { limit, offset })),
        expected.toReversed().slice(offset, offset + limit),
      );
      if (range.untilSeq === EVENTS) {
        assert.is(resultOf(countByTime(db, range)), expected.length);
        assert.is(hasEvents(db, range), expected.length > 0);
      }
    }
    for (const projectId of [1, 2, 3]) {
      const own = wanted(known, { projectId, fromMs: -Infinity, untilMs: Infinity, untilSeq: EVENTS });
      assert.is(hasEvents(db, { projectId }), own.length > 0);
      const first = own[0]?.timestamp ?? 0;
      assert.equal(
        [hasEvents(db, { projectId, untilMs: first }), hasEvents(db, { projectId, untilMs: first + 1 })],
        [false, own.length > 0],
      );
    }
    db.close();
  });
}

byTime("read an hour of many events in parts, in order", async () => {
  const hoglet = await createHoglet();
  const timestamp = "2024-03-01T08:00:00Z";
  await hoglet.capture(Array.from({ length: 12_000 }, () => ({ event: "x", distinct_id: "u", timestamp })));
  for (const compact of [false, true]) {
    const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
    if (compact) compactAll(db, { untilSeq: 8000 });
    const range = { projectId: 1, fromMs: 0, untilMs: 8.64e15, untilSeq: 12_000 };
    const parts = [...eventsByTime(db, range, "newest first")];
    assert.ok(parts.length > 1 && parts.every((part) => part.length <= 5000));
    assert.equal(
      parts.flat().map(({ seq }) => seq),
      Array.from({ length: 12_000 }, (_, index) => 12_000 - index),
    );
    db.close();
  }
  await hoglet.close();
});

for (const order of ["oldest first", "newest first"] as const) {
  byTime(`loses and doubles no event that moves into a chunk between two parts (${order})`, async () => {
    const hoglet = await createHoglet();
    // More than a part, in one hour.
    const events = Array.from({ length: 5100 }, (_, index) => ({
      kind: "event" as const,
      event: "x",
      distinct_id: "u",
      timestamp: new Date((index * 7) % 3_000_000).toISOString(),
    }));
    await hoglet.import(events);
    const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
    await hoglet.close();
    const found: number[] = [];
    for (const part of eventsByTime(db, { projectId: 1 }, order)) {
      found.push(...part.map(({ seq }) => seq));
      compactAll(db, { chunkBytes: 20_000 });
    }
    assert.is(found.length, events.length);
    assert.is(new Set(found).size, events.length);
    db.close();
  });
}

byTime("hasEvents unpacks no chunk to find that a project has events", async () => {
  const { db, known } = await openRandom(1);
  const { projectId = 0 } = known[0] ?? {};
  writeNow(db, () => void db.sql("UPDATE event_texts SET data = zeroblob(10)").run());
  assert.is(hasEvents(db, { projectId }), true);
  db.close();
});

byTime.run();
