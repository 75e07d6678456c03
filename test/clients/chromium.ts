import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

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

/** Is there a browser to test with? Its path is `CHROMIUM`, else /usr/bin/chromium. */
export function hasChromium(): boolean {
  return existsSync(EXECUTABLE);
}

/** Starts the browser; close it afterwards. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ARGS });
}
