import { workerData } from "node:worker_threads";
import { watchOver } from "./watch.ts";

// A thread of the query process, see `child.ts`.
watchOver(workerData as SharedArrayBuffer);
