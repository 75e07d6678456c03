import type { Hoglet, HttpReply } from "../lib/index.ts";

/** A hoglet whose endless replies can be ended. */
export interface Endable extends Pick<Hoglet, "handle"> {
  /** Ends all endless replies in an orderly way, and later replies at once. */
  end(): void;
}

/**
 * Tracks replies that never end by themselves (server-sent events): otherwise a closing server would wait for every
 * page that is open in a browser.
 */
export function withEnd(hoglet: Pick<Hoglet, "handle">): Endable {
  const open = new Set<AsyncIterator<string | Uint8Array>>();
  let isEnded = false;
  return {
    async handle(request) {
      const reply = await hoglet.handle(request);
      const { body } = reply;
      if (!isEndless(reply) || !isStream(body)) return reply;
      const pieces = body[Symbol.asyncIterator]();
      open.add(pieces);
      if (isEnded) void pieces.return?.();
      return { ...reply, body: leaving(pieces, () => open.delete(pieces)) };
    },
    end() {
      isEnded = true;
      for (const pieces of open) void pieces.return?.();
    },
  };
}

function isEndless({ headers }: HttpReply): boolean {
  return headers["content-type"] === "text/event-stream";
}

function isStream(body: HttpReply["body"]): body is AsyncIterable<string | Uint8Array> {
  return body !== null && typeof body === "object" && Symbol.asyncIterator in body;
}

/** Yields the same pieces; `leave` is called at their end, or when the client goes away. */
function leaving(pieces: AsyncIterator<string | Uint8Array>, leave: () => void): AsyncIterable<string | Uint8Array> {
  const iterator: AsyncIterator<string | Uint8Array> = {
    async next() {
      const result = await pieces.next();
      if (result.done) leave();
      return result;
    },
    async return() {
      leave();
      return (await pieces.return?.()) ?? { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
