import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../fixtures/random.ts";
import { toClock } from "../../../lib/base/clock.ts";
import { openColumns } from "../../../lib/engines/columns/index.ts";
import type { GroupCaller } from "../../../lib/engines/columns/index.ts";
import { SINGLE_WORKER } from "../../../lib/engines/columns/group/worker-group.ts";
import { BLOCK_SIZE } from "../../../lib/engines/columns/log/segment.ts";
import { columnRunners } from "../../../lib/questions/columns.ts";
import { createResultCache } from "../../../lib/questions/index.ts";
import { funnel } from "../../../lib/questions/funnel/index.ts";
import { rowsEngine } from "../../reference/rows/index.ts";
import { openEmpty } from "../../questions/load-case.ts";
import { addEvents, NAMES, NOW, openLog, skip } from "./random-log.ts";

const rehearsal = suite("upkeep");

rehearsal(
  "asks the other threads the last question once there is an actor index, and answers nobody by it",
  async () => {
    const random = createRandom(7);
    const db = openEmpty();
    const [project] = openLog(db, random);
    assert.ok(project);
    for (let block = 0; block < 2; block++) {
      addEvents(db, project, random, 200);
      skip(db, BLOCK_SIZE);
    }
    addEvents(db, project, random, 5);
    let calls = 0;
    // The other threads are not there yet when the first question comes: else all of them would build the actor index for it.
    let others = 0;
    const groupCaller: GroupCaller = {
      get others() {
        return others;
      },
      call(_, __, run) {
        calls += 1;
        return run({ ...SINGLE_WORKER, size: 2 });
      },
    };
    const columns = openColumns(db, columnRunners(), { groupCaller, isIndexDeferred: true });
    const ask = async (engine: typeof columns.engine) => {
      const ctx = { db, clock: toClock(NOW), engine, results: createResultCache(db) };
      const events = NAMES.slice(0, 2).map((id, order) => ({ id, order }));
      const { result } = await funnel(ctx, project, { events, date_from: "all", refresh: true });
      return result;
    };
    const wanted = await ask(rowsEngine(db));
    assert.equal(await ask(columns.engine), wanted);
    assert.is(calls, 0, "there is no actor index yet");
    others = 1;
    assert.ok([...columns.upkeep()].length > 1);
    assert.is(calls, 1);
    assert.equal([...columns.upkeep()].length, 1, "once is enough");
    assert.is(calls, 1);
    assert.equal(await ask(columns.engine), wanted);
    assert.is(calls, 2);
    db.close();
  },
);

rehearsal.run();
