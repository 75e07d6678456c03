import type { Browser } from "playwright-core";
import type { Test } from "uvu";
import { hasBrowser, launchBrowser } from "../support/browser.ts";

/**
 * Starts a browser once for a suite, and returns the function that adds tests. Without a browser the tests are skipped with a
 * message; with `CI` set they fail.
 */
export function inChromium(tests: Test): (name: string, run: (browser: Browser) => Promise<void>) => void {
  let opened: Promise<Browser> | undefined;
  const open = () => (opened ??= launchBrowser());
  tests.after(async () => {
    await (await opened?.catch(() => undefined))?.close();
  });
  const add = hasBrowser() ? tests : tests.skip;
  return (name, run) => add(name, async () => run(await open()));
}
