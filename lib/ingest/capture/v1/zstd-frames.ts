import { promisify } from "node:util";
import { zstdDecompress, zstdDecompressSync } from "node:zlib";
import { refuse } from "./refuse.ts";

/** Options of zlib, and how many bytes may come out. */
export interface OutputSpace {
  maxOutputLength: number;
}

/** Frames in one body. Each costs a decoder of its own, 40 µs; an SDK sends one. */
const MOST_FRAMES = 256;

/** A frame as zlib gives it with `info`. */
interface Frame {
  buffer: Buffer;
  /** Its `bytesWritten` are those of the frame as packed. */
  engine: { bytesWritten: number };
}

const readFrame = zstdDecompressSync as unknown as (bytes: Buffer, options: object) => Frame;
const readFrameAside = promisify(zstdDecompress) as unknown as (bytes: Buffer, options: object) => Promise<Frame>;

/**
 * Unpacks zstd. zlib stops after the first frame and says nothing of the rest; a sender that packs piece by piece sends
 * several frames, which are one text together (RFC 8878, 3).
 * @throws RangeError when more than `maxOutputLength` would come out; HogletError 400 above 256 frames; zlib's for broken data
 */
export function unzstd(bytes: Buffer, options: OutputSpace): Buffer {
  const frames = openFrames(bytes, options);
  for (let next = frames.next(); next !== null; next = frames.next()) frames.add(readFrame(next.bytes, next.options));
  return frames.all();
}

/** The same beside the event loop. */
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
      // zlib takes no bound of zero: a byte too many is seen below.
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
