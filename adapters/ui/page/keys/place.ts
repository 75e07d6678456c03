import type { Option } from "../parts/rank-options.ts";

/** A place that the palette goes to; its group is the kind of place, in plain words. */
export interface Place extends Option {
  /** The address in the shown project, such as "/sql". */
  path: string;
}
