import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Limits } from "./limits.ts";
import { toPrelude } from "./prelude.ts";
import type { ThreadData } from "./protocol.ts";
import { KIND, readModules, toScript } from "./script.ts";

/** Nothing of the host's environment is of use in there. */
const APART = { env: {}, execArgv: [] };

/** Starts the thread of a sandbox: `worker.ts`. */
export async function startThread({ limits, pulse }: { limits: Limits; pulse: SharedArrayBuffer }): Promise<Worker> {
  const workerData: ThreadData = { prelude: await toPrelude(), limits, pulse, wasm: await loadWasm() };
  // Sources need a loader: to have each thread load its own costs half a second of computing.
  if (KIND === ".ts") return new Worker(await toThreadScript(), { ...APART, eval: true, workerData });
  return new Worker(new URL("./worker.js", import.meta.url), { ...APART, workerData });
}

let wasm: Promise<WebAssembly.Module> | undefined;

/** The engine, compiled once for all threads; what V8 makes of it while it runs is shared by them too. */
function loadWasm(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
  wasm ??= readFile(path).then((bytes) => WebAssembly.compile(bytes));
  return wasm;
}

let script: Promise<string> | undefined;

function toThreadScript(): Promise<string> {
  script ??= bundle();
  return script;
}

async function bundle(): Promise<string> {
  const packages = `require("node:module").createRequire(${JSON.stringify(import.meta.url)})`;
  return `${toScript(await readModules(new URL("./", import.meta.url), "worker"), packages)}("./worker.ts")`;
}
