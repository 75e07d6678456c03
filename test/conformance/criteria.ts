import type { StickinessPlan } from "../../lib/questions/stickiness/plan.ts";
import type { LifecyclePlan } from "../../lib/questions/lifecycle/plan.ts";
import type { StickinessActorList } from "../../lib/questions/stickiness/plan.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import { openEmpty } from "../questions/load-case.ts";
import { completing } from "../questions/completing.ts";
import { addEvents, disturb, NOW, openLog } from "../engines/columns/random-log.ts";
import { seeds, size } from "../support/rounds.ts";
import { askWhole } from "../support/whole-list.ts";
import { BUDGET_BYTES } from "./candidate.ts";
import type { Candidate, Define } from "./candidate.ts";
import { randomSelection, toText } from "./returns.ts";

const DAY_MS = 86_400_000;

function randomPlan(random: Random, projectId: number): StickinessPlan {
  const count = random.integer(1, 40);
  const untilMs = Date.parse(NOW) + random.integer(-3, 2) * DAY_MS;
  const edgesMs = Array.from({ length: count }, (_, index) => untilMs - (count - index) * DAY_MS);
  const range = { fromMs: (edgesMs[0] ?? untilMs) - random.integer(0, 1) * DAY_MS, untilMs };
  return {
    kind: "stickiness",
    projectId,
    range,
    edgesMs,
    sessionRange: range,
    select: randomSelection(random),
    actors: random.chance(0.25) ? { by: "groups", groupTypeIndex: 0 } : { by: "persons" },
    criterion: { operator: random.pick(["gte", "lte", "exact"] as const), value: random.integer(1, 3) },
  };
}

/** A random lifecycle of groups; with two edges for a list. */
function randomLifecycle(random: Random, projectId: number, periods: number): LifecyclePlan {
  const untilMs = Date.parse(NOW) + random.integer(-3, 2) * DAY_MS;
  const edgesMs = Array.from({ length: periods + 1 }, (_, index) => untilMs - (periods + 1 - index) * DAY_MS);
  const range = { fromMs: edgesMs[0] ?? untilMs, untilMs };
  const select = randomSelection(random);
  const actors = { by: "groups" as const, groupTypeIndex: 0 };
  return { kind: "lifecycle", projectId, range, edgesMs, sessionRange: range, select, actors };
}

/** Random stickinesses of actors who did it so often are those of rows. */
export function conformToCriteria(test: Define, candidate: Candidate): void {
  test("stickinesses with a criterion, and lifecycles of groups, are those of rows over random logs", async () => {
    for (const seed of seeds(1, 3)) {
      const random = createRandom(seed, 12);
      const db = openEmpty();
      const projects = openLog(db, random);
      const engine = candidate.over(db, BUDGET_BYTES);
      const [rows, found] = [completing(db, rowsEngine(db)), completing(db, engine)];
      for (let round = 0; round < size(3, 8); round++) {
        const project = random.pick(projects);
        if (random.chance(0.3)) disturb(db, project, random);
        if (random.chance(0.4)) addEvents(db, project, random, random.integer(5, 40));
        const plan = randomPlan(random, project.id);
        const story = `seed ${seed}, round ${round}: ${JSON.stringify(plan)}`;
        assert.equal(await found.ask(plan), await rows.ask(plan), story);
        const list: StickinessActorList = { kind: "stickiness-actors", plan, buckets: random.integer(1, 3) };
        assert.is(toText(await askWhole(found, list)), toText(await askWhole(rows, list)), `actors, ${story}`);
        const lifecycle = randomLifecycle(random, project.id, random.integer(1, 40));
        assert.equal(await found.ask(lifecycle), await rows.ask(lifecycle), `${seed} ${JSON.stringify(lifecycle)}`);
        const status = random.pick(["new", "returning", "resurrecting", "dormant"] as const);
        const of = { kind: "lifecycle-actors" as const, plan: randomLifecycle(random, project.id, 1), status };
        assert.is(toText(await askWhole(found, of)), toText(await askWhole(rows, of)), JSON.stringify(of));
      }
      await engine.close?.();
      db.close();
    }
  });
}
