import { cohortLookup } from "../../events/filters/index.ts";
import type { NumbersPlan } from "../../questions/index.ts";
import type { Db } from "../../storage/index.ts";
import { groupNumber } from "./group-value.ts";
import { compileSelection } from "./select.ts";
import { walkEvents } from "./walk.ts";

/** The distinct numbers that a source has on the selected events, ascending. */
export function distinctNumbers(db: Db, { projectId, range, sessionRange, select, source }: NumbersPlan): number[] {
  const passes = compileSelection(select, cohortLookup(db, projectId));
  const numbers = new Set<number>();
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    const number = passes(row) ? groupNumber(row, source) : null;
    if (number !== null) numbers.add(number);
  }
  return [...numbers].toSorted((a, b) => a - b);
}
