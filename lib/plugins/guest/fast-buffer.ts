import { Buffer } from "buffer";
import type { Bridge } from "./bridge.ts";

/** Characters or bytes from which the host converts: for shorter values crossing the border takes longer. */
const LONG = 2048;
/** Bytes that become characters in a call: each is an argument. */
const AT_ONCE = 4096;

/** Bytes that cross the border: four in a number, first byte lowest. JSON of numbers is parsed faster than base64. */
export interface Words {
  sizeBytes: number;
  words: number[];
}

/**
 * Lets the host convert long texts to bytes and back: the package's microsecond for each byte would use up the plugin's
 * time with a megabyte.
 */
export function installFastBuffer(bridge: Bridge): void {
  const { from } = Buffer;
  const { toString } = Buffer.prototype;
  define(Buffer, "from", (value: never, encoding: never, length: never) => {
    if (!isLong(value) || !isEncoding(encoding)) return from(value, encoding, length);
    return toBuffer(bridge.answer<Words>("buffer.bytes", { text: value, encoding: encoding ?? "utf8" }));
  });
  define(
    Buffer.prototype,
    "toString",
    function (this: Buffer, encoding?: BufferEncoding, start = 0, end = this.length): string {
      if (!(end - start >= LONG) || !isEncoding(encoding)) return toString.call(this, encoding, start, end);
      const text = toCharacters(this.subarray(Math.max(start, 0), end));
      return bridge.answer<string>("buffer.text", { text, encoding: encoding ?? "utf8" });
    },
  );
}

function isLong(value: unknown): boolean {
  return typeof value === "string" && value.length >= LONG;
}

function isEncoding(encoding: string | undefined): boolean {
  return encoding === undefined || Buffer.isEncoding(encoding);
}

function toBuffer({ sizeBytes, words }: Words): Buffer {
  const bytes = new Int32Array(words.length);
  bytes.set(words);
  return Buffer.from(bytes.buffer, 0, sizeBytes);
}

/** One character for each byte. */
function toCharacters(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + AT_ONCE) as unknown as number[]);
  }
  return text;
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}
