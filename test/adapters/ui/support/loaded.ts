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
