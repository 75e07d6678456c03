import { Buffer } from "buffer";
import type { Bridge } from "./bridge.ts";

/** Bytes that cross the sandbox border: text in an encoding. */
export interface Packed {
  text: string;
  encoding: string;
}

type Input = string | Uint8Array;

interface Hash {
  update(data: Input, encoding?: string): Hash;
  digest(encoding?: BufferEncoding): string | Buffer;
  copy(): Hash;
}

/** The used part of node:crypto; the host computes. */
export function createCrypto(bridge: Bridge) {
  const hasher = (algorithm: string, key: Packed | null, before: readonly Packed[] = []): Hash => {
    const chunks = [...before];
    const hash: Hash = {
      update(data: Input, encoding = "utf8") {
        chunks.push(pack(data, encoding));
        return hash;
      },
      digest(encoding?: BufferEncoding): string | Buffer {
        const bytes = Buffer.from(bridge.answer<string>("crypto.digest", { algorithm, key, chunks }), "base64");
        return encoding === undefined ? bytes : bytes.toString(encoding);
      },
      copy: () => hasher(algorithm, key, chunks),
    };
    return hash;
  };
  return {
    createHash: (algorithm: string) => hasher(algorithm, null),
    createHmac: (algorithm: string, key: Input) => hasher(algorithm, pack(key, "utf8")),
    createSign(algorithm: string) {
      const chunks: Packed[] = [];
      const signer = {
        update(data: Input, encoding = "utf8") {
          chunks.push(pack(data, encoding));
          return signer;
        },
        /** @param key in PEM */
        sign(key: Input, encoding?: BufferEncoding): string | Buffer {
          const text = bridge.answer<string>("crypto.sign", { algorithm, key: Buffer.from(key).toString(), chunks });
          const bytes = Buffer.from(text, "base64");
          return encoding === undefined ? bytes : bytes.toString(encoding);
        },
      };
      return signer;
    },
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
