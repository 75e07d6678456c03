import type { SingleBar } from "cli-progress";

// cli-progress (typed, one small dependency): redraws a line at a steady rate, at any rate of updates.

/** Shows the progress of long work on a terminal; elsewhere it has no effect. */
export interface Progress {
  update(lines: number, bytes: number): void;
  /** Leaves the last state on the screen; may be called twice. */
  stop(): void;
}

/** @param sizeBytes the total size; null = unknown, then lines are counted without a bar */
export async function createProgress(sizeBytes: number | null): Promise<Progress> {
  const bar = await createBar(sizeBytes === null ? "{lines} lines" : "{bar} {percentage}% | {lines} lines");
  bar.start(sizeBytes ?? 0, 0, { lines: 0 });
  return {
    update: (lines, bytes) => bar.update(sizeBytes === null ? 0 : bytes, { lines }),
    stop: () => bar.stop(),
  };
}

/**
 * A bar that is not started yet. It writes to stderr, and draws nothing when stderr is not a terminal.
 * @param format in cli-progress's form, such as `{bar} {value} of {total} events`
 */
export async function createBar(format: string): Promise<SingleBar> {
  // Loaded only for a bar that is drawn: these are 22 files, which every start of a server would read otherwise.
  const { Presets, SingleBar: Bar } = await import("cli-progress");
  return new Bar({ format, hideCursor: true }, Presets.shades_classic);
}
