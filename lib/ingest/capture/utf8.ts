import { isUtf8 } from "node:buffer";
import { unreadable } from "../../base/errors.ts";
import type { HogletError } from "../../base/errors.ts";

/**
 * The check runs natively at several GB/s.
 * @throws HogletError 400 when the bytes are not UTF-8
 */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8();
  return bytes.toString("utf8");
}

/** 400: a payload whose text is not, or cannot be, UTF-8. */
export function notUtf8(): HogletError {
  return unreadable("failed to decode request: invalid UTF8 in request payload");
}
