import { setTimeout as pause } from "node:timers/promises";

/** Long: a crowded machine makes a browser wait for seconds, and only a test that fails waits so long. */
const PATIENCE_MS = 120_000;
const BEAT_MS = 10;

/**
 * Asks again until there is an answer, and returns it: for work that a client does in its own time.
 * @param what named in the error when no answer came
 * @throws Error after `patienceMs`
 */
export async function until<Value>(
  what: string,
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
  patienceMs = PATIENCE_MS,
): Promise<Value> {
  const endMs = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > endMs) throw new Error(`Waited ${patienceMs} ms in vain: ${what}.`);
    await pause(BEAT_MS);
  }
}
