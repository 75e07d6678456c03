import { isUtf8 } from "node:buffer";

/** Bytes as text: UTF-8 if they are, else their digits, since a wrong decoding would make different ids equal. */
export function bytesToText(bytes: Uint8Array): string {
  return isUtf8(bytes) ? Buffer.from(bytes).toString("utf8") : Buffer.from(bytes).toString("hex");
}

/** A whole number of two's complement, the first byte the highest. */
export function bytesToInteger(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  return BigInt.asIntN(bytes.length * 8, BigInt(`0x${Buffer.from(bytes).toString("hex")}`));
}

/** A UUID of sixteen bytes as text. */
export function bytesToUuid(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
