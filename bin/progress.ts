import { Presets, SingleBar } from "cli-progress";

// cli-progress (typed, one small dependency): redraws a line at a steady rate, whatever the rate of updates.

/** Shows how far a long work is, on a terminal; elsewhere it does nothing. */
export interface Progress {
  update(lines: number, bytes: number): void;
  /** Leaves the last state standing; may be called twice. */
  stop(): void;
}

/** @param sizeBytes of the whole; null = unknown, then lines are counted without a bar */
export function createProgress(sizeBytes: number | null): Progress {
  const format = sizeBytes === null ? "{lines} lines" : "{bar} {percentage}% | {lines} lines";
  // stderr is its default stream, and without a terminal there it draws nothing.
  const bar = new SingleBar({ format, clearOnComplete: false, hideCursor: true }, Presets.shades_classic);
  bar.start(sizeBytes ?? 0, 0, { lines: 0 });
  return {
    update: (lines, bytes) => bar.update(sizeBytes === null ? 0 : bytes, { lines }),
    stop: () => bar.stop(),
  };
}
