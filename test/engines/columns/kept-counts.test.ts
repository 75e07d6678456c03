import { suite } from "uvu";
import * as assert from "uvu/assert";
import { columnsEngine } from "../../../lib/engines/columns/index.ts";
import type { AnyRunner } from "../../../lib/engines/columns/index.ts";
import type { Plan } from "../../../lib/port/plan.ts";
import type { Sent } from "../../support/world.ts";
import { NOW_MS, openWorld } from "../../support/world.ts";

const plan = (question = "rows"): Plan => ({ kind: question }) as Plan;

/** A world, and an engine that counts rows and tells which it read. @param budgetBytes its memory */
function open({ budgetBytes = 1_000_000 } = {}) {
  const world = openWorld();
  const read: number[] = [];
  const state = { fails: false, givesUp: false };
  const countRows = (kind: string): AnyRunner => ({
    kind,
    isList: false,
    about: () => ({ projectId: 1 }),
    keeps: () => true,
    run(execution) {
      const counter = execution.keep("rows", () => ({ rows: 0, sizeBytes: () => 300 }));
      const rows = execution.segments.reduce((sum, segment) => sum + segment.rows, 0);
      read.push(rows);
      counter.rows += rows;
      if (state.fails) throw new Error("in between");
      if (state.givesUp) execution.giveUp();
      return counter.rows;
    },
  });
  const engine = columnsEngine(world.ctx.db, [countRows("rows"), countRows("others")], { budgetBytes });
  const ask = (keepAs = "one", of = plan()) => engine.ask(of, { keepAs });
  const capture = (count: number, event: Partial<Sent> = {}) =>
    world.capture(Array.from({ length: count }, () => ({ event: "e", distinct_id: "u1", ...event })));
  return { world, read, state, ask, capture };
}

const kept = suite("createKeptCounts");

kept("counts the events since the last asking, of new persons and of the past too", async () => {
  const { world, read, ask, capture } = open();
  await capture(3);
  assert.is(await ask(), 3);
  await capture(2, { distinct_id: "u2", timestamp: new Date(NOW_MS - 1e9).toISOString() });
  assert.is(await ask(), 5);
  assert.is(await ask(), 5);
  await world.capture({ event: "e", distinct_id: "u1" }, { project: 2 });
  assert.is(await ask(), 5);
  assert.equal(read, [3, 2, 0, 0]);
  world.close();
});

kept("counts all again after a merge, after a deletion, and when the name has another question", async () => {
  const { world, read, ask, capture } = open();
  await capture(2);
  await capture(1, { distinct_id: "u2" });
  await ask();
  await world.capture({ event: "$merge_dangerously", distinct_id: "u1", properties: { alias: "u2" } });
  assert.is(await ask(), 4);
  world.ctx.db.sqlite.exec("DELETE FROM events WHERE seq = 1");
  assert.is(await ask(), 3);
  assert.is(await ask("one", plan("others")), 3);
  assert.is(await ask(), 3);
  assert.is(await ask("two"), 3);
  assert.equal(read, [3, 4, 3, 3, 3, 3]);
  world.close();
});

kept("counts all again after more events than a block has", async () => {
  const { world, read, ask, capture } = open();
  await capture(1);
  await ask();
  world.ctx.db.sqlite.exec("UPDATE sqlite_sequence SET seq = 70000 WHERE name = 'events'");
  await capture(1);
  assert.is(await ask(), 2);
  assert.equal(read, [1, 2]);
  world.close();
});

kept("keeps nothing of an asking that failed, or that gave up, or that takes too much memory", async () => {
  const { world, read, state, ask, capture } = open();
  await capture(2);
  await ask();
  state.fails = true;
  await capture(1);
  assert.match(String(await ask().catch(String)), "in between");
  state.fails = false;
  assert.is(await ask(), 3);
  state.givesUp = true;
  assert.is(await ask(), 3, "the counts are lost, and the question is asked as a whole");
  assert.is(await ask(), 3);
  state.givesUp = false;
  assert.is(await ask(), 3);
  assert.equal(read, [2, 1, 3, 0, 3, 3, 3]);
  world.close();
  const small = open({ budgetBytes: 1000 });
  await small.capture(2);
  await small.ask();
  await small.ask();
  assert.equal(small.read, [2, 2]);
  small.world.close();
});

kept("gives a counter that another way of counting made no rows", async () => {
  const { world, capture } = open();
  const names = ["first", "first", "second"];
  const runner: AnyRunner = {
    kind: "rows",
    isList: false,
    about: () => ({ projectId: 1 }),
    keeps: () => true,
    run(execution) {
      const counter = execution.keep(names[0] ?? "", () => ({ rows: 0, sizeBytes: () => 100 }));
      for (const { rows } of execution.segments) counter.rows += rows;
      return counter.rows;
    },
  };
  const engine = columnsEngine(world.ctx.db, [runner]);
  for (const rows of [1, 2, 3]) {
    await capture(1);
    assert.is(await engine.ask(plan(), { keepAs: "one" }), rows);
    names.shift();
  }
  world.close();
});

kept.run();
