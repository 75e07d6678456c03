import { promisify } from "node:util";
import { zstdDecompress, zstdDecompressSync } from "node:zlib";
import { refuse } from "./refuse.ts";

/** zlib's options, and most bytes of output. */
export interface OutputSpace {
  maxOutputLength: number;
}

/** Frames of a body, each with a decoder of 40 µs; an SDK sends one. */
const MOST_FRAMES = 256;

/** A frame as zlib gives it with `info`. */
interface Frame {
  buffer: Buffer;
  /** `bytesWritten` counts the packed frame. */
  engine: { bytesWritten: number };
}

const readFrame = zstdDecompressSync as unknown as (bytes: Buffer, options: object) => Frame;
const readFrameAside = promisify(zstdDecompress) as unknown as (bytes: Buffer, options: object) => Promise<Frame>;

/**
 * Unpacks zstd. zlib silently stops after the first frame; piecewise packing gives several, which are one text (RFC
 * 8878, 3).
 * @throws RangeError when more than `maxOutputLength` would come out; HogletError 400 above 256 frames; zlib's for
 *   broken data
 */
export function unzstd(bytes: Buffer, options: OutputSpace): Buffer {
  const frames = openFrames(bytes, options);
  for (let next = frames.next(); next !== null; next = frames.next()) frames.add(readFrame(next.bytes, next.options));
  return frames.all();
}

/** Decompresses Zstandard frames beside the event loop. */
export async function unzstdAside(bytes: Buffer, options: OutputSpace): Promise<Buffer> {
  const frames = openFrames(bytes, options);
  for (let next = frames.next(); next !== null; next = frames.next()) {
    frames.add(await readFrameAside(next.bytes, next.options));
  }
  return frames.all();
}

function openFrames(bytes: Buffer, options: OutputSpace) {
  const pieces: Buffer[] = [];
  let at = 0;
  let leftBytes = options.maxOutputLength;
  return {
    next() {
      if (at >= bytes.length && pieces.length > 0) return null;
      if (pieces.length === MOST_FRAMES) {
        throw refuse(400, "request_decoding_error", `Expected at most ${MOST_FRAMES} frames of zstd.`);
      }
      // zlib takes no zero: a byte too many is seen below.
      const own = { maxOutputLength: Math.max(1, leftBytes), info: true };
      return { bytes: bytes.subarray(at), options: { ...options, ...own } };
    },
    add({ buffer, engine }: Frame) {
      if (engine.bytesWritten === 0) throw new Error("a frame of no bytes");
      at += engine.bytesWritten;
      leftBytes -= buffer.length;
      if (leftBytes < 0) throw Object.assign(new RangeError("too large"), { code: "ERR_BUFFER_TOO_LARGE" });
      pieces.push(buffer);
    },
    all: () => Buffer.concat(pieces),
  };
}
