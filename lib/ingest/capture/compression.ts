import { promisify } from "node:util";
import { gunzip, gunzipSync } from "node:zlib";
import { tooLarge, unreadable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";
import { chunkSize, unpackedLimit } from "./limit.ts";
import { decompressLz64 } from "./lz64.ts";

/** The compression that a sender declares; null = none, or a name that this server ignores. */
export type Compression = "gzip" | "lz64" | "base64" | null;

const HINTS = new Map<string, Compression>([
  ["gzip", "gzip"],
  ["gzip-js", "gzip"],
  ["lz64", "lz64"],
  ["lz-string", "lz64"],
  ["base64", "base64"],
  ["b64", "base64"],
]);

/** The first place with text wins, strongest first, even if its text is unknown. Letter case does not matter. */
export function toCompression(...hints: readonly (string | null)[]): Compression {
  const named = hints.find((hint) => hint !== null && hint !== "") ?? "";
  return HINTS.get(named.trim().toLowerCase()) ?? null;
}

/**
 * Decompresses small JSON (at most `wholeBytes` and `mostBytes`); null = larger, at no higher cost. Two bytes identify
 * undeclared gzip, as posthog-js needs.
 * @throws HogletError 400 for broken gzip or lz64
 */
export function decompressSmall(bytes: Buffer, compression: Compression, mostBytes = Infinity): Buffer | null {
  const limitBytes = Math.min(requestLimits.wholeBytes, mostBytes);
  if (bytes.length > limitBytes) return null;
  if (compression === "gzip" || isGzip(bytes)) return gunzipSmall(bytes, limitBytes);
  return compression === "lz64" ? null : bytes;
}

/**
 * Decompresses JSON of any size; gzip on libuv's threads.
 * @throws HogletError 400 for broken gzip or lz64; 413 for more than `mostBytes` of output, or far more than was sent
 */
export async function decompressLarge(bytes: Buffer, compression: Compression, mostBytes?: number): Promise<Buffer> {
  const limitBytes = unpackedLimit(bytes.length, mostBytes);
  if (compression === "gzip" || isGzip(bytes)) return gunzipLarge(bytes, limitBytes);
  if (compression === "lz64") return Buffer.from(decompressLz64(bytes, limitBytes));
  if (bytes.length > (mostBytes ?? requestLimits.unpackedBytes)) throw tooLong(limitBytes);
  return bytes;
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Claimed at the end of gzip data (modulo 2^32, the last member's). */
function namedLength(bytes: Buffer): number {
  return bytes.length < 18 ? 0 : bytes.readUInt32LE(bytes.length - 4);
}

function gunzipSmall(bytes: Buffer, mostBytes: number): Buffer | null {
  if (namedLength(bytes) > mostBytes) return null;
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes, chunkSize: chunkSize(bytes.length, mostBytes) });
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw broken(cause);
  }
}

const gunzipAside = promisify(gunzip);

async function gunzipLarge(bytes: Buffer, limitBytes: number): Promise<Buffer> {
  try {
    // zlib counts while it inflates, so a bomb ends at the limit.
    return await gunzipAside(bytes, { maxOutputLength: limitBytes, chunkSize: chunkSize(bytes.length, limitBytes) });
  } catch (cause) {
    throw cause instanceof RangeError ? tooLong(limitBytes) : broken(cause);
  }
}

function broken(cause: unknown): HogletError {
  return unreadable("failed to decode request: invalid GZIP data", cause);
}

function tooLong(limitBytes: number): HogletError {
  return tooLarge(`maximum event size exceeded: more than ${limitBytes} bytes of JSON`);
}
