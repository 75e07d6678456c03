import { createHoglet } from "../../../lib/index.ts";
import type { Hoglet, HogletOptions } from "../../../lib/index.ts";

export const DAY_MS = 86_400_000;

/** 2024-06-10T12:00:00Z, a Monday. */
export const START_MS = Date.UTC(2024, 5, 10, 12);

/** A hoglet, in memory unless a file is named, whose clock the test moves. */
export async function openDeletions(options: HogletOptions = {}) {
  const clock = { nowMs: START_MS };
  const hoglet = await createHoglet({ now: () => clock.nowMs, ...options });
  return { hoglet, clock };
}

/** `event distinct-id` of all events, sorted. */
export async function eventsOf(hoglet: Hoglet): Promise<string[]> {
  const { results } = await hoglet.events.list({ limit: 1000 });
  return results.map((event) => `${event.event} ${event.distinct_id}`).toSorted();
}

/** The uuid of the nth event of a test. */
export function uuid(n: number): string {
  return `0198f0a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
}
