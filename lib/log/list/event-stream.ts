import { toStoppable } from "../../base/stoppable.ts";
import { within } from "../../base/within.ts";

/** Ms between heartbeats on an idle stream; proxies and clients often time out after 30 s or 60 s. */
const HEARTBEAT_MS = 15_000;

/** Server-sent events, as text or its UTF-8. */
interface Part {
  readonly bytes: string | Uint8Array;
}

/**
 * The pieces of a server-sent event stream. A comment at the start shows clients an open stream at once; later ones are
 * heartbeats. It ends when `parts` end; leaving the stream ends `parts`.
 */
export function toEventStream(
  parts: AsyncIterator<Part, void>,
  heartbeatMs = HEARTBEAT_MS,
): AsyncIterableIterator<string | Uint8Array, void> {
  return toStoppable(write(parts, heartbeatMs), () => parts.return?.());
}

async function* write(
  parts: AsyncIterator<Part, void>,
  heartbeatMs: number,
): AsyncGenerator<string | Uint8Array, void> {
  yield ": connected\n\n";
  let next = parts.next();
  for (;;) {
    const result = await within(next, heartbeatMs);
    if (result === null) {
      yield ": heartbeat\n\n";
      continue;
    }
    if (result.done) return;
    yield result.value.bytes;
    next = parts.next();
  }
}
