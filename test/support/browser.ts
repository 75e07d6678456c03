import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { sayMissing } from "./skipped.ts";

/**
 * The browser of tests: `CHROMIUM`, else Debian's chromium-headless-shell, which needs a third of the processor time of the
 * whole browser with the same engine, else Debian's chromium.
 */
export const BROWSER =
  process.env["CHROMIUM"] ??
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path)) ??
  "/usr/bin/chromium";

/** Without a browser tests are skipped with a message; with `CI` set they fail. */
export function hasBrowser(): boolean {
  if (existsSync(BROWSER) || process.env["CI"]) return true;
  sayMissing("the page, and posthog-js in a browser", "apt-get install chromium-headless-shell, or CHROMIUM=its path");
  return false;
}

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

let shared: Promise<Browser> | undefined;

/** The browser of this process of tests, which ends when the process hangs up. Close your contexts, not the browser. */
export function sharedBrowser(): Promise<Browser> {
  if (shared === undefined) {
    const launched = (shared = launchBrowser());
    process.once("disconnect", () => void launched.then((browser) => browser.close()));
  }
  return shared;
}

/** Starts a browser; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER, args: ARGS });
}
