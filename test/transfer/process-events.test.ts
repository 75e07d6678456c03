import { suite } from "uvu";
import * as assert from "uvu/assert";
import { importLines } from "../../lib/transfer/index.ts";
import type { ProcessedEvent } from "../../lib/transfer/index.ts";
import {
  attachedDatabases,
  NONE,
  createTestContext,
  dump,
  event,
  person,
  personsOf,
  rejection,
  START_MS,
  uuid,
} from "./context.ts";

const processing = suite("processEvents");

processing("imports the other lines first, then hands over the events in the order of the file", async () => {
  const ctx = createTestContext();
  const handed: ProcessedEvent[] = [];
  const sizes: number[] = [];
  const process = async (events: ProcessedEvent[]) => {
    assert.equal(
      personsOf(ctx).map(({ ids, created_at }) => [ids, created_at]),
      [["u0", START_MS]],
    );
    sizes.push(events.length);
    handed.push(...events);
  };
  const events = Array.from({ length: 1200 }, (_, number) => event("e", `u${number}`, number));
  const counts = await importLines(ctx, 1, [...events, person(["u0"])], { process });
  assert.equal(counts, { ...NONE, events: 1200, persons: 1 });
  assert.equal(sizes, [500, 500, 200]);
  assert.equal(
    handed.map((one) => one.distinct_id),
    events.map((one) => one.distinct_id),
  );
  const { uuid: made, ...first } = handed[0] ?? { uuid: "" };
  assert.is(made.length, 36);
  assert.equal(first, {
    event: "e",
    distinct_id: "u0",
    timestamp: "2024-03-01T00:00:00Z",
    properties: {},
    elements: [],
  });
  assert.is(ctx.db.sql("SELECT count(*) FROM events").pluck().get(), 0);
});

processing("hands over nothing when a line is bad", async () => {
  const ctx = createTestContext();
  const before = dump(ctx);
  const handed: ProcessedEvent[] = [];
  const process = async (events: ProcessedEvent[]) => void handed.push(...events);
  const error = await rejection(importLines(ctx, 1, [event("e", "a"), "bad"], { process }));
  assert.match(error?.message ?? "", /^Line 2: /);
  assert.equal(handed, []);
  assert.equal(dump(ctx), before);
});

processing("does not hand over what is stored already", async () => {
  const ctx = createTestContext();
  await importLines(ctx, 1, [event("e", "a", 0, { uuid: uuid(1) })]);
  const handed: string[] = [];
  const lines = [event("e", "a", 0, { uuid: uuid(1) }), event("e", "a", 0, { uuid: uuid(2) })];
  const counts = await importLines(ctx, 1, lines, {
    process: async (events) => void handed.push(...events.map((one) => one.uuid)),
  });
  assert.equal(handed, [uuid(2)]);
  assert.equal(counts, { ...NONE, events: 1, duplicates: 1 });
});

processing("makes persons whom the pipeline created members of static cohorts", async () => {
  const ctx = createTestContext();
  const process = async () => void (await importLines(ctx, 1, [person(["a"])]));
  const cohort = { kind: "cohort", id: 1, name: "c", is_static: true, members: ["a"] };
  await importLines(ctx, 1, [cohort, event("e", "a")], { process });
  assert.is(ctx.db.sql("SELECT count(*) FROM cohort_members").pluck().get(), 1);
});

processing("stops with the pipeline's error", async () => {
  const ctx = createTestContext();
  const failing = importLines(ctx, 1, [event("e", "a")], { process: () => Promise.reject(new Error("no disk")) });
  assert.is((await rejection(failing))?.message, "no disk");
  assert.equal(attachedDatabases(ctx), []);
});

processing.run();
