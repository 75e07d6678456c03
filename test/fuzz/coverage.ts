import { Session } from "node:inspector/promises";

/** The code of hoglet that runs, as V8 counts it. */
export interface Coverage extends Disposable {
  /** How many stretches of code ran for the first time since the last call. */
  newlyReached(): Promise<number>;
}

/**
 * Begins to count, unless nobody wants to know. A stretch is a function, or a branch of one. In a process of which c8 counts the code, nothing
 * is new: V8 has one count.
 */
export async function openCoverage(isWanted = true): Promise<Coverage> {
  if (!isWanted || process.env["NODE_V8_COVERAGE"] !== undefined)
    return { newlyReached: async () => 0, [Symbol.dispose]: () => {} };
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  // Without counts V8 tells of a function only when more of it ran, and leaves it as fast as it is.
  await session.post("Profiler.startPreciseCoverage", { callCount: false, detailed: true });
  const seen = new Set<string>();
  return {
    async newlyReached() {
      const { result } = await session.post("Profiler.takePreciseCoverage");
      const before = seen.size;
      for (const { url, scriptId, functions } of result.filter((script) => script.url.includes("/lib/"))) {
        if (url.includes("/node_modules/")) continue;
        for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
          if (count > 0) seen.add(`${scriptId} ${startOffset} ${endOffset}`);
        }
      }
      return seen.size - before;
    },
    [Symbol.dispose]: () => session.disconnect(),
  };
}
