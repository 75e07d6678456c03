import { COMPILED_BYTES } from "./compiled-bytes.ts";

/**
 * Kernels in WebAssembly, from `assembly/`. They see one memory that threads share: first a part for each thread to
 * work in (`Arena.takeForKernels`), then the columns that all read. A column is named by its `byteOffset`. Addresses
 * are not checked: callers keep to the bounds.
 */
export interface Compiled {
  clear(address: number, bytes: number): void;
  countBits(words: number, length: number): number;
  countBoth(words: number, others: number, length: number): number;
  countAny(words: number, others: number, length: number): number;
  addBits(words: number, others: number, length: number): void;
  addNewBits(words: number, seen: number, others: number, length: number): void;
  addEightToPlanes(planes: number, bitsets: number, length: number): void;
  readPlanes(planes: number, count: number, length: number, histogram: number): void;
  addIds(bits: number, entityIds: number, mask: number, length: number): void;
  noteFirsts(firsts: number, entityIds: number, mask: number, bucket: number, length: number): void;
  maskByCode(codes: number, codeBytes: number, table: number, tableLength: number, mask: number, length: number): void;
  countCodes(counts: number, codeCount: number, codes: number, codeBytes: number, mask: number, length: number): void;
  addNumbersByCode(
    sums: number,
    counts: number,
    lineLimit: number,
    codes: number,
    codeBytes: number,
    numbers: number,
    lines: number,
    lineBytes: number,
    mask: number,
    length: number,
  ): void;
  gatherRows(
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
    places: number,
    byPlace: number,
    placeBytes: number,
    times: number,
    values: number,
    picked: number,
  ): void;
  countPaths(
    actors: number,
    ends: number,
    first: number,
    until: number,
    times: number,
    values: number,
    fromMs: number,
    untilMs: number,
    gapMs: number,
    empty: number,
    limit: number,
    items: number,
    counts: number,
    sumsMs: number,
  ): void;
  placeRows(rowAt: number, nameAt: number, slots: number, name: number, from: number, until: number): void;
  scatterRows(
    lows: number,
    tags: number,
    tagBytes: number,
    tagBits: number,
    places: number,
    next: number,
    rowAt: number,
    nameAt: number,
    ids: number,
    times: number,
    sinceLow: number,
    sinceHigh: number,
    place: number,
    from: number,
    until: number,
  ): void;
  orderStretches(
    lows: number,
    tags: number,
    tagBytes: number,
    tagBits: number,
    places: number,
    offsets: number,
    first: number,
    until: number,
    most: number,
  ): number;
  unpackNumbers(packed: number, bits: number, numbers: number, bytes: number, length: number): void;
  findUnordered(
    actors: number,
    stretches: number,
    roomFrom: number,
    ends: number,
    count: number,
    times: number,
    isByArrival: number,
    found: number,
  ): number;
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
  /** As `tallyBest`, with results by line. @returns the stretch to go on with, once a line is drained */
  tallyLines(
    tally: number,
    results: number,
    lines: number,
    actors: number,
    ends: number,
    first: number,
    until: number,
    times: number,
    values: number,
  ): number;
}

export interface KernelPart {
  buffer: ArrayBufferLike;
  from: number;
  until: number;
}

/** Memory that the threads of a worker group share. */
export interface KernelMemory {
  memory: WebAssembly.Memory;
  /** Bytes of each thread's part; unwritten bytes take no memory. */
  partBytes: number;
}

/** Bytes of a part, for batches of rows and their results. */
const PART_BYTES = 4 * 1024 * 1024;

/** Bytes of a part for the value of each row behind the parts. */
const PART_BYTES_PER_ROW = 2;

/** Most threads of a worker group. */
const PART_COUNT = 4;

const PAGE_BYTES = 65_536;

const opened = new WeakMap<ArrayBufferLike, Compiled>();
let compiled: WebAssembly.Module | undefined;

/** Opens memory for columns of `bytes` behind the parts; null = it could not be reserved. */
export function openKernelMemory(rows: number, bytes: number): KernelMemory | null {
  const partBytes = Math.ceil((PART_BYTES + rows * PART_BYTES_PER_ROW) / PAGE_BYTES) * PAGE_BYTES;
  const initial = Math.ceil((PART_COUNT * partBytes + bytes) / PAGE_BYTES);
  try {
    return { memory: new WebAssembly.Memory({ initial, maximum: initial, shared: true }), partBytes };
  } catch {
    // Addresses are limited (`ulimit -v`): JavaScript does the same in other memory.
    return null;
  }
}

/** The position at which the columns that all threads read begin. */
export function endOfParts({ partBytes }: KernelMemory): number {
  return PART_COUNT * partBytes;
}

/** The part of the thread of this rank, with kernels; null = there is none. */
export function openPart({ memory, partBytes }: KernelMemory, rank: number): KernelPart | null {
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
  return { buffer, from: rank * partBytes, until: (rank + 1) * partBytes };
}

/** The kernels that see all of these columns; null = JavaScript must do the work. */
export function compiledFor(first: ArrayBufferView, ...others: readonly ArrayBufferView[]): Compiled | null {
  const kernels = opened.get(first.buffer);
  if (kernels === undefined) return null;
  for (const { buffer } of others) if (buffer !== first.buffer) return null;
  return kernels;
}
