import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { brotliDecompress } from "node:zlib";
import { sideFile } from "../../base/side-file.ts";
import type { Limits } from "./limits.ts";
import type { ThreadData } from "./protocol.ts";

/** The thread needs nothing of the host's environment. */
const APART = { env: {}, execArgv: [] };

/**
 * Heap of the thread itself, in MiB: texts between guest and host, and the results of `builtins.ts`, without the guest's
 * memory. Node ends a thread that needs more. A higher number lets one plugin take more of the machine.
 */
const RESOURCES = { maxOldGenerationSizeMb: 256 };

/** Starts the thread of a sandbox: `worker.ts`. */
export async function startThread({ limits, pulse }: { limits: Limits; pulse: SharedArrayBuffer }): Promise<Worker> {
  const workerData: ThreadData = { prelude: await toPrelude(), limits, pulse, wasm: await loadWasm() };
  return new Worker(sideFile("pluginThread"), { ...APART, resourceLimits: RESOURCES, workerData });
}

let wasm: Promise<WebAssembly.Module> | undefined;

/** The engine, compiled once for all threads; threads also share V8's optimised code. */
function loadWasm(): Promise<WebAssembly.Module> {
  wasm ??= readWasm(sideFile("quickJs")).then((bytes) => WebAssembly.compile(bytes));
  return wasm;
}

/** Decompressing takes 4 ms. */
async function readWasm(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file);
  return file.endsWith(".br") ? unpack(bytes) : bytes;
}

const unpack = promisify(brotliDecompress);

let prelude: Promise<string> | undefined;

/** The script of a plugin's globals: an expression that evaluates to `createGuest` (guest/main.ts). */
function toPrelude(): Promise<string> {
  prelude ??= readFile(sideFile("pluginPrelude")).then(unpack).then(String);
  return prelude;
}
