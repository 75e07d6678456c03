import { createHash } from "node:crypto";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { HogletError } from "../../../lib/base/errors.ts";
import { createHoglet } from "../../../lib/index.ts";
import type { HogletOptions } from "../../../lib/index.ts";
import type { EventEntry, OpenEngine } from "../../../lib/engine.ts";
import { openDatabase } from "../../../lib/storage/index.ts";
import { compactAll } from "../../support/compact.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const leave = suite("keepLocalEventsFor");

const DAY_MS = 86_400_000;
const BEGIN_MS = Date.parse("2024-03-01T00:00:00Z");

const EVENTS = Array.from({ length: 40 }, (_, index) => ({
  event: "x",
  distinct_id: `u${index % 3}`,
  uuid: `018df8d8-0000-7000-8000-${String(index).padStart(12, "0")}`,
  properties: { index, text: "ä".repeat(index) },
}));

/** An engine that keeps the events of the feed in memory, as a copy on another machine does. It answers no question. */
function copy(change: (entries: EventEntry[]) => EventEntry[] = (entries) => entries): OpenEngine {
  return ({ feed }) => {
    const read = async () => {
      let mark = await feed.follow("copy");
      for (;;) {
        const batch = await feed.read(mark);
        for (const entry of batch.entries) {
          if (entry.kind === "event") stored.set(entry.seq, entry);
          if (entry.kind === "gone-event") stored.delete(entry.seq);
        }
        mark = batch.mark;
        await feed.confirm("copy", mark);
        if (batch.isCurrent) return;
      }
    };
    return {
      ask: () => Promise.reject(new Error("It answers no question.")),
      status: async () => ({
        name: "copy",
        state: "current",
        behind: { events: 0, changes: 0 },
        percent: 100,
        stored: 0,
        currentMs: null,
        trouble: null,
      }),
      archive: {
        async prove({ fromSeq, untilSeq }) {
          await read();
          const events = change([...stored.values()].filter(({ seq }) => seq >= fromSeq && seq <= untilSeq));
          const sum = events.reduce((total, event) => (total + digest(event)) % 2n ** 64n, 0n);
          return { events: events.length, sum: String(sum) };
        },
        read: async (places) => change(places.flatMap(({ seq }) => stored.get(seq) ?? [])),
      },
    };
  };
}

/** The rows of the copy, which outlive a handle. */
const stored = new Map<number, EventEntry>();

/** As the port describes it. */
function digest(event: EventEntry): bigint {
  const { seq, projectId, distinctId, timestampMs, receivedMs, uuid, event: name, properties, elements } = event;
  const lengths = `${Buffer.from(name).length},${Buffer.from(properties).length},`;
  const text = `${[seq, projectId, distinctId, timestampMs, receivedMs, uuid].join(",")},${lengths}${name}${properties}`;
  return createHash("sha256")
    .update(text + (elements === null ? "" : `+${elements}`))
    .digest()
    .readBigUInt64LE();
}

async function begin() {
  stored.clear();
  const folder = tempFolder();
  const file = folder.file("events.db");
  const clock = { ms: BEGIN_MS };
  const first = await createHoglet({ file, now: () => clock.ms });
  await first.capture(EVENTS);
  await first.close();
  const db = openDatabase({ file, durability: "normal" });
  compactAll(db);
  db.close();
  const open = (options: Partial<HogletOptions>) =>
    createHoglet({ file, now: () => clock.ms, keepLocalEventsFor: "2d", engine: copy(), ...options });
  return { file, clock, open, end: () => folder.remove() };
}

leave("events leave once they are old enough, and their texts come back", async () => {
  const { file, clock, open, end } = await begin();
  const young = await open({});
  const before = await young.events.list({ limit: 100 });
  clock.ms += 2 * DAY_MS;
  await young.runDue();
  await young.close();
  const hoglet = await open({});
  assert.equal((await hoglet.engine.status()).events, { local: EVENTS.length, left: 0 }, "not older than two days");
  clock.ms += 2 * DAY_MS;
  await hoglet.runDue();
  while ((await hoglet.engine.status()).events?.left !== EVENTS.length) await new Promise(setImmediate);
  assert.equal(await hoglet.events.list({ limit: 100 }), before);
  // A duplicate of an event that has left.
  await hoglet.capture(EVENTS.slice(5, 6));
  assert.is((await hoglet.events.list({})).count, EVENTS.length);
  await hoglet.close();
  // Other texts than those that left.
  const others = copy((entries) =>
    entries.map((entry) => ({ ...entry, properties: entry.properties.replace("ä", "a") })),
  );
  const changed = await open({ engine: others });
  assert.is(await code(changed.events.list({ limit: 100 })), "engine_incomplete");
  await changed.close();
  assert.is(await code(createHoglet({ file })), "misconfigured");
  end();
});

async function code(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return error instanceof HogletError ? error.code : String(error);
  }
}

leave.run();
