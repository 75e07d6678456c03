import type { SessionKey } from "./sessions/index.ts";

/** The rows that an expression is about: events, with their persons and groups, or persons alone. */
export type ExpressionSubject = "event" | "person";

/** A value of an event that an expression of HogQL reads. */
export type ExpressionInput =
  | { of: "event" | "person"; key: string }
  | { of: "group"; key: string; groupTypeIndex: number }
  | { of: "session"; key: SessionKey }
  | { of: "column"; key: ExpressionColumn }
  /** Is the person in the cohort? `name` is that of the expression: the cohort's number, or its name. A plan says which cohort that is. */
  | { of: "cohort"; name: number | string; filter?: { type: "cohort"; key: "id"; value: number[]; negation: boolean } };

/** A column of events, or of the event's person. Times are epoch ms; `created_at` is the time of arrival. */
export type ExpressionColumn =
  | "event"
  | "distinct_id"
  | "person_id"
  | "timestamp"
  | "person_created_at"
  | "uuid"
  | "created_at"
  | "elements_chain";

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
