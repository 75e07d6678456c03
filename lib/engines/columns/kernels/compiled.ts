import { COMPILED_BYTES } from "./compiled-bytes.ts";

/**
 * Kernels in WebAssembly, from `assembly/`. They see one memory, which threads share: at its beginning each thread has a part to
 * work in (`Arena.takeForKernels`), behind the parts lie the columns that all threads read. A column is told to them by its
 * `byteOffset`. They check no address: their callers keep to the bounds.
 */
export interface Compiled {
  /** As `gatherRows` for values by name. */
  gatherByName(
    lows: number,
    tags: number,
    tagBytes: number,
    tagBits: number,
    minMs: number,
    offsets: number,
    stretches: number,
    ends: number,
    count: number,
    ofName: number,
    times: number,
    values: number,
    picked: number,
  ): void;
  /** Adds the actors of the stretches `first` to `until − 1` to a tally, as `openBestTally` lays it out. */
  tallyBest(
    tally: number,
    actors: number,
    ends: number,
    first: number,
    until: number,
    times: number,
    values: number,
  ): void;
}

/** A thread's part of the memory. */
export interface KernelPart {
  buffer: ArrayBufferLike;
  from: number;
  until: number;
}

/** Bytes of a part; those that nobody writes to take no memory. */
const PART_BYTES = 4 * 1024 * 1024;

/** Threads with a part: as many as a worker group has at most. */
const PART_COUNT = 4;

/** Where the columns that all threads read begin. */
export const PARTS_END = PART_COUNT * PART_BYTES;

const PAGE_BYTES = 65_536;

const opened = new WeakMap<ArrayBufferLike, Compiled>();
let compiled: WebAssembly.Module | undefined;

/** Opens memory for columns that take `bytes` behind the parts; null = there is none to be had. */
export function openKernelMemory(bytes: number): WebAssembly.Memory | null {
  const initial = Math.ceil((PARTS_END + bytes) / PAGE_BYTES);
  try {
    return new WebAssembly.Memory({ initial, maximum: initial, shared: true });
  } catch {
    // Addresses are limited (`ulimit -v`): JavaScript does the same, in memory of another kind.
    return null;
  }
}

/** The part of the thread with this rank of a worker group, with kernels for it; null = there is none. */
export function openPart(memory: WebAssembly.Memory, rank: number): KernelPart | null {
  const { buffer } = memory;
  if (rank >= PART_COUNT) return null;
  try {
    compiled ??= new WebAssembly.Module(Buffer.from(COMPILED_BYTES, "base64"));
    if (!opened.has(buffer)) {
      const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
      opened.set(buffer, exports as unknown as Compiled);
    }
  } catch {
    return null;
  }
  return { buffer, from: rank * PART_BYTES, until: (rank + 1) * PART_BYTES };
}

/** The compiled kernels that see all of these columns; null = JavaScript has to do it. */
export function compiledFor(first: ArrayBufferView, ...others: readonly ArrayBufferView[]): Compiled | null {
  const kernels = opened.get(first.buffer);
  if (kernels === undefined) return null;
  for (const { buffer } of others) if (buffer !== first.buffer) return null;
  return kernels;
}
