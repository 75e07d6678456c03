import type { Browser } from "playwright-core";

/**
 * Opens an address in a browser without a cache and waits until its first chart is drawn. Resolves to the milliseconds since the
 * navigation began.
 */
export async function measureFirstChart(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  // tsx wraps functions in this helper to keep their names; the browser, which gets their text, lacks it.
  await page.addInitScript({ content: "globalThis.__name = (it) => it;" });
  await page.goto(url);
  const drawnMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const chart = document.querySelector("main .chart svg");
          const isBusy = document.querySelector("main .loading, main .insight [aria-busy=true]") !== null;
          if (chart === null || isBusy) requestAnimationFrame(look);
          else resolve(performance.now());
        };
        look();
      }),
  );
  await context.close();
  return drawnMs;
}
