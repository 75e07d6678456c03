import { requestLimits } from "../../base/request-limits.ts";

/** The most bytes of a body on the wire for `path`: 25 MiB for recordings (`/s`), else 20 MiB. */
export function wireLimit(path: string): number {
  return path === "/s" ? requestLimits.recordingBytes : requestLimits.wireBytes;
}

/**
 * The most bytes that a body of `sentBytes` may decompress to: `mostBytes`, and at most 250 times the bytes sent, since
 * only a decompression bomb has a higher ratio. Small bodies may have any ratio.
 */
export function unpackedLimit(sentBytes: number, mostBytes: number = requestLimits.unpackedBytes): number {
  const { unpackedRatio, wholeBytes } = requestLimits;
  return Math.min(mostBytes, Math.max(wholeBytes, unpackedRatio * sentBytes));
}

const MIB = 1024 * 1024;

/**
 * Bytes that zlib returns at once: enough for JSON's usual ratio in one piece. Small bodies allocate little; large
 * bodies are not joined from thousands of pieces.
 */
export function chunkSize(sizeBytes: number, mostBytes: number): number {
  return Math.min(MIB, Math.max(16 * 1024, Math.min(mostBytes, sizeBytes * 8)));
}
