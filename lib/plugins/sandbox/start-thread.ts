import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { brotliDecompress } from "node:zlib";
import { sideFile } from "../../base/side-file.ts";
import type { Limits } from "./limits.ts";
import { toPrelude } from "./prelude.ts";
import type { ThreadData } from "./protocol.ts";

/** Nothing of the host's environment is of use in there. */
const APART = { env: {}, execArgv: [] };

/**
 * The thread's own heap, in MiB: texts on their way between guest and host, and what `answers.ts` makes of them. The guest's
 * memory is not in it. A thread that needs more is ended by Node. Raising it lets one plugin take more of the machine.
 */
const RESOURCES = { maxOldGenerationSizeMb: 256 };

/** Starts the thread of a sandbox: `worker.ts`. */
export async function startThread({ limits, pulse }: { limits: Limits; pulse: SharedArrayBuffer }): Promise<Worker> {
  const workerData: ThreadData = { prelude: await toPrelude(), limits, pulse, wasm: await loadWasm() };
  return new Worker(sideFile("pluginThread"), { ...APART, resourceLimits: RESOURCES, workerData });
}

let wasm: Promise<WebAssembly.Module> | undefined;

/** The engine, compiled once for all threads; what V8 makes of it while it runs is shared by them too. */
function loadWasm(): Promise<WebAssembly.Module> {
  wasm ??= readWasm(sideFile("quickJs")).then((bytes) => WebAssembly.compile(bytes));
  return wasm;
}

/** It takes 4 ms to unpack. */
async function readWasm(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file);
  return file.endsWith(".br") ? unpack(bytes) : bytes;
}

const unpack = promisify(brotliDecompress);
