import { parentPort, workerData } from "node:worker_threads";
import { createLoaderService } from "./loader-service.ts";
import type { LoaderSetup, ToLoader } from "./loader-thread.ts";

// The thread of an import: started and ended by `loader-thread.ts`. What it does with a call is in `loader-service.ts`.

const service = createLoaderService(workerData as LoaderSetup);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
parentPort?.on("message", (call: ToLoader) => void service(call).then((reply) => parentPort?.postMessage(reply)));
