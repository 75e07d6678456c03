/** A check's result, as matchers of Vitest and Jest return it. */
export interface Verdict {
  pass: boolean;
  /** Why it failed; if it passed, why its opposite (`.not`) fails. */
  message(): string;
  /** The values that the runner shows side by side. */
  expected?: unknown;
  actual?: unknown;
}
