import { gunzipSync } from "node:zlib";
import { tooLarge, unreadable } from "../errors.ts";
import { decompressLz64 } from "./lz64.ts";
import { toText } from "./utf8.ts";

/** What a sender may declare about its payload; null = nothing, or something this server ignores. */
export type Compression = "gzip" | "lz64" | "base64" | null;

const HINTS = new Map<string, Compression>([
  ["gzip", "gzip"],
  ["gzip-js", "gzip"],
  ["lz64", "lz64"],
  ["lz-string", "lz64"],
  ["base64", "base64"],
  ["b64", "base64"],
]);

/**
 * Picks the compression from the places that may name it, strongest first: the first one that says anything wins, even
 * when what it says is unknown and therefore ignored. Letter case does not matter.
 */
export function toCompression(...hints: readonly (string | null)[]): Compression {
  const named = hints.find((hint) => hint !== null && hint !== "") ?? "";
  return HINTS.get(named.trim().toLowerCase()) ?? null;
}

/**
 * The text inside `bytes`. Gzip is known by its first two bytes even when nothing declares it: posthog-js relies on that.
 * @throws HogletError 400 for broken gzip, lz64 or UTF-8; 413 when more than `limitBytes` would come out
 */
export function decompress(bytes: Buffer, compression: Compression, limitBytes: number): string {
  if (compression === "gzip" || isGzip(bytes)) return toText(gunzip(bytes, limitBytes));
  if (compression === "lz64") return decompressLz64(bytes, limitBytes);
  return toText(bytes);
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function gunzip(bytes: Buffer, limitBytes: number): Buffer {
  try {
    // zlib counts while it inflates, so a bomb is left as soon as it passes the limit.
    return gunzipSync(bytes, { maxOutputLength: limitBytes, chunkSize: chunkSize(bytes.length) });
  } catch (cause) {
    if (cause instanceof RangeError)
      throw tooLarge(`maximum event size exceeded: more than ${limitBytes} bytes of JSON`);
    throw unreadable("failed to decode request: invalid GZIP data", cause);
  }
}

/** Room for JSON's usual ratio in one piece: small bodies allocate little, large ones are not joined from thousands. */
function chunkSize(sizeBytes: number): number {
  return Math.min(1024 * 1024, Math.max(16 * 1024, sizeBytes * 8));
}
