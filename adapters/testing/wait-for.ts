import { clearTimeout, setTimeout } from "../../lib/base/platform.ts";
import { toVisibleLines } from "../../lib/index.ts";
import type { EventRecord } from "../../lib/index.ts";
import { assertionError } from "./assertion-error.ts";
import { matches, describeMatcher, describeNearest, toMatch } from "./event-matcher.ts";
import type { EventMatcher } from "./event-matcher.ts";

interface Wait {
  matcher: EventMatcher;
  /** Real milliseconds. */
  timeoutMs: number;
  /** Events from now on. */
  live(): AsyncIterableIterator<EventRecord, void>;
  /** The events that exist. */
  read(): Promise<EventRecord[]>;
  /** Tells of events that did not arrive. @param captured number of events */
  lost(captured: number): Promise<string>;
}

/**
 * The first event that matches, existing or arriving; the arrival wakes it.
 * @throws AssertionError naming the captured events, nearest first
 */
export async function waitForEvent({ matcher, timeoutMs, live, read, lost }: Wait): Promise<EventRecord> {
  if (typeof matcher === "object") toMatch(matcher);
  // Before existing events are read, so that none is missed.
  const arrivals = live();
  const timer = setTimeout(() => void arrivals.return?.(), timeoutMs);
  try {
    const known = (await read()).find((event) => matches(matcher, event));
    if (known !== undefined) return known;
    for await (const event of arrivals) if (matches(matcher, event)) return event;
  } finally {
    clearTimeout(timer);
    await arrivals.return?.();
  }
  const all = await read();
  const nearest = describeNearest(matcher, all) + (await lost(all.length));
  throw assertionError({
    message: toVisibleLines(
      `Waited ${timeoutMs} ms for ${describeMatcher(matcher)}, and it did not arrive.\n${nearest}`,
    ),
    operator: "waitFor",
    stackStartFn: waitForEvent,
  });
}
