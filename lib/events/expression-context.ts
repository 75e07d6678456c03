/** A value of an event that an expression of HogQL reads. */
export type ExpressionInput =
  | { of: "event" | "person"; key: string }
  | { of: "group"; key: string; groupTypeIndex: number }
  | { of: "column"; key: "event" | "distinct_id" | "person_id" | "timestamp" };

/** The surroundings in which an expression is evaluated. Plain data: it is a part of plans. */
export interface ExpressionContext {
  /** IANA name of the project's zone. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: number;
  /** The time of `now()`. */
  nowMs: number;
  /** Everything that it reads. */
  inputs: ExpressionInput[];
}
