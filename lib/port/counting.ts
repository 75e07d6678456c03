/** What becomes of the numbers of a bucket; without any it is 0. */
export type Aggregate =
  | { name: "sum" | "avg" | "min" | "max" }
  /** Interpolated linearly: of n sorted numbers, the one at place `level · (n − 1)`. */
  | { name: "quantile"; level: number };

/** How the rows of a bucket become its value. */
export type Counting =
  | { by: "events" }
  /** Distinct actors; events of nobody do not count. */
  | { by: "actors" }
  /** The same, but each actor counts in the first bucket only that it is seen in. */
  | { by: "new_actors" }
  /**
   * Distinct actors from `startsMs[bucket]` to the bucket's end; 0 in a bucket in which the project has no event at all, of
   * any name. Rows before the range count too.
   */
  | { by: "trailing_actors"; startsMs: number[] }
  /** Distinct non-empty keys of one group type. */
  | { by: "groups"; groupTypeIndex: number }
  /** Distinct `$session_id`; none is one of them. */
  | { by: "sessions" }
  /** Values of an event property that are numbers. */
  | { by: "numbers"; key: string; aggregate: Aggregate }
  /** Seconds of each session that has a row in the bucket, once each. */
  | { by: "session_seconds"; aggregate: Aggregate };
