import { parentPort, workerData } from "node:worker_threads";
import type { AnyRunner } from "../columns/index.ts";
import type { FromThread, Setup, ToThread } from "./protocol.ts";
import { createService } from "./service.ts";

/** Answers the messages of the thread that started this thread (`thread.ts`). */
export function serveEngine(runners: readonly AnyRunner[]): void {
  const service = createService(workerData as Setup, runners, (damage) => post({ kind: "damaged", damage }));
  parentPort?.on("message", (message: ToThread) => void service(message).then(post));
}

function post(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
  parentPort?.postMessage(message);
}
