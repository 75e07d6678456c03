import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { brotliDecompress } from "node:zlib";
import { sideFile } from "../../base/side-file.ts";
import type { Limits } from "./limits.ts";
import type { ThreadData } from "./protocol.ts";

/** Nothing of the host's environment. */
const APART = { env: {}, execArgv: [] };

/**
 * MiB of the thread's heap, beside the guest's memory: texts in transit and results of `builtins.ts`. Node ends a
 * thread that needs more.
 */
const RESOURCES = { maxOldGenerationSizeMb: 256 };

export async function startThread({ limits, pulse }: { limits: Limits; pulse: SharedArrayBuffer }): Promise<Worker> {
  const workerData: ThreadData = { prelude: await toPrelude(), limits, pulse, wasm: await loadWasm() };
  return new Worker(sideFile("pluginThread"), { ...APART, resourceLimits: RESOURCES, workerData });
}

let wasm: Promise<WebAssembly.Module> | undefined;

/** Compiled once for all threads, which share V8's optimised code. */
function loadWasm(): Promise<WebAssembly.Module> {
  wasm ??= readWasm(sideFile("quickJs")).then((bytes) => WebAssembly.compile(bytes));
  return wasm;
}

/** Takes 4 ms. */
async function readWasm(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFile(file);
  return file.endsWith(".br") ? unpack(bytes) : bytes;
}

const unpack = promisify(brotliDecompress);

let prelude: Promise<string> | undefined;

/** An expression that evaluates to `createGuest` (guest/main.ts). */
function toPrelude(): Promise<string> {
  prelude ??= readFile(sideFile("pluginPrelude")).then(unpack).then(String);
  return prelude;
}
