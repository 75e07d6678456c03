import type { Test } from "uvu";
import { hasBrowser } from "../support/browser.ts";
import { oneIn } from "../support/rounds.ts";

/** Returns the function that adds tests with a browser. Without one they are skipped with a message; with `CI` set they fail. `npm test` runs every second one. */
export function inChromium(tests: Test): (name: string, run: () => Promise<void>) => void {
  const add = hasBrowser() ? oneIn(2, tests) : tests.skip;
  return (name, run) => add(name, run);
}
