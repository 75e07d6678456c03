import { createBrotliDecompress, createGunzip, createZstdDecompress } from "node:zlib";
import type { Transform } from "node:stream";
import { HogletError, invalid } from "../../base/errors.ts";
import type { Bytes } from "./bytes.ts";

/** A compression of one stream of bytes. */
export type Compression = "gzip" | "zstd" | "brotli";

const ENGINES = { gzip: createGunzip, zstd: createZstdDecompress, brotli: createBrotliDecompress };

/** The first bytes of a frame, as hexadecimal digits: of data, or of a frame that zstd skips (RFC 8878 3.1.2). Brotli has none. */
const MAGIC: Record<Compression, RegExp> = { gzip: /^1f8b/, zstd: /^(?:28b52ffd|5.2a4d18)/, brotli: /^$/ };

const MAGIC_BYTES = 4;

/** Do bytes begin with a frame of this compression? */
export function beginsFrame(bytes: Uint8Array, form: Compression): boolean {
  return MAGIC[form].test(Buffer.from(bytes.subarray(0, MAGIC_BYTES)).toString("hex"));
}

/**
 * Unpacks all frames of a file: `cat a.zst b.zst`, and gzip with a member for each record, as PostHog writes it. Zeros after a frame are padding.
 * @throws invalid for damaged data, and for other bytes after its end
 */
export async function* inflate(bytes: Bytes, form: Compression, name: string): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const label = name || "The input";
  try {
    for (let rest: Uint8Array | null = new Uint8Array(0); rest !== null; rest = await toFrame(rest, source)) {
      if (rest.length > 0 && !beginsFrame(rest, form))
        throw invalid(
          null,
          `${label} has other bytes after the end of its ${form} data: cut them off, or unpack it first.`,
        );
      const frame = openFrame(rest, source, form);
      yield* frame.pieces;
      rest = await frame.rest();
    }
  } catch (error) {
    if (error instanceof HogletError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (!/^(?:Z_|ZSTD_|ERR_BROTLI|ERR_)/.test(code)) throw error;
    throw invalid(
      null,
      `${label} is damaged or cut off, or has other bytes after its end: its ${form} data ends in ${code}. Unpack what is whole, and import that.`,
    );
  } finally {
    await source.return?.();
  }
}

/** The bytes from the next frame on, without padding; null = there is none. */
async function toFrame(rest: Uint8Array, source: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
  let bytes = withoutZeros(rest);
  while (bytes.length < MAGIC_BYTES) {
    const { done, value } = await source.next();
    if (done === true) return bytes.length === 0 ? null : bytes;
    bytes = withoutZeros(Buffer.concat([bytes, value]));
  }
  return bytes;
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  return start === -1 ? new Uint8Array(0) : bytes.subarray(start);
}

interface Frame {
  pieces: AsyncIterable<Uint8Array>;
  /** The bytes that were read and do not belong to it, once its pieces are read. */
  rest(): Promise<Uint8Array>;
}

/** Node ends a stream with its first frame of zstd, and says how many bytes that had. */
function openFrame(first: Uint8Array, source: AsyncIterator<Uint8Array>, form: Compression): Frame {
  const engine = ENGINES[form]();
  const given: Uint8Array[] = [];
  const state = { isEnded: false };
  let dropped = 0;
  const give = async (piece: Uint8Array) => {
    given.push(piece);
    if (state.isEnded || engine.destroyed) return;
    await written(engine, piece);
    while (given[0] !== undefined && dropped + given[0].length <= engine.bytesWritten)
      dropped += given.shift()?.length ?? 0;
  };
  const feed = async () => {
    if (first.length > 0) await give(first);
    while (!state.isEnded && !engine.destroyed) {
      const { done, value } = await source.next();
      if (done === true) return void engine.end();
      await give(value);
    }
  };
  const feeding = feed().catch((error: unknown) => void engine.destroy(error as Error));
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      yield* engine as AsyncIterable<Uint8Array>;
    } finally {
      state.isEnded = true;
      engine.destroy();
    }
  }
  return {
    pieces: pieces(),
    async rest() {
      await feeding;
      return Buffer.concat(given).subarray(engine.bytesWritten - dropped);
    },
  };
}

/** Resolves when the engine has taken a piece, or has ended. */
function written(engine: Transform, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    engine.once("close", resolve);
    engine.write(piece, () => {
      engine.off("close", resolve);
      resolve();
    });
  });
}
