import { Arena } from "../../../../lib/engines/columns/log/arena.ts";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";
import { openKernelMemory, openPart } from "../../../../lib/engines/columns/kernels/compiled.ts";

/** An arena whose columns compiled kernels see, until it is cleared; `rank` is that of the thread. */
export function openCompiledArena(rank = 0): Arena {
  const memory = openKernelMemory(0, 0);
  const part = memory === null ? null : openPart(memory, rank);
  if (part === null) throw new Error("There is no WebAssembly.");
  const arena = new Arena(new Cache(2 ** 28));
  arena.useKernels(part);
  return arena;
}

/** Runs while no memory for compiled kernels can be had, as where addresses are limited. */
export function withoutKernels<T>(run: () => T): T {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = refuse as never;
  try {
    return run();
  } finally {
    WebAssembly.Memory = Memory;
  }
}

function refuse(): never {
  throw new RangeError("WebAssembly.Memory(): could not allocate memory");
}
