import type { Cohort } from "../events/filters/index.ts";

declare const ANSWER: unique symbol;

/**
 * A question for engines: plain data that survives `structuredClone`. Each kind extends this type in
 * `questions/<kind>`, and documents every field and the answer.
 */
export interface Plan<Kind extends string = string, Answer = unknown> {
  /** Engines choose their code by it. */
  kind: Kind;
  /**
   * Every cohort that the plan's filters and lines name, and those that their filters name. A named cohort that is not
   * listed has no members.
   */
  cohorts?: readonly Cohort[];
  /** The answer's type. No plan has this member. */
  readonly [ANSWER]?: Answer;
}

export type AnswerOf<P extends Plan> = P extends Plan<string, infer Answer> ? Answer : never;
