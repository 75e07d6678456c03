import { TextEncoder } from "../base/platform.ts";

/**
 * Turns pieces of text into a web stream of UTF-8. It asks for the next piece when the last was taken. Cancelling the
 * stream ends the iterator at once, even while it waits for a piece.
 */
export function toWebStream(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
