import type { Page } from "playwright-core";

/** How smoothly a page moved. */
export interface Frames {
  perSecond: number;
  /** The longest time without a frame. */
  longestMs: number;
}

/** Counts the frames that the browser draws in this number of milliseconds. */
export function countFrames(page: Page, durationMs: number): Promise<Frames> {
  return page.evaluate(
    (forMs) =>
      new Promise<Frames>((resolve) => {
        const times: number[] = [];
        const take = (nowMs: number) => {
          times.push(nowMs);
          const elapsedMs = nowMs - (times[0] ?? nowMs);
          if (elapsedMs < forMs) {
            requestAnimationFrame(take);
            return;
          }
          const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
          resolve({ perSecond: ((times.length - 1) / elapsedMs) * 1000, longestMs: Math.max(...gaps) });
        };
        requestAnimationFrame(take);
      }),
    durationMs,
  );
}
