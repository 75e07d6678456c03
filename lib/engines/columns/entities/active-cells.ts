import type { DateRange } from "../../../port/range.ts";
import type { Execution } from "../execution.ts";
import { DistinctCells } from "./distinct-cells.ts";
import { addToCells } from "./add-to-cells.ts";
import type { Slice } from "../scan/scan.ts";
import type { EntityIds } from "./entity-ids.ts";

export interface ActiveInput {
  /** Unique in the question. */
  name: string;
  slices: (range: DateRange) => Iterable<Slice>;
  range: DateRange;
  /** Ascending; rows before the first edge are left out. */
  edgesMs: readonly number[];
  entityIds: EntityIds;
}

/** Finds the entities with a row in each period between edges: the cells are the periods. */
export function readActiveCells(
  { workers, keep }: Pick<Execution, "workers" | "keep">,
  { name, slices, range, edgesMs, entityIds }: ActiveInput,
): DistinctCells {
  const cells = keep(name, () => new DistinctCells(entityIds, edgesMs.length, workers));
  for (const slice of slices(range)) addToCells(cells, edgesMs, { ...slice, line: 0, lineLimit: 1 }, entityIds);
  cells.collect();
  return cells;
}
