import type { GroupValue } from "../../../port/lines.ts";
import type { RetentionAnswer, RetentionRow, RetentionPlan } from "../retention-plan.ts";
import { readActiveCells } from "../../../engines/columns/units/active-cells.ts";
import { addUpLists } from "../../../engines/columns/group/worker-group.ts";
import type { DistinctCells } from "../../../engines/columns/units/distinct-cells.ts";
import { toCuts } from "./cuts.ts";
import type { Cuts } from "./cuts.ts";
import { compileFirsts } from "./firsts.ts";
import type { Question } from "../../../engines/columns/question.ts";
import { countBitsets } from "./retention-bits.ts";
import { countLists, listCells } from "./retention-lists.ts";
import type { ReturnLists, TargetLists } from "./retention-lists.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import { unitsOfKind } from "../../../engines/columns/units/units.ts";
import type { Units } from "../../../engines/columns/units/units.ts";
import { compileValueTargets } from "./value-targets.ts";

/** Pairs of 32 actors that are compared in a quarter of a second; where there are more, actors are looked at one by one. */
const MAX_PAIRS = 100_000_000;

/** Answers a retention: what each actor did, then the cells that it belongs to. Source: insights.md 10. */
export function runRetention(question: Question, plan: RetentionPlan): RetentionAnswer {
  const { firstTime, breakdown } = plan;
  const units = unitsOfKind(plan.actors, question);
  const cuts = toCuts(plan);
  const { cutsMs, returnEdgesMs } = cuts;
  if (breakdown !== null) {
    const readLists = compileRetentionLists(question, plan, units);
    question.showPersons();
    const { targets, returns, keyOf } = readLists();
    const rows = countLists(() => plan.cells, returnEdgesMs.length, targets, returns);
    return { rows: rows.map(({ row, counts }) => ({ key: keyOf(row), counts })) };
  }
  const readTargets = compileTargets(question, plan, { units, cutsMs });
  const readReturns = compileReturns(question, plan, { units, cuts });
  question.showPersons();
  const targets = readTargets();
  // The same events on the same clock need not be looked at twice.
  const isSame = firstTime === null && isEqual(plan.target, plan.returning) && isEqual(cutsMs, returnEdgesMs);
  const returns = isSame ? targets : readReturns();
  const pairs = (plan.cells / 2) * cutsMs.length * (units.limit() / 32);
  if (pairs <= MAX_PAIRS) return { rows: addUpRows(question, countBitsets(plan, cuts, { targets, returns })) };
  const rows = countLists(
    (row) => Math.max(0, plan.cells - row),
    returnEdgesMs.length,
    listTargets(targets, cuts, units),
    listReturns(returns, cuts, units),
  );
  const keyed = rows.map(({ row, counts }) => ({ key: row, counts }));
  return { rows: addUpRows(question, keyed) };
}

/** Rows of places, which every thread of a worker group counted for actors of its own. */
function addUpRows({ workers }: Question, rows: RetentionRow[]): RetentionRow[] {
  if (workers.size === 1) return rows;
  const sums = addUpLists(workers, Object.fromEntries(rows.map(({ key, counts }) => [Number(key), counts])));
  return Object.entries(sums).map(([key, counts]) => ({ key: Number(key), counts }));
}

/** What each unit did, one by one. */
export interface RetentionLists {
  targets: TargetLists;
  returns: ReturnLists;
  /** What a row of `targets` is called: a place, or values. */
  keyOf(row: number): number | GroupValue[];
}

/** Prepares to read what each unit did; call the result after `question.showPersons`. */
export function compileRetentionLists(question: Question, plan: RetentionPlan, units: Units): () => RetentionLists {
  const cuts = toCuts(plan);
  const readReturns = compileReturns(question, plan, { units, cuts });
  const listed = () => listReturns(readReturns(), cuts, units);
  if (plan.breakdown !== null) {
    const readTargets = compileValueTargets(question, plan, plan.breakdown, { units, cuts });
    return () => {
      const { targets, valuesOf } = readTargets();
      return { targets, returns: listed(), keyOf: valuesOf };
    };
  }
  const readTargets = compileTargets(question, plan, { units, cutsMs: cuts.cutsMs });
  return () => ({ targets: listTargets(readTargets(), cuts, units), returns: listed(), keyOf: (row) => row });
}

function compileTargets(
  question: Question,
  { target, range, firstTime }: RetentionPlan,
  { units, cutsMs }: { units: Units; cutsMs: number[] },
): () => DistinctCells {
  if (firstTime !== null) return compileFirsts(question, target, { units, range: firstTime, cutsMs });
  const pieces = compileScan(target, question, units.actors !== null);
  return () => readActiveCells({ pieces, range, edgesMs: cutsMs, units, workers: question.workers });
}

function compileReturns(
  question: Question,
  { returning, range }: RetentionPlan,
  { units, cuts }: { units: Units; cuts: Cuts },
): () => DistinctCells {
  const pieces = compileScan(returning, question, units.actors !== null);
  return () => readActiveCells({ pieces, range, edgesMs: cuts.returnEdgesMs, units, workers: question.workers });
}

function listTargets(
  targets: DistinctCells,
  { cutsMs, rowOf, periodOf, firstPeriod }: Cuts,
  units: Units,
): TargetLists {
  return listCells(targets, cutsMs.length, units.limit(), ["row", "period"], (cut) =>
    rowOf[cut]! < 0 ? null : { row: rowOf[cut]!, period: periodOf[cut]! - firstPeriod },
  );
}

function listReturns(returns: DistinctCells, { returnEdgesMs }: Cuts, units: Units): ReturnLists {
  return listCells(returns, returnEdgesMs.length, units.limit(), ["period"], (period) => ({ period }));
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
