import { isUtf8 } from "node:buffer";
import { invalid, tooLarge } from "../../base/errors.ts";
import { decodeBase64 } from "./base64.ts";
import type { Base64Look } from "./base64.ts";
import { decompressLarge, decompressSmall, toCompression } from "./compression.ts";
import type { Compression } from "./compression.ts";
import { isFormType, parseForm, repeatedData } from "./form.ts";
import { inLargeRequestQueue } from "./large-request-queue.ts";
import { wireLimit } from "./limit.ts";
import { notUtf8 } from "./utf8.ts";

/** All that decides how to decode a request. */
export interface WireInput {
  /** The path without a trailing slash: `/e`, `/i/v0/e`, `/batch`. */
  path: string;
  query: URLSearchParams;
  contentType: string | null;
  contentEncoding: string | null;
  /** Empty for GET. */
  body: Uint8Array;
}

/** Paths whose oldest senders wrap their payload in base64 twice (reference/capture.md 2.4). */
const TWICE_WRAPPED = new Set(["/e", "/capture", "/track", "/engage"]);

/**
 * Decodes a request in any encoding (reference/capture.md 2.1 to 2.4) and passes its JSON, as UTF-8, to `read`.
 * Content-Type matters only for forms. A large request waits for its turn (`large-request-queue.ts`), which ends with
 * `read`, and is decompressed on another thread.
 * @param mostBytes of JSON after decoding
 * @throws HogletError 400 for an absent or broken payload; 413 above 20 MiB as sent (25 MiB for `/s`), above
 *   `mostBytes`, or when the payload grows 250 times; 503 when too many large requests wait; the errors of `read`
 */
export async function decode<T>(
  input: WireInput,
  read: (json: Buffer) => T | Promise<T>,
  mostBytes?: number,
): Promise<T> {
  const { bytes, compression } = unwrap(pick(input), input);
  const small = decompressSmall(bytes, compression, mostBytes);
  if (small !== null) return read(toJson(small, input));
  return inLargeRequestQueue(async () => read(toJson(await decompressLarge(bytes, compression, mostBytes), input)));
}

function toJson(bytes: Buffer, { path }: WireInput): Buffer {
  const json = TWICE_WRAPPED.has(path) ? unwrapAgain(bytes) : bytes;
  if (!isUtf8(json)) throw notUtf8();
  return json;
}

interface Payload {
  bytes: Buffer;
  isFromQuery: boolean;
}

function pick(input: WireInput): Payload {
  const [fromQuery = "", ...more] = input.query.getAll("data");
  if (more.length > 0) throw repeatedData();
  const isFromQuery = fromQuery !== "";
  const { buffer, byteOffset, byteLength } = input.body;
  const bytes = isFromQuery ? Buffer.from(fromQuery) : Buffer.from(buffer, byteOffset, byteLength);
  if (bytes.length === 0) throw invalid(null, "request missing data payload");
  const limitBytes = wireLimit(input.path);
  if (bytes.length > limitBytes) {
    throw tooLarge(`maximum event size exceeded: ${bytes.length} bytes sent, ${limitBytes} allowed`);
  }
  return { bytes, isFromQuery };
}

function unwrap(payload: Payload, input: WireInput): { bytes: Buffer; compression: Compression } {
  const queryHint = input.query.get("compression");
  const declared = toCompression(queryHint, input.contentEncoding);
  // A form's first `=` is not base64.
  const bytes = unwrapBase64(payload.bytes, declared, payload.isFromQuery ? "spaced" : "sniffed");
  // A query parameter is never a form, whatever the content type of the empty body.
  if (payload.isFromQuery || !isFormType(input.contentType)) return { bytes, compression: declared };

  const form = parseForm(bytes);
  if (form.data === null || form.data === "") throw invalid(null, "request missing data payload");
  const compression = toCompression(queryHint, form.compression, input.contentEncoding);
  return { bytes: unwrapBase64(Buffer.from(form.data), compression, "spaced"), compression };
}

/** Unchanged bytes that only look like base64 are no error. */
function unwrapBase64(bytes: Buffer, compression: Compression, look: Base64Look): Buffer {
  // lz64 has its own base64.
  if (compression === "lz64") return bytes;
  return decodeBase64(bytes, compression === "base64" ? "declared" : look) ?? bytes;
}

const OPENINGS = new Set([0x7b, 0x5b]);

function unwrapAgain(bytes: Buffer): Buffer {
  // JSON of events starts so.
  if (OPENINGS.has(bytes[0] ?? 0)) return bytes;
  const inner = decodeBase64(bytes, "sniffed");
  return inner !== null && isUtf8(inner) ? inner : bytes;
}
