import type { Selection } from "../../../../lib/port/selection.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { compileFirsts } from "../../../../lib/questions/retention/columns/firsts.ts";
import { projectBlock } from "../../../../lib/engines/columns/index.ts";
import { readBits } from "../../../../lib/engines/columns/kernels/bits.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import { actorIds } from "../../../../lib/engines/columns/entities/entity-ids.ts";
import { actorOf } from "../../../../lib/engines/rows/select.ts";
import { walkEvents } from "../../../../lib/engines/rows/walk-events.ts";
import { openEmpty } from "../../load-case.ts";
import { addEvents, disturb, openLog } from "../../../engines/columns/random-log.ts";
import { seeds, size } from "../../../support/rounds.ts";

const PAID: Selection = {
  anyOf: [{ event: "paid", filter: { type: "AND", values: [] } }],
  filter: { type: "AND", values: [] },
  needsPerson: true,
  needsSession: false,
};
const HOUR_MS = 3_600_000;

const firsts = suite("compileFirsts");

firsts("puts each actor into the stretch of its first event of all time, if that is in the range", () => {
  let found = 0;
  for (const seed of seeds(6, 20)) {
    const random = createRandom(seed);
    const db = openEmpty();
    const [project] = openLog(db, random);
    assert.ok(project);
    addEvents(db, project, random, 80);
    disturb(db, project, random);
    if (random.chance(0.5)) projectBlock(db);
    const firstMs = new Map<number | string, number>();
    for (const row of walkEvents(db, { projectId: project.id, fromMs: -1e15, untilMs: 1e15 })) {
      const actor = actorOf(row, { by: "persons" });
      if (actor === null || row.event !== "paid") continue;
      firstMs.set(actor, Math.min(firstMs.get(actor) ?? Infinity, row.timestampMs));
    }
    const times = [...firstMs.values()].toSorted((a, b) => a - b);
    const fromMs = (times[Math.floor(times.length / 3)] ?? 0) - random.integer(0, 1);
    const range = { fromMs, untilMs: fromMs + random.integer(1, 600) * HOUR_MS };
    const cutsMs = [0, 1, 2, 3].map((cut) => fromMs + cut * 50 * HOUR_MS).filter((ms) => ms < range.untilMs);
    const execution = openExecution(db, {
      store: createStore(db),
      peopleStore: createPeople(db),
      projectId: project.id,
    });
    const read = compileFirsts(execution, PAID, { entityIds: actorIds(execution), range, cutsMs });
    execution.showPersons();
    const cells = read();
    for (const [cut, ms] of cutsMs.entries()) {
      const isIn = (first: number) => first >= ms && first < (cutsMs[cut + 1] ?? range.untilMs);
      const wanted = times.filter(isIn).length;
      assert.is([...readBits(cells.bits(cut))].length, wanted, `seed ${seed}, cut ${cut}`);
      found += wanted;
    }
    db.close();
  }
  assert.ok(found > size(5, 20), `${found} found`);
});

firsts.run();
