import { tooLarge } from "../../base/errors.ts";
import { requestLimits } from "../../base/request-limits.ts";

/** Leading bytes that decide what a payload looks like, as in PostHog (reference/capture.md 2.2). */
export const SNIFFED_BYTES = 128;

/**
 * The sender's declaration. `sniffed` = none: only whole groups of four characters. `spaced` = none, and a form or
 * query may have turned `+` into a blank. `declared` = base64, maybe without padding.
 */
export type Base64Look = "sniffed" | "spaced" | "declared";

/**
 * Null = it does not look like base64, or is invalid further on.
 * @throws HogletError 413 for more than 4 MiB
 */
export function decodeBase64(bytes: Buffer, look: Base64Look): Buffer | null {
  if (bytes.length === 0 || (look !== "declared" && bytes.length % 4 !== 0)) return null;
  if (!looksLikeBase64(bytes, look)) return null;
  const { wrappedBytes } = requestLimits;
  if (bytes.length > wrappedBytes)
    throw tooLarge(`maximum event size exceeded: more than ${wrappedBytes} bytes of base64`);
  const text = (look === "sniffed" ? bytes : withPluses(bytes)).toString("latin1");
  const decoded = Buffer.from(text, "base64");
  // The platform skips invalid characters, and gives fewer bytes.
  return decoded.length === decodedLength(text) ? decoded : null;
}

const PLUS = 0x2b;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const BLANK = 0x20;

/** Byte by byte: replaceAll takes 100 ns for each blank. */
function withPluses(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 0; at < copy.length; at++) if (copy[at] === BLANK) copy[at] = PLUS;
  return copy;
}

function looksLikeBase64(bytes: Buffer, look: Base64Look): boolean {
  const end = Math.min(bytes.length, SNIFFED_BYTES);
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const isKnown = isAlphanumeric(byte) || byte === PLUS || byte === SLASH || byte === EQUALS;
    if (!isKnown && (byte !== BLANK || look === "sniffed")) return false;
  }
  return true;
}

function isAlphanumeric(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

function decodedLength(text: string): number {
  let digits = text.length;
  while (digits > 0 && text.charCodeAt(digits - 1) === EQUALS) digits--;
  return Math.floor((digits * 3) / 4);
}
