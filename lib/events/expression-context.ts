import type { SessionKey } from "./sessions/index.ts";

/** Events with their persons and groups, or persons alone. */
export type ExpressionSubject = "event" | "person";

/** A value that an expression of HogQL reads of an event. */
export type ExpressionInput =
  | { of: "event" | "person"; key: string }
  | { of: "group"; key: string; groupTypeIndex: number }
  | { of: "session"; key: SessionKey }
  | { of: "column"; key: ExpressionColumn }
  /** Is the person in the cohort? `name` is the expression's: a number, or a name. A plan says which cohort that is. */
  | { of: "cohort"; name: number | string; filter?: { type: "cohort"; key: "id"; value: number[]; negation: boolean } };

/** A column of events, or of their persons. Times are epoch ms; `created_at` is the arrival. */
export type ExpressionColumn =
  | "event"
  | "distinct_id"
  | "person_id"
  | "timestamp"
  | "person_created_at"
  | "uuid"
  | "created_at"
  | "elements_chain";

/** Surroundings of an expression. Plain data in plans. */
export interface ExpressionContext {
  /** IANA name of the project's zone. */
  timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  weekStartDay: number;
  /** The time of `now()`. */
  nowMs: number;
  subject: ExpressionSubject;
  inputs: ExpressionInput[];
}
