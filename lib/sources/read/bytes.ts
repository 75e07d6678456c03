/** Bytes of a file, an archive's member or a stream, read once from the front. */
export type Bytes = AsyncIterable<Uint8Array>;

/** The first bytes, and a stream of all bytes, the first included. */
export interface Peeked {
  head: Buffer;
  all: Bytes;
}

/** Reads at least `wanted` bytes (fewer at the end of the stream) without consuming them. */
export async function peek(bytes: Bytes, wanted: number): Promise<Peeked> {
  const rest = bytes[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (size < wanted) {
    const { done, value } = await rest.next();
    if (done === true) break;
    pieces.push(value);
    size += value.length;
  }
  const head = Buffer.concat(pieces);
  return { head, all: resume(head, rest) };
}

async function* resume(head: Buffer, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
