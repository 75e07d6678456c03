import type { AppearanceList, RetentionPlan } from "../../lib/questions/retention/plan.ts";
import type { Selection } from "../../lib/port/selection.ts";
import * as assert from "uvu/assert";
import { createRandom } from "../../fixtures/random.ts";
import type { Random } from "../../fixtures/random.ts";
import { rowsEngine } from "../reference/rows/index.ts";
import { openEmpty } from "../questions/load-case.ts";
import { completing } from "../questions/completing.ts";
import { addEvents, disturb, NAMES, NOW, openLog } from "../engines/columns/random-log.ts";
import { seeds, size } from "../support/rounds.ts";
import { askWhole } from "../support/whole-list.ts";
import { BUDGET_BYTES } from "./candidate.ts";
import type { Candidate, Define } from "./candidate.ts";

const DAY_MS = 86_400_000;

/** A selection of one event name, or of any. */
export function randomSelection(random: Random): Selection {
  const event = random.pick([...NAMES, null]);
  const isFirst = random.chance(0.15);
  return {
    anyOf: [{ event, filter: { type: "AND", values: [] } }],
    filter: { type: "AND", values: [] },
    needsPerson: random.chance(0.5),
    needsSession: false,
    ...(isFirst && { firstOf: "tests" as const }),
  };
}

/** Periods of random lengths, some of whose rows come before the returning events end. */
function randomPlan(random: Random, projectId: number): RetentionPlan {
  const periodMs = random.pick([DAY_MS, DAY_MS, 7 * DAY_MS]);
  const count = random.integer(1, 40);
  const untilMs = Date.parse(NOW) + random.integer(-3, 2) * DAY_MS;
  const edges = Array.from({ length: count + 1 }, (_, index) => untilMs - (count - index) * periodMs);
  const rows = random.integer(1, count);
  const fromMs = edges[0] ?? untilMs;
  return {
    kind: "retention",
    projectId,
    range: { fromMs, untilMs },
    rowEdgesMs: edges.slice(0, rows + 1),
    periodEdgesMs: edges.slice(0, -1),
    sessionRange: { fromMs, untilMs },
    target: randomSelection(random),
    returning: randomSelection(random),
    actors: random.chance(0.25) ? { by: "groups", groupTypeIndex: 0 } : { by: "persons" },
    firstTime: random.chance(0.3) ? { fromMs, untilMs: edges[rows] ?? untilMs } : null,
    breakdown: null,
    returns: {
      windowMs: random.pick([null, DAY_MS, periodMs]),
      minimum: random.integer(1, 3),
      sumOf: random.pick([null, { type: "event" as const, key: "amount" }, { type: "person" as const, key: "amount" }]),
    },
    cells: rows + random.integer(0, 40),
  };
}

/** Rows and fields by their names; sums of fractions depend on the order of adding in their last digits. */
export function toText(answer: unknown): string {
  const { rows } = answer as { rows?: { key: number }[] };
  const sorted = rows?.toSorted((a, b) => a.key - b.key) ?? Object.entries(answer as object).toSorted();
  return JSON.stringify(sorted, (_, value: unknown) => {
    if (value instanceof Float64Array || value instanceof Uint32Array) return [...value];
    return typeof value === "number" ? Number(value.toPrecision(10)) : value;
  });
}

/** Random retentions that count returning events in their own ways are those of rows. */
export function conformToReturns(test: Define, candidate: Candidate): void {
  test("retentions by windows, by several events and with sums are those of rows over random logs", async () => {
    for (const seed of seeds(1, 3)) {
      const random = createRandom(seed, 11);
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
        assert.is(toText(await found.ask(plan)), toText(await rows.ask(plan)), story);
        const row = random.integer(0, plan.rowEdgesMs.length - 2);
        const list: AppearanceList = { kind: "appearances", plan, row, cells: random.integer(1, plan.cells) };
        assert.is(toText(await askWhole(found, list)), toText(await askWhole(rows, list)), `row ${row}, ${story}`);
      }
      await engine.close?.();
      db.close();
    }
  });
}
