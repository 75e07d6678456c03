import { Worker } from "node:worker_threads";
import { sideFile } from "../base/side-file.ts";
import { filePath } from "./db.ts";
import type { Db } from "./db.ts";
import { fromSent } from "./sent-error.ts";
import type { SentError } from "./sent-error.ts";

/**
 * Bytes up to which the caller's thread copies, at 3 to 7 ms for each MB of its event loop: starting a thread takes
 * longer.
 */
const SMALL_BYTES = 2 * 1024 * 1024;

export type Serialized = { bytes: Uint8Array } | { error: SentError };

/**
 * Copies the whole database at one moment after the call. A thread copies files of more than 2 MiB; a database in
 * memory, which no other thread can read, blocks the event loop for 3 to 7 ms a MB.
 * @throws HogletError when the file cannot be read, was removed or replaced
 */
export async function serialize(db: Db): Promise<Uint8Array> {
  const file = filePath(db);
  const pages = Number(db.sqlite.pragma("page_count", { simple: true }));
  const pageBytes = Number(db.sqlite.pragma("page_size", { simple: true }));
  if (file === undefined || pages * pageBytes <= SMALL_BYTES) return db.sqlite.serialize();
  // The thread opens the file that is at the path now.
  db.requireFile(true);
  const worker = new Worker(sideFile("serializeThread"), { workerData: file, execArgv: [] });
  const reply = await new Promise<Serialized>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The thread that copies the database ended: ${code}.`)));
  });
  if ("error" in reply) throw fromSent(reply.error);
  return reply.bytes;
}
