import type { Page } from "playwright-core";

/** Milliseconds from the click to the answer on the screen, and of the query in them. */
export interface ViewTime {
  viewMs: number;
  queryMs: number;
}

/** Goes from the list of insights to a question and waits until its answer is drawn. */
export async function measureView(page: Page, address: string): Promise<ViewTime> {
  await page.evaluate(() => (location.hash = "/insights"));
  await page.locator("main h1").first().waitFor();
  await page.waitForTimeout(300);
  return page.evaluate(
    (hash) =>
      new Promise<ViewTime>((resolve) => {
        performance.clearResourceTimings();
        const startMs = performance.now();
        location.hash = hash;
        const look = () => {
          const asked = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
          const queries = asked.filter(({ name }) => /\/insights\/[a-z/]+\/$/.test(name));
          const isBusy = document.querySelector("main .loading, main [aria-busy=true]") !== null;
          if (queries.length === 0 || isBusy) {
            requestAnimationFrame(look);
            return;
          }
          const first = Math.min(...queries.map(({ startTime }) => startTime));
          const last = Math.max(...queries.map(({ responseEnd }) => responseEnd));
          resolve({ viewMs: performance.now() - startMs, queryMs: last - first });
        };
        requestAnimationFrame(look);
      }),
    address,
  );
}
