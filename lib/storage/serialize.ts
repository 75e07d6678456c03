import { Worker } from "node:worker_threads";
import { sideFile } from "../base/side-file.ts";
import { filePath } from "./file-path.ts";
import type { Db } from "./open.ts";
import { fromSent } from "./sent-error.ts";
import type { SentError } from "./sent-error.ts";

/**
 * Size up to which the caller's thread copies a database, in bytes: it takes 3 to 7 ms for each MB (measured), a thread longer
 * to start. A larger one holds the event loop longer.
 */
const SMALL_BYTES = 2 * 1024 * 1024;

/** The thread's reply. */
export type Serialized = { bytes: Uint8Array } | { error: SentError };

/**
 * The whole database as bytes, as it is at one moment after the call. A file of more than 2 MiB is copied in a thread of its
 * own; a database in memory, which no other thread can see, holds the event loop for 3 to 7 ms a MB.
 * @throws HogletError when the file cannot be read, was removed or replaced
 */
export async function serialize(db: Db): Promise<Uint8Array> {
  const file = filePath(db);
  const pages = Number(db.sqlite.pragma("page_count", { simple: true }));
  const pageBytes = Number(db.sqlite.pragma("page_size", { simple: true }));
  if (file === undefined || pages * pageBytes <= SMALL_BYTES) return db.sqlite.serialize();
  // The thread opens what is at the path now.
  db.requireFile();
  const worker = new Worker(sideFile("serializeThread"), { workerData: file, execArgv: [] });
  const reply = await new Promise<Serialized>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The thread that copies the database ended: ${code}.`)));
  });
  if ("error" in reply) throw fromSent(reply.error);
  return reply.bytes;
}
