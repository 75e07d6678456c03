import { requestLimits } from "../../base/request-limits.ts";

/** How many bytes a body sent to `path` may have on the wire: 25 MiB for recordings (`/s`), else 20 MiB. */
export function wireLimit(path: string): number {
  return path === "/s" ? requestLimits.recordingBytes : requestLimits.wireBytes;
}

/**
 * How many bytes a body of `sentBytes` may unpack to: `mostBytes`, and no more than 250 times what was sent, since only a
 * bomb packs better. What is small anyway may pack as well as it likes.
 */
export function unpackedLimit(sentBytes: number, mostBytes: number = requestLimits.unpackedBytes): number {
  const { unpackedRatio, wholeBytes } = requestLimits;
  return Math.min(mostBytes, Math.max(wholeBytes, unpackedRatio * sentBytes));
}

const MIB = 1024 * 1024;

/**
 * Bytes that zlib gives at once: room for JSON's usual ratio in one piece. Small bodies allocate little; large ones are not
 * joined from thousands of pieces.
 */
export function chunkSize(sizeBytes: number, mostBytes: number): number {
  return Math.min(MIB, Math.max(16 * 1024, Math.min(mostBytes, sizeBytes * 8)));
}
