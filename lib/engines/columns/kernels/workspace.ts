import { compiledFor, endOfParts, openKernelMemory, openPart } from "./compiled.ts";
import type { Compiled, KernelPart } from "./compiled.ts";

type List = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/**
 * A thread's memory in which compiled kernels work on copies of columns, a run of rows at a time: copying costs 0.05 to
 * 0.3 ns a row, and brings the run into the cache of the core. The columns themselves lie elsewhere, so that they can
 * be dropped at any time.
 */
export interface Workspace {
  kernels: Compiled;
  /** Copies the entries `from` to `until − 1`, and returns the address. Copies last until the next `workspaceFor`. */
  copy(list: List, from?: number, until?: number): number;
  /** Copies a list to an address. */
  put(list: List, address: number): void;
  /** The address of space with any content; lasts as long as copies. */
  room(bytes: number): number;
  /** Fills a list from an address. */
  take(address: number, list: List): void;
  /** Lasts as long as copies. */
  wordsAt(address: number, length: number): Uint32Array;
  /** Lasts as long as copies. */
  numbersAt(address: number, length: number): Float64Array;
}

/**
 * Rows from which a copy and a call cost less than JavaScript. A higher number leaves more to code that is not compiled
 * yet.
 */
const LEAST_ROWS = 256;

/** Rows that always fit: a segment's. A call copies at most 40 bytes a row, tables by code included. */
const MOST_ROWS = 65_536;

/** Most bytes of bitsets and counters that are kept for later questions. A higher number holds memory between questions. */
const WORDS_BYTES = 16 * 1024 * 1024;

/** Rows for whose edges and links `questionPart` has room. Unwritten parts take no memory. */
const PART_ROWS = 6 * 2 ** 20;

interface Opened extends Workspace {
  /** The part beside that of the copies. */
  beside: KernelPart | null;
  /** Frees all copies. */
  restart(): void;
  /** Zeros for the current question; null = no room. */
  zeros(length: number): Uint32Array | null;
  /** Frees what was taken. */
  clear(): void;
}

let opened: Opened | null | undefined;
let leastRows = LEAST_ROWS;

/**
 * Sets the rows from which calls are compiled: `Infinity` leaves all to JavaScript. For tests. @returns the number
 * before
 */
export function setLeastRows(rows: number): number {
  const before = leastRows;
  leastRows = rows;
  return before;
}

/** The workspace for a call about this number of rows; null = JavaScript must do it. Forgets earlier copies. */
export function workspaceFor(rows: number): Workspace | null {
  if (rows < leastRows || rows > MOST_ROWS) return null;
  opened ??= open();
  opened?.restart();
  return opened;
}

/** Zeros that kernels and other threads see, until `clearWords`; null = no room. */
export function takeWords(length: number): Uint32Array | null {
  opened ??= open();
  return opened?.zeros(length) ?? null;
}

/** Memory that kernels see, for a question without an actor index; null = there is none. */
export function questionPart(): KernelPart | null {
  opened ??= open();
  return opened?.beside ?? null;
}

/** Ends a question: its words must no longer be used. */
export function clearWords(): void {
  opened?.clear();
}

/** @returns null = no memory for compiled kernels, now and later */
function open(): Opened | null {
  const memory = openKernelMemory(PART_ROWS, WORDS_BYTES);
  const part = memory === null ? null : openPart(memory, 0);
  if (memory === null || part === null) return null;
  const { buffer, until } = part;
  const kernels = compiledFor(new Uint8Array(buffer, 0, 1));
  if (kernels === null) return null;
  const firstWord = endOfParts(memory);
  // Address 0 means no column.
  const first = part.from + 8;
  const lists = {
    1: new Uint8Array(buffer),
    2: new Uint16Array(buffer),
    4: new Uint32Array(buffer),
    8: new Float64Array(buffer),
  };
  let end = first;
  let taken = 0;
  const room = (bytes: number) => {
    const address = end;
    end += Math.ceil(bytes / 8) * 8;
    if (end > until) throw new RangeError("The columns of a call do not fit into the workspace.");
    return address;
  };
  return {
    kernels,
    beside: openPart(memory, 1),
    room,
    put: (list, address) => lists[list.BYTES_PER_ELEMENT as 1 | 2 | 4 | 8].set(list, address / list.BYTES_PER_ELEMENT),
    copy(list, from = 0, until_ = list.length) {
      const width = list.BYTES_PER_ELEMENT as 1 | 2 | 4 | 8;
      // A copy is fast only if both sides lie alike to a multiple of 8.
      const shift = (list.byteOffset + from * width) & 7;
      const address = room((until_ - from) * width + 8) + shift;
      lists[width].set(from === 0 && until_ === list.length ? list : list.subarray(from, until_), address / width);
      return address;
    },
    take(address, list) {
      const width = list.BYTES_PER_ELEMENT as 1 | 2 | 4 | 8;
      list.set(lists[width].subarray(address / width, address / width + list.length));
    },
    wordsAt: (address, length) => lists[4].subarray(address / 4, address / 4 + length),
    numbersAt: (address, length) => lists[8].subarray(address / 8, address / 8 + length),
    restart: () => void (end = first),
    zeros(length) {
      const from = firstWord + taken;
      // Steps of 16 bytes begin at multiples of their size.
      const bytes = Math.ceil((length * 4) / 16) * 16;
      if (taken + bytes > WORDS_BYTES) return null;
      taken += bytes;
      kernels.clear(from, bytes);
      return lists[4].subarray(from / 4, from / 4 + length);
    },
    clear: () => void (taken = 0),
  };
}
