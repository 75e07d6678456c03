import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { refuse } from "./refuse.ts";
import { unzstd } from "./unzstd.ts";

/** How the body of a v1 request is compressed. */
export type Encoding = "gzip" | "deflate" | "br" | "zstd" | "none";

const MIB = 1024 * 1024;

/** Bytes of a body as sent, and inflated (reference/capture.md 7). */
const WIRE_BYTES = 10 * MIB;
const INFLATED_BYTES = 50 * MIB;

const ENCODINGS = new Map<string, Encoding>([
  ["", "none"],
  ["identity", "none"],
  ["gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "br"],
  ["zstd", "zstd"],
]);

/** Reads a Content-Encoding; absent or `identity` = none. @throws HogletError 415 `unsupported_encoding` */
export function toEncoding(value: string | undefined): Encoding {
  const encoding = ENCODINGS.get((value ?? "").trim().toLowerCase());
  if (encoding !== undefined) return encoding;
  throw refuse(415, "unsupported_encoding", `Expected gzip, deflate, br, zstd or no encoding but received ${value}.`);
}

/**
 * The bytes inside a body of at most 10 MiB, at most `mostBytes` of them: output is counted while it inflates, so that a bomb
 * is left where it passes the limit.
 * @throws HogletError 413 `payload_too_large`, 400 `request_decoding_error` for broken data
 */
export function inflate(body: Uint8Array, encoding: Encoding, mostBytes: number = INFLATED_BYTES): Uint8Array {
  if (body.length > WIRE_BYTES) {
    throw tooLarge(`Expected a body of at most ${WIRE_BYTES} bytes but received ${body.length}.`);
  }
  try {
    return inflaters[encoding](body, mostBytes);
  } catch (cause) {
    if (cause instanceof RangeError && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE") {
      throw tooLarge(`Expected at most ${mostBytes} bytes of JSON once inflated.`);
    }
    throw refuse(400, "request_decoding_error", `The body is not valid ${encoding} data.`, cause);
  }
}

const inflaters: Record<Encoding, (body: Uint8Array, maxOutputLength: number) => Uint8Array> = {
  none: (body) => body,
  gzip: (body, maxOutputLength) => gunzipSync(body, { maxOutputLength }),
  // HTTP means zlib by "deflate", some senders bare deflate data: the header of zlib tells them apart.
  deflate: (body, maxOutputLength) => (isZlib(body) ? inflateSync : inflateRawSync)(body, { maxOutputLength }),
  br: (body, maxOutputLength) => brotliDecompressSync(body, { maxOutputLength }),
  zstd: unzstd,
};

function isZlib(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

function tooLarge(detail: string): Error {
  return refuse(413, "payload_too_large", detail);
}
