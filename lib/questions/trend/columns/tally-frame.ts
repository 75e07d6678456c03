import type { DateRange } from "../../../port/range.ts";
import type { LinedSlice } from "../../../engines/columns/entities/add-to-cells.ts";
import type { WorkerGroup } from "../../../engines/columns/group/worker-group.ts";

/** Counts rows by line and bucket. */
export interface Tally {
  add(slice: LinedSlice): void;
  /** Adds the counts of the worker group's other threads: call it after the last `add`, before the first read. */
  collect(): void;
  /** Its memory in bytes. @default little */
  sizeBytes?(): number;
  /** A number per bucket. */
  values(line: number): number[];
}

/** Slices lie within the range, extended back by trailing windows. */
export interface TallyFrame {
  range: DateRange;
  edgesMs: number[];
  /** About how many lines there are. */
  lineCount: number;
  /** The threads that count the other slices. */
  workers: WorkerGroup;
}
