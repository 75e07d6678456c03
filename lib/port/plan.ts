import type { Cohort } from "../events/filters/index.ts";

declare const ANSWER: unique symbol;

/**
 * A question in the form that engines answer: plain data that survives `structuredClone`. Each kind extends this type in
 * `questions/<kind>`, and says what every field means and what the answer is.
 */
export interface Plan<Kind extends string = string, Answer = unknown> {
  /** Tells engines how to answer. */
  kind: Kind;
  /**
   * Every cohort that the plan's filters and lines name, and those that the cohorts' own filters name. A name without its cohort
   * here is of one without members.
   */
  cohorts?: readonly Cohort[];
  /** The answer's type. No plan has this member. */
  readonly [ANSWER]?: Answer;
}

/** The answer to a plan. */
export type AnswerOf<P extends Plan> = P extends Plan<string, infer Answer> ? Answer : never;
