import { parentPort, workerData } from "node:worker_threads";
import { createService } from "./service.ts";
import type { Setup, ToThread } from "./protocol.ts";

// The engine's thread: started and ended by `thread.ts`. What it does with a message is in `service.ts`.

const service = createService(workerData as Setup);

parentPort?.on("message", (message: ToThread) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
  void service(message).then((reply) => parentPort?.postMessage(reply));
});
