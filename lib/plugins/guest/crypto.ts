import { Buffer } from "buffer";
import type { Bridge } from "./bridge.ts";

/** Bytes as they cross the border: text in an encoding. */
export interface Packed {
  text: string;
  encoding: string;
}

type Input = string | Uint8Array;

/** The part of node:crypto that plugins use; the host computes. */
export function createCrypto(bridge: Bridge) {
  const hasher = (algorithm: string, key: Packed | null) => {
    const chunks: Packed[] = [];
    const hash = {
      update(data: Input, encoding = "utf8") {
        chunks.push(pack(data, encoding));
        return hash;
      },
      digest(encoding?: BufferEncoding): string | Buffer {
        const bytes = Buffer.from(bridge.answer<string>("crypto.digest", { algorithm, key, chunks }), "base64");
        return encoding === undefined ? bytes : bytes.toString(encoding);
      },
    };
    return hash;
  };
  return {
    createHash: (algorithm: string) => hasher(algorithm, null),
    createHmac: (algorithm: string, key: Input) => hasher(algorithm, pack(key, "utf8")),
    randomBytes: (sizeBytes: number) => Buffer.from(bridge.answer<string>("crypto.random", sizeBytes), "base64"),
    randomUUID: () => bridge.answer<string>("crypto.uuid", null),
    timingSafeEqual: (a: Uint8Array, b: Uint8Array) => Buffer.from(a).equals(Buffer.from(b)),
  };
}

export function pack(data: Input, encoding: string): Packed {
  return typeof data === "string"
    ? { text: data, encoding }
    : { text: Buffer.from(data).toString("base64"), encoding: "base64" };
}
