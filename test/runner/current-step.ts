import { writeSync } from "node:fs";

/** The file descriptor on which a test process reports its current step. */
export const STEP_FD = 3;

/** The current step of a test process. */
export interface Step {
  /** Name of the suite; absent while the file is being loaded. */
  suite?: string;
  /** Name of the test, or which hook. */
  test?: string;
}

/**
 * Reports the next step of this process. The write is synchronous, so that it arrives even if the test never frees the event
 * loop; `process.send` does not guarantee that.
 */
export function reportStep(step: Step): void {
  writeSync(STEP_FD, `${JSON.stringify(step)}\n`);
}

/** A step in words, for a failure. */
export function describeStep({ suite, test }: Step): string {
  return test === undefined ? "while the file was being loaded" : `in ${suite}  ${JSON.stringify(test)}`;
}
