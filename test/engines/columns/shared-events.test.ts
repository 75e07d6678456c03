import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { toClock } from "../../../lib/base/clock.ts";
import { openColumns } from "../../../lib/engines/columns/index.ts";
import type { GroupCaller } from "../../../lib/engines/columns/index.ts";
import { SINGLE_WORKER } from "../../../lib/engines/columns/group/worker-group.ts";
import { columnRunners } from "../../../lib/questions/columns.ts";
import { createResultCache } from "../../../lib/questions/index.ts";
import { trend } from "../../../lib/questions/trend/index.ts";
import { newestSeq } from "../../../lib/log/index.ts";
import { openEmpty } from "../../questions/load-case.ts";
import { addEvents, NAMES, NOW, openLog } from "./random-log.ts";
import { whenAll } from "../../support/rounds.ts";

const [EVENT] = NAMES;
const COUNT = { events: [{ id: EVENT }], date_from: "all", refresh: true };
const UNIQUES = { ...COUNT, events: [{ id: EVENT, math: "dau" }] };
const FILTERED = { ...COUNT, properties: [{ key: "plan", value: "pro", operator: "exact" }] };

/** The calls of other threads that a question of a log of 100 events takes. */
async function countCalls(question: object, sharedEvents?: number): Promise<number> {
  const random = createRandom(7);
  const db = openEmpty();
  const [project] = openLog(db, random);
  assert.ok(project);
  addEvents(db, project, random, 100 - newestSeq(db));
  assert.is(newestSeq(db), 100);
  let calls = 0;
  const groupCaller: GroupCaller = {
    others: 1,
    call(_, __, run) {
      calls += 1;
      return run({ ...SINGLE_WORKER, size: 2 });
    },
  };
  const { engine } = openColumns(db, columnRunners(), { groupCaller, sharedEvents });
  await trend({ db, clock: toClock(NOW), engine, results: createResultCache(db) }, project, question);
  db.close();
  return calls;
}

const shared = suite("sharedEvents");

whenAll(shared)("calls no other thread for a small log", async () => {
  assert.is(await countCalls(UNIQUES), 0);
  assert.is(await countCalls(UNIQUES, 101), 0);
  assert.is(await countCalls(UNIQUES, 100), 1);
});

shared("counts without reading rows alone in a log ten times as large", async () => {
  assert.is(await countCalls(COUNT, 100), 0);
  assert.is(await countCalls(COUNT, 11), 0);
  assert.is(await countCalls(COUNT, 10), 1);
  assert.is(await countCalls(FILTERED, 100), 1);
});

shared.run();
