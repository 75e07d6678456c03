import { Buffer } from "buffer";
import type { Bridge } from "./bridge.ts";
import { pack } from "./crypto.ts";

const METHODS = ["gzip", "gunzip", "deflate", "inflate", "deflateRaw", "inflateRaw", "unzip"] as const;

type Input = string | Uint8Array;
type Done = (error: Error | null, result?: Buffer) => void;

/** The used part of node:zlib: `gzipSync(data)` and similar, and `gzip(data, done)`. */
export function createZlib(bridge: Bridge): Record<string, unknown> {
  const zlib: Record<string, unknown> = {};
  for (const method of METHODS) {
    const run = (data: Input) =>
      Buffer.from(bridge.answer<string>("zlib", { method, data: pack(data, "utf8") }), "base64");
    zlib[`${method}Sync`] = run;
    zlib[method] = (data: Input, ...rest: unknown[]) => {
      const done = rest.at(-1) as Done;
      void Promise.resolve().then(() => {
        try {
          done(null, run(data));
        } catch (error) {
          done(error as Error);
        }
      });
    };
  }
  return zlib;
}
