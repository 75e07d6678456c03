import { parentPort, workerData } from "node:worker_threads";
import { createLoaderService } from "./loader-service.ts";
import type { LoaderSetup, ToLoader } from "./loader-thread.ts";

// The thread of an import. `loader-thread.ts` starts and ends it; `loader-service.ts` handles its calls.

const service = createLoaderService(workerData as LoaderSetup);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
parentPort?.on("message", (call: ToLoader) => void service(call).then((reply) => parentPort?.postMessage(reply)));
