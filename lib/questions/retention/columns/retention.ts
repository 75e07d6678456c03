import type { GroupValue } from "../../../port/lines.ts";
import type { RetentionAnswer, RetentionRow, RetentionPlan } from "../plan.ts";
import { readActiveCells } from "../../../engines/columns/entities/active-cells.ts";
import { addUpLists } from "../../../engines/columns/group/worker-group.ts";
import type { CellBits, DistinctCells } from "../../../engines/columns/entities/distinct-cells.ts";
import { toCuts } from "./cuts.ts";
import type { Cuts } from "./cuts.ts";
import { compileFirsts } from "./firsts.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { countReturns } from "./count-returns.ts";
import { compileFirstCells } from "./first-cells.ts";
import { countBitsets } from "./retention-bits.ts";
import type { RetentionCells } from "./retention-bits.ts";
import { countLists, listCells } from "./retention-lists.ts";
import type { ReturnLists, TargetLists } from "./retention-lists.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import { entityIdsOfKind } from "../../../engines/columns/entities/counted-entities.ts";
import type { EntityIds } from "../../../engines/columns/entities/entity-ids.ts";
import { compileValueTargets } from "./value-targets.ts";

/** Pairs of 32 actors compared in a quarter of a second; with more, actors are compared one by one. */
const MAX_PAIRS = 100_000_000;

/** Answers a retention: the events of each actor, then the cells that it belongs to. Source: insights.md 10. */
export function runRetention(execution: Execution, plan: RetentionPlan): RetentionAnswer {
  const { breakdown, returns: ownReturns } = plan;
  if (ownReturns !== undefined) return countReturns(execution, { ...plan, returns: ownReturns });
  const entityIds = entityIdsOfKind(plan.actors, execution);
  const cuts = toCuts(plan);
  const { cutsMs, returnEdgesMs } = cuts;
  if (breakdown !== null) {
    const readLists = compileRetentionLists(execution, plan, entityIds);
    execution.showPersons();
    const { targets, returns, keyOf } = readLists();
    const rows = countLists(() => plan.cells, returnEdgesMs.length, targets, returns);
    return { rows: rows.map(({ row, counts }) => ({ key: keyOf(row), counts })) };
  }
  const readCells = compileCells(execution, plan, { entityIds, cuts });
  execution.showPersons();
  const { targets, returns } = readCells();
  const pairs = (plan.cells / 2) * cutsMs.length * (entityIds.limit() / 32);
  if (pairs <= MAX_PAIRS) return { rows: addUpRows(execution, countBitsets(plan, cuts, { targets, returns })) };
  const rows = countLists(
    (row) => Math.max(0, plan.cells - row),
    returnEdgesMs.length,
    listTargets(targets, cuts, entityIds),
    listReturns(returns, cuts, entityIds),
  );
  const keyed = rows.map(({ row, counts }) => ({ key: row, counts }));
  return { rows: addUpRows(execution, keyed) };
}

/** Reads the actors of each cut and period; call the result after `execution.showPersons`. */
function compileCells(
  execution: Execution,
  plan: RetentionPlan,
  { entityIds, cuts }: { entityIds: EntityIds; cuts: Cuts },
): () => RetentionCells {
  const { firstTime, target, returning } = plan;
  const { cutsMs, returnEdgesMs } = cuts;
  const isReturn = isEqual(target, returning);
  const readReturns = compileReturns(execution, plan, { entityIds, cuts });
  const readFirsts =
    firstTime === null ? null : compileFirstCells(execution, { ...plan, firstTime }, { entityIds, cuts, isReturn });
  if (readFirsts !== null) {
    return () => {
      const { targets, returns } = readFirsts();
      return { targets, returns: returns ?? readReturns() };
    };
  }
  const readTargets = compileTargets(execution, plan, { entityIds, cutsMs });
  return () => {
    const targets = readTargets();
    // The same events on the same clock are read once.
    const isSame = firstTime === null && isReturn && isEqual(cutsMs, returnEdgesMs);
    return { targets, returns: isSame ? targets : readReturns() };
  };
}

/** Adds up rows of places, which each thread of the worker group counted for its own actors. */
function addUpRows({ workers }: Execution, rows: RetentionRow[]): RetentionRow[] {
  if (workers.size === 1) return rows;
  const sums = addUpLists(workers, Object.fromEntries(rows.map(({ key, counts }) => [Number(key), counts])));
  return Object.entries(sums).map(([key, counts]) => ({ key: Number(key), counts }));
}

/** The events of each entity. */
export interface RetentionLists {
  targets: TargetLists;
  returns: ReturnLists;
  /** The key of a row of `targets`: a place, or values. */
  keyOf(row: number): number | GroupValue[];
}

/** Call the result after `execution.showPersons`. */
export function compileRetentionLists(
  execution: Execution,
  plan: RetentionPlan,
  entityIds: EntityIds,
): () => RetentionLists {
  const cuts = toCuts(plan);
  const readReturns = compileReturns(execution, plan, { entityIds, cuts });
  const listed = () => listReturns(readReturns(), cuts, entityIds);
  if (plan.breakdown !== null) {
    const readTargets = compileValueTargets(execution, plan, plan.breakdown, { entityIds, cuts });
    return () => {
      const { targets, valuesOf } = readTargets();
      return { targets, returns: listed(), keyOf: valuesOf };
    };
  }
  const readTargets = compileTargets(execution, plan, { entityIds, cutsMs: cuts.cutsMs });
  return () => ({ targets: listTargets(readTargets(), cuts, entityIds), returns: listed(), keyOf: (row) => row });
}

function compileTargets(
  execution: Execution,
  { target, range, firstTime }: RetentionPlan,
  { entityIds, cutsMs }: { entityIds: EntityIds; cutsMs: number[] },
): () => DistinctCells {
  if (firstTime !== null) return compileFirsts(execution, target, { entityIds, range: firstTime, cutsMs });
  const slices = compileScan(target, execution, entityIds.actors !== null, true);
  return () => readActiveCells(execution, { name: "targets", slices, range, edgesMs: cutsMs, entityIds });
}

function compileReturns(
  execution: Execution,
  { returning, range }: RetentionPlan,
  { entityIds, cuts }: { entityIds: EntityIds; cuts: Cuts },
): () => DistinctCells {
  const slices = compileScan(returning, execution, entityIds.actors !== null, true);
  return () => readActiveCells(execution, { name: "returns", slices, range, edgesMs: cuts.returnEdgesMs, entityIds });
}

function listTargets(
  targets: CellBits,
  { cutsMs, rowOf, periodOf, firstPeriod }: Cuts,
  entityIds: EntityIds,
): TargetLists {
  return listCells(targets, cutsMs.length, entityIds.limit(), ["row", "period"], (cut) =>
    rowOf[cut]! < 0 ? null : { row: rowOf[cut]!, period: periodOf[cut]! - firstPeriod },
  );
}

function listReturns(returns: CellBits, { returnEdgesMs }: Cuts, entityIds: EntityIds): ReturnLists {
  return listCells(returns, returnEdgesMs.length, entityIds.limit(), ["period"], (period) => ({ period }));
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
