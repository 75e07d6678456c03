import type { Page } from "playwright-core";

/**
 * Waits until the view is shown and none of its requests is open. Requests of a pressed button count at once. After a link
 * the view before may still be shown: wait for an element of the new view first. Samples of the design's view load nothing.
 */
export async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isBusy = document.querySelector("main :is(.loading, [aria-busy=true]):not(.design-theme *)") !== null;
    return !isBusy && document.querySelector("main h1") !== null;
  });
}

const NOWHERE = "No such view";

/**
 * Shows a view in a page that has shown any other, by way of none, since the view before would be taken for this one until it is left. Loading
 * the page again for each view took the browser half of its time.
 * @param address behind the `#`
 */
export async function showView(page: Page, address: string): Promise<void> {
  await page.evaluate(() => (location.hash = "/nowhere"));
  await page.getByRole("heading", { name: NOWHERE }).waitFor();
  await page.evaluate((hash) => (location.hash = hash), address);
  await page.waitForFunction((nowhere) => document.querySelector("main h1")?.textContent !== nowhere, NOWHERE);
  await loaded(page);
}
