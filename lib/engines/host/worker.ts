import { parentPort, workerData } from "node:worker_threads";
import { createService } from "./service.ts";
import type { FromThread, Setup, ToThread } from "./protocol.ts";

// The engine's thread: started and ended by `thread.ts`. What it does with a message is in `service.ts`.

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of a browser
const post = (message: FromThread) => parentPort?.postMessage(message);

const service = createService(workerData as Setup, (damage) => post({ kind: "damaged", damage }));

parentPort?.on("message", (message: ToThread) => void service(message).then(post));
