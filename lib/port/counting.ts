import type { ExpressionContext } from "../events/expression-context.ts";
import type { ActorKind } from "./actors.ts";

/** Makes one number of a bucket's numbers; 0 without any. */
export type Aggregate =
  | { name: "sum" | "avg" | "min" | "max" }
  /** Interpolated linearly: the number at position `level · (n − 1)` of n sorted numbers. */
  | { name: "quantile"; level: number };

/** How a bucket's rows become its value. */
export type Counting =
  | { by: "events" }
  /** Distinct actors; events without an actor do not count. */
  | { by: "actors" }
  /** Actors, groups or sessions as `of` counts them, each in its first bucket only. */
  | { by: "firsts"; of: Extract<Counting, { by: "actors" | "groups" | "sessions" }> }
  /** Distinct actors from `startsMs[bucket]` to the bucket's end. Rows before the range count too. */
  | { by: "trailing_actors"; startsMs: number[] }
  /** Distinct non-empty keys of one group type. */
  | { by: "groups"; groupTypeIndex: number }
  /** The number of rows of each actor that has a row in the bucket. */
  | { by: "events_per_actor"; actors: ActorKind; aggregate: Aggregate }
  /** Distinct `$session_id`; a missing id counts as a session. */
  | { by: "sessions" }
  /** Values of an event property that are numbers. */
  | { by: "numbers"; key: string; aggregate: Aggregate }
  /** The seconds of each session with a row in the bucket; a session counts once. */
  | { by: "session_seconds"; aggregate: Aggregate }
  /** HogQL over the bucket's rows, with aggregates; 0 without rows, for NULL, and for a value that is no number. */
  | { by: "expression"; total: TotalExpression };

/** An expression with one value for many events. */
export interface TotalExpression {
  type: "hogql";
  as: "total";
  key: string;
  context?: ExpressionContext;
}
