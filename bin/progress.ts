import type { SingleBar } from "cli-progress";

// cli-progress (typed, one small dependency): redraws a line at a steady rate, at any rate of updates.

/**
 * A bar that is not started yet. It writes to stderr, and draws nothing when stderr is not a terminal.
 * @param format in cli-progress's form, such as `{bar} {value} of {total} events`
 */
export async function createBar(format: string): Promise<SingleBar> {
  // Loaded only for a bar that is drawn: these are 22 files, which every start of a server would read otherwise.
  const { Presets, SingleBar: Bar } = await import("cli-progress");
  return new Bar({ format, hideCursor: true }, Presets.shades_classic);
}
