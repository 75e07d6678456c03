import { TextEncoder } from "../base/platform.ts";

/**
 * Turns pieces of text, or of its UTF-8, into a web stream of UTF-8. It asks for the next piece when the last was taken. Cancelling the
 * stream ends the iterator at once, even while it waits for a piece.
 */
export function toWebStream(pieces: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      // A copy: other streams get the same bytes, and the app that reads these may change them.
      else controller.enqueue(typeof value === "string" ? encoder.encode(value) : new Uint8Array(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
