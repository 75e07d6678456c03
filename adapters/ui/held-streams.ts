import type { HttpReply } from "../../lib/index.ts";

/** The open event streams of sessions. */
export interface HeldStreams {
  /**
   * Wraps a reply: an event stream in it ends with its session. Other replies end soon by themselves, and would be cut
   * unnoticed.
   */
  hold(session: string, reply: HttpReply): HttpReply;
  /** Ends the streams of a session. */
  end(session: string): void;
}

/** Tracks event streams by session, until they end. */
export function holdStreams(): HeldStreams {
  const streams = new Map<string, Set<() => unknown>>();

  const forget = (session: string, end: () => unknown) => {
    const open = streams.get(session);
    open?.delete(end);
    if (open?.size === 0) streams.delete(session);
  };
  return {
    hold(session, reply) {
      const { headers, body } = reply;
      if (headers["content-type"] !== "text/event-stream" || !isStream(body)) return reply;
      const pieces = body[Symbol.asyncIterator]();
      const end = () => pieces.return?.();
      streams.set(session, (streams.get(session) ?? new Set()).add(end));
      return { ...reply, body: watchEnd(pieces, () => forget(session, end)) };
    },
    end(session) {
      for (const end of streams.get(session) ?? []) void end();
      streams.delete(session);
    },
  };
}

/** Yields the same pieces; `onEnd` is called at the end, or when the reader leaves. */
function watchEnd(
  pieces: AsyncIterator<string | Uint8Array>,
  onEnd: () => void,
): AsyncIterableIterator<string | Uint8Array> {
  return {
    async next() {
      const piece = await pieces.next();
      if (piece.done) onEnd();
      return piece;
    },
    async return() {
      onEnd();
      await pieces.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function isStream(body: HttpReply["body"]): body is AsyncIterable<string | Uint8Array> {
  return body !== null && typeof body === "object" && Symbol.asyncIterator in body;
}
