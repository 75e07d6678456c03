import { clearTimeout, setTimeout } from "../../base/platform.ts";
import type { LiveEvents } from "./live.ts";
import { toStoppable } from "./stoppable.ts";

/**
 * Interval of heartbeats on an idle stream, in ms, so that proxies and clients keep it open. A longer interval risks
 * their timeouts (often 30 s or 60 s).
 */
const HEARTBEAT_MS = 15_000;

/**
 * The pieces of a server-sent event stream, text or its UTF-8: an event is `id: <seq>` and `data: <JSON of the record>`; comments are sent
 * at the start, so that clients see an open stream at once, and as heartbeats. It ends when `events` ends; leaving the
 * stream ends `events`.
 */
export function toEventStream(
  events: LiveEvents,
  heartbeatMs = HEARTBEAT_MS,
): AsyncIterableIterator<string | Uint8Array, void> {
  return toStoppable(write(events, heartbeatMs), () => events.return?.());
}

async function* write(events: LiveEvents, heartbeatMs: number): AsyncGenerator<string | Uint8Array, void> {
  yield ": connected\n\n";
  let next = events.next();
  for (;;) {
    const result = await within(next, heartbeatMs);
    if (result === null) {
      yield ": heartbeat\n\n";
      continue;
    }
    if (result.done) return;
    yield result.value.bytes;
    next = events.next();
  }
}

/** The result of `promise`, or null when it takes longer. */
async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(resolve, timeoutMs, null).unref()));
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
