/** The rows that an expression is about: events, with their persons and groups, or persons alone. */
export type ExpressionSubject = "event" | "person";

/** A value of an event that an expression of HogQL reads. */
export type ExpressionInput =
  | { of: "event" | "person"; key: string }
  | { of: "group"; key: string; groupTypeIndex: number }
  | { of: "column"; key: "event" | "distinct_id" | "person_id" | "timestamp" | "person_created_at" };

/** The surroundings in which an expression is evaluated. Plain data: it is a part of plans. */
export interface ExpressionContext {
  /** IANA name of the project's zone. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: number;
  /** The time of `now()`. */
  nowMs: number;
  subject: ExpressionSubject;
  /** Everything that it reads. */
  inputs: ExpressionInput[];
}
