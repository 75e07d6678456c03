import { FREE_BYTES } from "./held-bytes.ts";

/** The bytes of a body, as they arrive. */
export interface BodyParts {
  /** Bytes so far. */
  readonly sizeBytes: number;
  add(part: Uint8Array): void;
  /** All bytes joined. */
  bytes(): Uint8Array;
}

/**
 * Collects a body. A large body with an announced length is written directly to its final memory, so that it is held
 * once and not twice. Untouched memory costs nothing, so an announced length alone costs nothing either.
 * @param announcedBytes not trusted; NaN = not announced
 */
export function gatherBody(announcedBytes: number): BodyParts {
  const parts: Uint8Array[] = [];
  let whole: Uint8Array | undefined;
  let sizeBytes = 0;
  return {
    get sizeBytes() {
      return sizeBytes;
    },
    add(part) {
      const at = sizeBytes;
      sizeBytes += part.length;
      if (whole === undefined && sizeBytes > FREE_BYTES && sizeBytes <= announcedBytes) {
        whole = concatInto(Buffer.allocUnsafeSlow(announcedBytes), parts.splice(0));
      }
      // Node ends a body at its announced length; other runtimes may not.
      if (whole !== undefined && sizeBytes > whole.length) {
        parts.push(whole.subarray(0, at));
        whole = undefined;
      }
      if (whole === undefined) parts.push(part);
      else whole.set(part, at);
    },
    bytes() {
      if (whole !== undefined) return whole.subarray(0, sizeBytes);
      const [only] = parts;
      return parts.length === 1 && only !== undefined ? only : concatInto(Buffer.allocUnsafe(sizeBytes), parts);
    },
  };
}

function concatInto(bytes: Uint8Array, parts: readonly Uint8Array[]): Uint8Array {
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
