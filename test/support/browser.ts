import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
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

/** Playwright's own runner of tests uses its contexts again by these two. */
interface Reused {
  _newContextForReuse(options: BrowserContextOptions): Promise<BrowserContext>;
  _disconnectFromReusedContext(reason: string): Promise<void>;
}

let isTaken = false;

/**
 * A window without cookies, stored data, routes and listeners. The context is that of the window before, emptied, which keeps its process and
 * the files that it has loaded: a new one costs the processor three times as much. A second window beside the first is new.
 */
export async function openWindow(options: BrowserContextOptions): Promise<{ page: Page; close(): Promise<void> }> {
  const browser = await sharedBrowser();
  if (isTaken) {
    const context = await browser.newContext(options);
    return { page: await context.newPage(), close: () => context.close() };
  }
  isTaken = true;
  const reused = browser as unknown as Reused;
  // oxlint-disable-next-line no-underscore-dangle -- Playwright's name
  const context = await reused._newContextForReuse(options);
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    page,
    async close() {
      // Else it goes on until the next window is opened.
      for (const each of context.pages()) await each.goto("about:blank");
      // oxlint-disable-next-line no-underscore-dangle -- Playwright's name
      await reused._disconnectFromReusedContext("closed");
      isTaken = false;
    },
  };
}

/** Starts a browser; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER, args: ARGS });
}
