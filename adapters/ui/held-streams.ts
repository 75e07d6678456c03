import type { HttpReply } from "../../lib/index.ts";

/** The event streams that were opened in sessions. */
export interface HeldStreams {
  /** The reply; an event stream in it ends when its session does. All else is over soon, and would be cut short unseen. */
  hold(session: string, reply: HttpReply): HttpReply;
  /** Ends those of a session. */
  end(session: string): void;
}

/** Keeps event streams by session, each as long as it lasts. */
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

/** The same pieces; `onEnd` is called when there are no more, or nobody wants them. */
function watchEnd(pieces: AsyncIterator<string>, onEnd: () => void): AsyncIterableIterator<string, void> {
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

function isStream(body: HttpReply["body"]): body is AsyncIterable<string> {
  return body !== null && typeof body === "object" && Symbol.asyncIterator in body;
}
