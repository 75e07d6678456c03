import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { HogletError } from "../../../base/errors.ts";
import { requestLimits } from "../../../base/request-limits.ts";
import { inLargeRequestQueue } from "../large-request-queue.ts";
import { chunkSize, unpackedLimit } from "../limit.ts";
import { refuse } from "./refuse.ts";
import { unzstd, unzstdAside } from "./zstd-frames.ts";
import type { OutputSpace } from "./zstd-frames.ts";

/** The compression of a v1 request's body. */
export type Encoding = "gzip" | "deflate" | "br" | "zstd" | "none";

const ENCODINGS = new Map<string, Encoding>([
  ["", "none"],
  ["identity", "none"],
  ["gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "br"],
  ["zstd", "zstd"],
]);

/** Parses a Content-Encoding; absent or `identity` = none. @throws HogletError 415 `unsupported_encoding` */
export function toEncoding(value: string | undefined): Encoding {
  const encoding = ENCODINGS.get((value ?? "").trim().toLowerCase());
  if (encoding !== undefined) return encoding;
  throw refuse(415, "unsupported_encoding", `Expected gzip, deflate, br, zstd or no encoding but received ${value}.`);
}

/**
 * Decompresses at most 10 MiB and passes the bytes to `read`: small bodies at once, large ones in turn
 * (`large-request-queue.ts`) on another thread. A bomb ends at the limit, since output is counted.
 * @param mostBytes after decompression
 * @throws HogletError 413 `payload_too_large`, also when it grows 250 times; 400 `request_decoding_error` for broken
 *   data; 503 when too many large requests wait; the errors of `read`
 */
export async function inflate<T>(
  body: Uint8Array,
  encoding: Encoding,
  read: (bytes: Buffer) => T | Promise<T>,
  mostBytes?: number,
): Promise<T> {
  const { v1WireBytes } = requestLimits;
  if (body.length > v1WireBytes) {
    throw tooLarge(`Expected a body of at most ${v1WireBytes} bytes but received ${body.length}.`);
  }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const small = inflateSmall(bytes, encoding, mostBytes);
  if (small !== null) return read(small);
  return inLargeRequestQueue(async () =>
    read(await inflateLarge(bytes, encoding, unpackedLimit(bytes.length, mostBytes))),
  );
}

function inflateSmall(bytes: Buffer, encoding: Encoding, mostBytes = Infinity): Buffer | null {
  const maxOutputLength = Math.min(requestLimits.wholeBytes, mostBytes);
  if (bytes.length > maxOutputLength) return null;
  if (encoding === "none") return bytes;
  try {
    return inflaters[encoding].now(bytes, { ...OPTIONS[encoding], maxOutputLength });
  } catch (cause) {
    if (isTooLarge(cause)) return null;
    throw broken(encoding, cause);
  }
}

async function inflateLarge(bytes: Buffer, encoding: Encoding, limitBytes: number): Promise<Buffer> {
  if (encoding === "none") {
    if (bytes.length > limitBytes) throw tooLong(limitBytes);
    return bytes;
  }
  try {
    const own = { maxOutputLength: limitBytes, chunkSize: chunkSize(bytes.length, limitBytes) };
    return await inflaters[encoding].aside(bytes, { ...OPTIONS[encoding], ...own });
  } catch (cause) {
    throw isTooLarge(cause) ? tooLong(limitBytes) : broken(encoding, cause);
  }
}

type Packed = Exclude<Encoding, "none">;

interface Inflater {
  now(bytes: Buffer, options: OutputSpace): Buffer;
  aside(bytes: Buffer, options: OutputSpace): Promise<Buffer>;
}

const inflaters: Record<Packed, Inflater> = {
  gzip: { now: zlib.gunzipSync, aside: promisify(zlib.gunzip) },
  // HTTP's "deflate" is zlib data, but some send bare deflate: zlib's header tells.
  deflate: {
    now: (bytes, options) => (isZlib(bytes) ? zlib.inflateSync : zlib.inflateRawSync)(bytes, options),
    aside: (bytes, options) => promisify(isZlib(bytes) ? zlib.inflate : zlib.inflateRaw)(bytes, options),
  },
  br: { now: zlib.brotliDecompressSync, aside: promisify(zlib.brotliDecompress) },
  zstd: { now: unzstd, aside: unzstdAside },
};

/** HTTP's "zstd" allows windows of 2^23 bytes (RFC 9659), besides the output. */
const OPTIONS: Partial<Record<Packed, object>> = {
  zstd: { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } },
};

function isZlib(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof RangeError && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
}

function broken(encoding: Encoding, cause: unknown): HogletError {
  if (cause instanceof HogletError) return cause;
  return refuse(400, "request_decoding_error", `The body is not valid ${encoding} data.`, cause);
}

function tooLong(limitBytes: number): HogletError {
  return tooLarge(`Expected at most ${limitBytes} bytes of JSON once inflated.`);
}

function tooLarge(detail: string): HogletError {
  return refuse(413, "payload_too_large", detail);
}
