import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import type { Test } from "uvu";

const EXECUTABLE = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

// No window, and nothing of the browser's own on the network.
const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Starts a browser once for a suite, and returns the function that adds tests. The browser's path is `CHROMIUM`, else
 * /usr/bin/chromium. Without a browser the tests are skipped with a message; with `CI` set they fail.
 */
export function inChromium(tests: Test): (name: string, run: (browser: Browser) => Promise<void>) => void {
  const isThere = existsSync(EXECUTABLE);
  if (!isThere && !process.env["CI"]) {
    process.stderr.write(`\n!!! SKIPPED for want of a browser at ${EXECUTABLE}: nothing here was tested !!!\n`);
  }
  let opened: Promise<Browser> | undefined;
  const open = () => (opened ??= chromium.launch({ executablePath: EXECUTABLE, args: ARGS }));
  tests.after(async () => {
    await (await opened?.catch(() => undefined))?.close();
  });
  const add = isThere || process.env["CI"] ? tests : tests.skip;
  return (name, run) => add(name, async () => run(await open()));
}
