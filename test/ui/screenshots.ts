import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openPageStage } from "../adapters/ui/support/page-stage.ts";
import type { ViewOptions } from "../adapters/ui/support/page-stage.ts";
import { until } from "../clients/until.ts";
import { prepare } from "./prepare.ts";
import { toShots } from "./shots.ts";
import type { Shot } from "./shots.ts";
import { sharedBrowser } from "../support/browser.ts";

// npm run screenshots [-- FOLDER [NAME …]]: pictures of every view, light and dark, wide and narrow, of the demo shop at a
// frozen clock, in a folder that git ignores; look at them after a change of the page. README.md shows one: copy it to test/ui.

const NOW = "2024-05-31T15:20:00Z";
/** WebP's quality: text stays sharp, and all pictures take 2 MB; blurred JPEGs took 3 MB. The package holds one picture. */
const QUALITY = 20;
/** The window's height in pixels, as a laptop shows it. */
const HEIGHT = 680;
const WINDOWS: Required<ViewOptions>[] = [
  { width: 1280, theme: "light" },
  { width: 1280, theme: "dark" },
  { width: 375, theme: "light" },
  { width: 375, theme: "dark" },
];

const [folder = "out/screenshots", ...names] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const stage = await openPageStage({ now: NOW, demo: { persons: 600, days: 60 } });
const shots = toShots(await prepare(stage.hoglet)).filter(({ name }) => names.length === 0 || names.includes(name));
for (const window of WINDOWS) {
  const page = await stage.page("/", window);
  await page.setViewportSize({ width: window.width, height: HEIGHT });
  for (const shot of shots) {
    await show(page, shot);
    const path = join(folder, `${shot.name}-${window.width}-${window.theme}.webp`);
    await writeFile(path, await capture(page));
  }
}
await stage.close();
await (await sharedBrowser()).close();

/** Playwright itself writes only PNG and JPEG. */
async function capture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  await session.detach();
  return Buffer.from(data, "base64");
}

async function show(page: Page, { address, act }: Shot): Promise<void> {
  // By way of another view: nothing that was opened before is left.
  await page.evaluate(() => (location.hash = "/nowhere"));
  await page.evaluate((hash) => (location.hash = hash), address);
  await whenLoaded(page, address);
  await act?.(page);
  await whenLoaded(page, address);
}

async function whenLoaded(page: Page, address: string): Promise<void> {
  const isLoaded = () =>
    page.evaluate(() => {
      // The page of the design shows what loads for ever.
      const isBusy = document.querySelector(":is(.loading, [aria-busy=true]):not(.design-theme *)") !== null;
      return !isBusy && document.querySelector("main h1") !== null;
    });
  await until(`${address} is loaded`, isLoaded, 20_000);
  // Charts take the width that they are given in the next frame.
  await page.waitForTimeout(200);
}
