import type { Selection } from "../../../../lib/port/selection.ts";
import type { RetentionPlan } from "../../../../lib/questions/retention/plan.ts";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import { toCuts } from "../../../../lib/questions/retention/columns/cuts.ts";
import { compileFirstCells } from "../../../../lib/questions/retention/columns/first-cells.ts";
import { projectBlock } from "../../../../lib/engines/columns/index.ts";
import { countBits } from "../../../../lib/engines/columns/kernels/bits.ts";
import { setLeastRows } from "../../../../lib/engines/columns/kernels/workspace.ts";
import { createPeople } from "../../../../lib/engines/columns/entities/people.ts";
import { openExecution } from "../../../../lib/engines/columns/execution.ts";
import { createStore } from "../../../../lib/engines/columns/log/store.ts";
import { actorIds, groupIds } from "../../../../lib/engines/columns/entities/entity-ids.ts";
import { actorOf } from "../../../../lib/engines/rows/select.ts";
import { walkEvents } from "../../../../lib/engines/rows/walk-events.ts";
import type { Db } from "../../../../lib/storage/index.ts";
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

type Planned = Omit<RetentionPlan, "firstTime"> & { firstTime: { fromMs: number; untilMs: number } };

/** Rows and periods that begin apart from each other, and ranges of which each may begin or end first. */
function randomPlan(random: Random, times: readonly number[]): Planned {
  const fromMs = (times[Math.floor(times.length / 3)] ?? 0) - random.integer(0, 2 * HOUR_MS);
  const stepMs = random.integer(20, 200) * HOUR_MS;
  const edges = (shiftMs: number, count: number) =>
    Array.from({ length: count }, (_, place) => fromMs + shiftMs + place * stepMs);
  const shiftMs = random.pick([-5, 0, 3]) * HOUR_MS;
  return {
    kind: "retention",
    projectId: 1,
    range: { fromMs, untilMs: fromMs + 4 * stepMs + random.pick([0, 1000, -HOUR_MS]) },
    rowEdgesMs: edges(0, 5),
    periodEdgesMs: edges(shiftMs, 5),
    sessionRange: { fromMs: 0, untilMs: 0 },
    target: PAID,
    returning: PAID,
    actors: { by: "persons" },
    firstTime: { fromMs: fromMs + Math.max(0, shiftMs), untilMs: fromMs + random.pick([3, 5]) * stepMs },
    breakdown: null,
    cells: 4,
  };
}

/** The instants of each actor's payments, ascending. */
function paymentsOf(db: Db, projectId: number): Map<number | string, number[]> {
  const found = new Map<number | string, number[]>();
  for (const row of walkEvents(db, { projectId, fromMs: -1e15, untilMs: 1e15 })) {
    const actor = actorOf(row, { by: "persons" });
    if (actor === null || row.event !== "paid") continue;
    found.set(actor, [...(found.get(actor) ?? []), row.timestampMs]);
  }
  for (const times of found.values()) times.sort((a, b) => a - b);
  return found;
}

const cells = suite("compileFirstCells");

cells("finds first events, and who returned, in one pass over the rows", () => {
  const found = { firsts: 0, returns: 0 };
  for (const seed of seeds(8, 30)) {
    const random = createRandom(seed);
    const db = openEmpty();
    const [project] = openLog(db, random);
    assert.ok(project);
    addEvents(db, project, random, 80);
    disturb(db, project, random);
    if (random.chance(0.5)) projectBlock(db);
    const payments = paymentsOf(db, project.id);
    const plan = randomPlan(
      random,
      [...payments.values()].flat().toSorted((a, b) => a - b),
    );
    const { range, firstTime } = plan;
    const cuts = toCuts(plan);
    const peopleStore = createPeople(db);
    const execution = openExecution(db, { store: createStore(db), peopleStore, projectId: project.id });
    const isReturn = random.chance(0.7);
    const read = compileFirstCells(execution, plan, { entityIds: actorIds(execution), cuts, isReturn });
    execution.showPersons();
    const before = setLeastRows(random.chance(0.5) ? 0 : Infinity);
    assert.ok(read);
    const { targets, returns } = read();
    setLeastRows(before);
    const countWhere = (isIn: (times: number[]) => boolean) => [...payments.values()].filter(isIn).length;
    for (const [cut, ms] of cuts.cutsMs.entries()) {
      const [fromMs, untilMs] = [Math.max(ms, firstTime.fromMs), cuts.cutsMs[cut + 1] ?? firstTime.untilMs];
      const wanted = countWhere(
        ([first = -Infinity]) => first >= fromMs && first < Math.min(untilMs, firstTime.untilMs),
      );
      assert.is(countBits(targets.bits(cut)), wanted, `seed ${seed}, cut ${cut}`);
      found.firsts += wanted;
    }
    assert.is(returns === null, !isReturn);
    for (const [period, ms] of cuts.returnEdgesMs.entries()) {
      const [fromMs, untilMs] = [Math.max(ms, range.fromMs), cuts.returnEdgesMs[period + 1] ?? Infinity];
      const wanted = countWhere((times) =>
        times.some((one) => one >= fromMs && one < Math.min(untilMs, range.untilMs)),
      );
      if (returns === null) break;
      assert.is(countBits(returns.bits(period)), wanted, `seed ${seed}, period ${period}`);
      found.returns += wanted;
    }
    db.close();
  }
  assert.ok(found.firsts > size(5, 20) && found.returns > size(10, 50), JSON.stringify(found));
});

cells("leaves groups, and very many stretches, to another way", () => {
  const random = createRandom(1);
  const db = openEmpty();
  const [project] = openLog(db, random);
  assert.ok(project);
  addEvents(db, project, random, 20);
  const plan = randomPlan(random, [0]);
  const execution = openExecution(db, { store: createStore(db), peopleStore: createPeople(db), projectId: project.id });
  const cuts = toCuts(plan);
  const many = { ...cuts, cutsMs: Array.from({ length: 100_000 }, (_, place) => plan.firstTime.fromMs + place) };
  assert.is(compileFirstCells(execution, plan, { entityIds: groupIds(0), cuts, isReturn: true }), null);
  assert.is(compileFirstCells(execution, plan, { entityIds: actorIds(execution), cuts: many, isReturn: false }), null);
  db.close();
});

cells.run();
