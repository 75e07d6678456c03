import type { Browser } from "playwright-core";

/** Milliseconds since the address was opened. */
export interface Paint {
  firstPaintMs: number;
  /** When the view's heading stands there, with all scripts that it needs. */
  interactiveMs: number;
}

/** Opens a view in a browser with an empty cache. */
export async function measurePaint(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const marks = window as unknown as { headingMs?: number };
    new MutationObserver(() => {
      if (document.querySelector("main h1") !== null) marks.headingMs ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url);
  const handle = await page.waitForFunction(() => {
    const { headingMs } = window as unknown as { headingMs?: number };
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    return (
      headingMs !== undefined && paint !== undefined && { firstPaintMs: paint.startTime, interactiveMs: headingMs }
    );
  });
  const paint = (await handle.jsonValue()) as Paint;
  await context.close();
  return paint;
}
