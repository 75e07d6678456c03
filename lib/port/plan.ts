import type { Cohort } from "../events/filters/index.ts";

declare const ANSWER: unique symbol;

/**
 * A question in the form that engines answer: plain data that survives `structuredClone`. Each kind extends this type in
 * `questions/<kind>`, and documents every field and the answer.
 */
export interface Plan<Kind extends string = string, Answer = unknown> {
  /** The kind of plan, by which engines choose their code. */
  kind: Kind;
  /**
   * Every cohort that the plan's filters and lines name, and every cohort that those cohorts' filters name. A cohort that is
   * named but not listed has no members.
   */
  cohorts?: readonly Cohort[];
  /** The answer's type. No plan has this member. */
  readonly [ANSWER]?: Answer;
}

/** The answer to a plan. */
export type AnswerOf<P extends Plan> = P extends Plan<string, infer Answer> ? Answer : never;
