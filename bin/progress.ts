import type { SingleBar } from "cli-progress";

// cli-progress (typed, one small dependency): redraws a line at a steady rate, whatever the rate of updates.

/** Shows how far a long work is, on a terminal; elsewhere it does nothing. */
export interface Progress {
  update(lines: number, bytes: number): void;
  /** Leaves the last state standing; may be called twice. */
  stop(): void;
}

/** @param sizeBytes of the whole; null = unknown, then lines are counted without a bar */
export async function createProgress(sizeBytes: number | null): Promise<Progress> {
  const bar = await createBar(sizeBytes === null ? "{lines} lines" : "{bar} {percentage}% | {lines} lines");
  bar.start(sizeBytes ?? 0, 0, { lines: 0 });
  return {
    update: (lines, bytes) => bar.update(sizeBytes === null ? 0 : bytes, { lines }),
    stop: () => bar.stop(),
  };
}

/**
 * A bar that is not started yet. stderr is its stream, and without a terminal there it draws nothing.
 * @param format as cli-progress has it, such as `{bar} {value} of {total} events`
 */
export async function createBar(format: string): Promise<SingleBar> {
  // Not before there is a bar to draw: these are 22 files, which every start of a server would read for nothing.
  const { Presets, SingleBar: Bar } = await import("cli-progress");
  return new Bar({ format, hideCursor: true }, Presets.shades_classic);
}
