import type { Readable } from "node:stream";
import type { H3Event } from "h3";

/** A body that is passed on while it arrives. */
export interface BodyStream {
  bytes: AsyncIterable<Uint8Array>;
  /** Discards what nobody has read: most clients read the answer only after they have sent everything. */
  end(): void;
}

/**
 * The body as a stream, a piece at a time: the client sends no faster than the pieces are read. Null = a parser of the parent app has read it
 * already.
 */
export function streamBody({ req, runtime }: H3Event): BodyStream | null {
  const node = runtime?.node?.req as Readable | undefined;
  if (node !== undefined) {
    if (node.readableEnded) return null;
    // A reader that stops early must not close the socket, over which the answer goes.
    return {
      bytes: { [Symbol.asyncIterator]: () => node.iterator({ destroyOnReturn: false }) },
      end: () => void node.resume(),
    };
  }
  return { bytes: (req.body ?? []) as AsyncIterable<Uint8Array>, end: () => {} };
}
