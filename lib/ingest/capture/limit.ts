import { requestLimits } from "../../base/request-limits.ts";

/** 25 MiB for recordings (`/s`), else 20 MiB. */
export function wireLimit(path: string): number {
  return path === "/s" ? requestLimits.recordingBytes : requestLimits.wireBytes;
}

/**
 * `mostBytes`, and at most 250 times the bytes sent, which only a decompression bomb exceeds. Small bodies may have any
 * ratio.
 */
export function unpackedLimit(sentBytes: number, mostBytes: number = requestLimits.unpackedBytes): number {
  const { unpackedRatio, wholeBytes } = requestLimits;
  return Math.min(mostBytes, Math.max(wholeBytes, unpackedRatio * sentBytes));
}

const MIB = 1024 * 1024;

/**
 * Bytes that zlib returns at once: JSON's usual ratio in one piece, little for small bodies, no thousands of pieces for
 * large ones.
 */
export function chunkSize(sizeBytes: number, mostBytes: number): number {
  return Math.min(MIB, Math.max(16 * 1024, Math.min(mostBytes, sizeBytes * 8)));
}
