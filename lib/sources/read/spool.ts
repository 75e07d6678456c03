import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Bytes } from "./bytes.ts";

/** Files in a temporary folder, for formats that are read from their end: zip, Parquet. */
export interface Spool {
  /** Writes a stream into a new file and returns its path, of which the stream's name is no part. */
  keep(bytes: Bytes): Promise<string>;
  drop(path: string): Promise<void>;
}

/** Opens a spool in a folder, which the caller removes. */
export function openSpool(folder: string): Spool {
  let number = 0;
  return {
    async keep(bytes) {
      number += 1;
      const path = join(folder, String(number));
      await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }));
      return path;
    },
    drop: (path) => rm(path, { force: true }),
  };
}
