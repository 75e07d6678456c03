import { entityIdsOfKind } from "../../../engines/columns/entities/counted-entities.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import type { RetentionAnswer, RetentionRow } from "../plan.ts";
import { compileReturns } from "./walk-returns.ts";
import type { ReturnsPlan } from "./walk-returns.ts";

/** Counts the cells of a retention that counts returning events in its own way. */
export function countReturns(execution: Execution, plan: ReturnsPlan): RetentionAnswer {
  const walk = compileReturns(execution, plan, entityIdsOfKind(plan.actors, execution));
  execution.showPersons();
  const rows: (Required<RetentionRow> | undefined)[] = [];
  walk((_, row, cell, sum, numbers) => {
    const zeros = () => Array.from({ length: plan.cells - row }, () => 0);
    const own = (rows[row] ??= { key: row, counts: zeros(), sums: zeros(), numbers: zeros() });
    own.counts[cell]! += 1;
    own.sums[cell]! += sum;
    own.numbers[cell]! += numbers;
  });
  const found = rows.filter((row) => row !== undefined);
  return { rows: plan.returns.sumOf === null ? found.map(({ key, counts }) => ({ key, counts })) : found };
}
