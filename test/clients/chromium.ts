import type { Browser } from "playwright-core";
import type { Test } from "uvu";
import { hasBrowser, sharedBrowser } from "../support/browser.ts";

/** Returns the function that adds tests with a browser. Without one they are skipped with a message; with `CI` set they fail. */
export function inChromium(tests: Test): (name: string, run: (browser: Browser) => Promise<void>) => void {
  const add = hasBrowser() ? tests : tests.skip;
  return (name, run) => add(name, async () => run(await sharedBrowser()));
}
