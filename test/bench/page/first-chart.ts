import type { Browser } from "playwright-core";

/** Milliseconds since the navigation began. */
export interface FirstChart {
  chartMs: number;
  /** When all other parts of the view stand there too. */
  wholeMs: number;
}

/** Opens an address in a browser without a cache and waits until its first chart, and then everything else, is drawn. */
export async function measureFirstChart(browser: Browser, url: string): Promise<FirstChart> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  // tsx wraps functions in this helper to keep their names; the browser, which gets their text, lacks it.
  await page.addInitScript({ content: "globalThis.__name = (it) => it;" });
  await page.goto(url);
  const drawn = await page.evaluate(
    () =>
      new Promise<FirstChart>((resolve) => {
        let chartMs: number | undefined;
        const look = () => {
          if (document.querySelector("main .chart svg") !== null) chartMs ??= performance.now();
          const isBusy = document.querySelector("main .loading, main .insight [aria-busy=true]") !== null;
          if (chartMs === undefined || isBusy) requestAnimationFrame(look);
          else resolve({ chartMs, wholeMs: performance.now() });
        };
        look();
      }),
  );
  await context.close();
  return drawn;
}
