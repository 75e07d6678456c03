declare const ANSWER: unique symbol;

/**
 * A question in the form that engines answer: plain data that survives `structuredClone`. Each kind extends this type in
 * `questions/<kind>`, and says what every field means and what the answer is.
 */
export interface Plan<Kind extends string = string, Answer = unknown> {
  /** Tells engines how to answer. */
  kind: Kind;
  /** The answer's type. No plan has this member. */
  readonly [ANSWER]?: Answer;
}

/** The answer to a plan. */
export type AnswerOf<P extends Plan> = P extends Plan<string, infer Answer> ? Answer : never;
