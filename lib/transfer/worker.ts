import { parentPort, workerData } from "node:worker_threads";
import { unavailable } from "../base/errors.ts";
import { createLoaderService } from "./loader-service.ts";
import type { FromLoader, LoaderSetup, ToLoader } from "./loader-thread.ts";

// The thread of an import. `loader-thread.ts` starts and ends it; `loader-service.ts` handles its calls.

const { answer, ...setup } = workerData as LoaderSetup;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
const tell = (reply: FromLoader) => parentPort?.postMessage(reply);

/** Asks inside a transaction, so it blocks until the answer. */
function refusal() {
  const answered = new Int32Array(answer);
  Atomics.store(answered, 0, 0);
  tell({ kind: "asks" });
  Atomics.wait(answered, 0, 0);
  if (Atomics.load(answered, 0) === 1) return null;
  return unavailable("import_ended", "This hoglet may not write now; nothing was stored.", undefined);
}

const service = createLoaderService(setup, refusal);

parentPort?.on("message", (call: ToLoader) => void service(call).then(tell));
