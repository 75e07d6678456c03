import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { createHoglet } from "../../../lib/index.ts";
import { columnsEngine } from "../../../lib/engines/columns/index.ts";
import { columnRunners, createExpressionTests } from "../../../lib/questions/index.ts";
import { findMatching } from "../../../lib/questions/matching/index.ts";
import { toClock } from "../../../lib/base/clock.ts";
import { parse } from "../../../lib/base/parse.ts";
import { parseFilters } from "../../../lib/events/filters/index.ts";
import { openDatabase } from "../../../lib/log/index.ts";
import { EventListQuery, listEvents, walkEvents } from "../../../lib/log/list/index.ts";
import type { MatchingQuery } from "../../../lib/log/list/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { compactAll } from "../../support/compact.ts";

const EVENTS = 2000;

/** A log whose events arrived in no order of time, in many chunks, the last of them in rows. */
async function shuffledLog(): Promise<{ db: Db; times: number[] }> {
  const random = createRandom(3);
  const hoglet = await createHoglet();
  const times = Array.from({ length: EVENTS }, () => random.integer(0, 90 * 24 * 3_600_000));
  await hoglet.capture(
    times.map((timestamp, index) => ({
      event: index % 2 === 0 ? "seen" : "paid",
      distinct_id: `u${index % 20}`,
      timestamp: new Date(timestamp).toISOString(),
      properties: { place: index, plan: index % 100 === 0 ? "rare" : "free" },
    })),
  );
  const db = openDatabase({ file: undefined, contents: await hoglet.serialize(), durability: "normal" });
  await hoglet.close();
  compactAll(db, { untilSeq: EVENTS - 100, chunkBytes: 1000 });
  return { db, times };
}

/** The same connection, which counts how often chunks are read for their heads alone, and for their texts. */
function counted(db: Db): { db: Db; reads: { heads: number; texts: number } } {
  const reads = { heads: 0, texts: 0 };
  const sql: Db["sql"] = ((text: string) => {
    const statement = db.sql(text);
    if (!/event_texts/.test(text) || !/\bdata\b/.test(text)) return statement;
    return new Proxy(statement, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          if (name === "get") reads[/first_seq = \?/.test(text) ? "heads" : "texts"] += 1;
          const result: unknown = Reflect.apply(member, target, args);
          return result === target ? statement : result;
        };
      },
    });
  }) as Db["sql"];
  return { db: { ...db, sql }, reads };
}

const shuffled = suite("a list over events in no order of time");

const project = { id: 1 };

/** The resources of lists over a connection; the engine reads by another, as it does in its thread. */
function contextOf(db: Db, engineDb: Db) {
  const clock = toClock(undefined);
  const engine = columnsEngine(engineDb, columnRunners());
  return {
    db,
    expressions: createExpressionTests({ db, clock }),
    findMatching: (query: MatchingQuery) => findMatching({ db: engineDb, clock, engine }, query),
  };
}

shuffled("reads each chunk at most once for its texts, and those of the page alone, whatever the filter", async () => {
  const { db, times } = await shuffledLog();
  const chunks = db.sql<number>("SELECT count(*) FROM event_texts").pluck().get() ?? 0;
  assert.ok(chunks > 30);
  const rare = [{ key: "plan", value: "rare" }];
  for (const query of [{ properties: rare }, { properties: rare, event: "seen" }, { limit: 1000 }]) {
    const watched = counted(db);
    const list = parse(EventListQuery, { limit: 1000, ...query });
    const { count, results } = await listEvents(contextOf(watched.db, db), project, list);
    const isWanted = (place: number) => !("properties" in query) || place % 100 === 0;
    const expected = [...times.keys()]
      .filter(isWanted)
      .toSorted((a, b) => (times[b] as number) - (times[a] as number) || b - a);
    assert.is(count, expected.length);
    assert.equal(
      results.map(({ properties }) => properties["place"]),
      expected.slice(0, 1000),
    );
    // Events without a chunk look for one.
    const most = "properties" in query ? results.length : chunks + 200;
    assert.ok(watched.reads.texts <= most, `${watched.reads.texts} readings of ${chunks} chunks`);
    // Stretches of hours grow to the size of this log in about ten steps.
    assert.ok(watched.reads.heads < 12 * chunks, `${watched.reads.heads} readings of ${chunks} chunks`);
  }
  db.close();
});

shuffled("is walked over in order, chunks again for each batch and not for each event", async () => {
  const { db, times } = await shuffledLog();
  const chunks = db.sql<number>("SELECT count(*) FROM event_texts").pluck().get() ?? 0;
  const watched = counted(db);
  const pages = await walkEvents(contextOf(watched.db, db), project, parse(EventListQuery, {}));
  const places: unknown[] = [];
  for await (const page of pages()) places.push(...page.map(({ properties }) => properties["place"]));
  assert.equal(
    places,
    [...times.keys()].toSorted((a, b) => (times[b] as number) - (times[a] as number) || b - a),
  );
  assert.ok(watched.reads.texts <= 2 * chunks + 200, `${watched.reads.texts} readings of ${chunks} chunks`);
  db.close();
});

shuffled(
  "is found part by part: each goes on behind the last place of the one before, and ends at a place of the log",
  async () => {
    const { db, times } = await shuffledLog();
    const { findMatching: find } = contextOf(db, db);
    const filter = parseFilters([{ key: "plan", value: "rare" }], "properties");
    const wanted = {
      projectId: 1,
      event: null,
      ordinals: null,
      filter,
      afterMs: -1,
      offset: 0,
      untilSeq: EVENTS - 150,
    };
    const found: number[] = [];
    for (let before = { timestamp: 8.64e15, seq: 0 }; ;) {
      const { seqs, times: instants } = await find({ ...wanted, before, limit: 3 });
      found.push(...seqs);
      if (seqs.length < 3) break;
      before = { timestamp: instants[2] as number, seq: seqs[2] as number };
    }
    const expected = [...times.keys()]
      .filter((place) => place % 100 === 0 && place < EVENTS - 150)
      .toSorted((a, b) => (times[b] as number) - (times[a] as number) || b - a);
    assert.equal(
      found,
      expected.map((place) => place + 1),
    );
    db.close();
  },
);

shuffled.run();
