import type { Page } from "playwright-core";

/**
 * Waits until the view is there and nothing on it is being asked for. After a press of a button what it asks counts at once;
 * after a link the view before may still be there: then something of the new one is to be waited for first.
 */
export async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isBusy = document.querySelector("main .loading, main [aria-busy=true]") !== null;
    return !isBusy && document.querySelector("main h1") !== null;
  });
}
