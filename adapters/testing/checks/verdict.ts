/** What a check found. The shape is the one that matchers of Vitest and Jest give back. */
export interface Verdict {
  pass: boolean;
  /** Why it fails; of a check that passed, why its opposite (`.not`) fails. */
  message(): string;
  /** For the runner to show side by side. */
  expected?: unknown;
  actual?: unknown;
}
