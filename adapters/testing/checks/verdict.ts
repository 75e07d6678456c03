/** The result of a check, in the form that matchers of Vitest and Jest return. */
export interface Verdict {
  pass: boolean;
  /** The reason for a failure; for a check that passed, the reason why its opposite (`.not`) fails. */
  message(): string;
  /** Shown side by side by the runner. */
  expected?: unknown;
  actual?: unknown;
}
