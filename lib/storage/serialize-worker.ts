import { parentPort, workerData } from "node:worker_threads";
import { openSqliteReader } from "./reader.ts";
import { toSent } from "./sent-error.ts";
import type { Serialized } from "./serialize.ts";

// The thread that copies a file for `serialize.ts`, and ends.

function copy(file: string): Serialized {
  try {
    const reader = openSqliteReader(file, () => {});
    try {
      return { bytes: reader.serialize() };
    } finally {
      reader.close();
    }
  } catch (error) {
    return { error: toSent(error) };
  }
}

const reply = copy(workerData as string);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
parentPort?.postMessage(reply);
