import type { DateRange } from "../../../port/range.ts";
import type { LinedSlice } from "../../../engines/columns/entities/add-to-cells.ts";
import type { WorkerGroup } from "../../../engines/columns/group/worker-group.ts";

/** Counts rows into the buckets of lines. */
export interface Tally {
  add(slice: LinedSlice): void;
  /** Takes in what the other threads of the worker group counted in the same lines: to be called when all is added, before anything is read. */
  collect(): void;
  /** Its memory in bytes. @default little */
  sizeBytes?(): number;
  /** One number per bucket. */
  values(line: number): number[];
}

/** The buckets and lines of a tally. Slices lie within the range, extended back by trailing windows. */
export interface TallyFrame {
  range: DateRange;
  edgesMs: number[];
  /** About how many lines there are. */
  lineCount: number;
  /** The threads that count the other slices. */
  workers: WorkerGroup;
}
