import { crc32 } from "node:zlib";

// A list finds the events of a block by their uuids, in the place of an index, whose entries take 26 bytes an event; a list takes
// 6. It has two parts, each with its CRC-32 first:
//
//   64 pages  4 bytes for each event, in order of `seq`: 16 bits of its uuid's hash, and `seq` less the block's first. The upper 6 bits
//             of the hash choose the page.
//   a filter  2^20 bits (Bloom), less for few events: six bits are set for each uuid. A uuid that the block does not have passes it
//             once in a thousand times, so that capture, which asks for every uuid, reads no page for most.
//
// Both hold hashes alone, so that nothing of an erased event can be read from them, and may name events that are deleted: a reader
// looks at the event's row.

/** Events of a block: those whose `seq >> 16` is equal. */
export const LISTED_EVENTS = 1 << 16;

/** The number of pages of a list; each takes 4 KiB when the block is full. */
export const PAGES = 64;

const SUM_BYTES = 4;
const ENTRY_BYTES = 4;

/** Half as many would let 2 % pass. */
const BITS_EACH = 16;

/** Most bits of a filter, and least. All are powers of two. */
const FILTER_BITS = LISTED_EVENTS * BITS_EACH;
const LEAST_BITS = 1024;
const FILTER_MASK = FILTER_BITS - 1;

/** Bits of a uuid: fewer let more pass, more fill the filter. */
const MARKS = 6;

/** The list of a block. */
export interface UuidList {
  /** The pages with their checksums, as stored. */
  pages: Buffer[];
  filter: Buffer;
}

/** The mixing of MurmurHash3, 32 bits. @param uuid 16 bytes */
export function hashUuid(uuid: Buffer): number {
  let hash = 0;
  for (let at = 0; at < 16; at += 4) hash = mix(hash ^ uuid.readInt32LE(at));
  return hash >>> 0;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** The page of a list that has this hash. */
export function pageOf(hash: number): number {
  return hash >>> 26;
}

function keyOf(hash: number): number {
  return (hash >>> 10) & 0xffff;
}

export class UuidListMaker {
  readonly #hashes = new Uint32Array(LISTED_EVENTS);
  readonly #places = new Uint16Array(LISTED_EVENTS);
  #count = 0;

  /** Adds an event; a block has 65,536 at most. @param hash `hashUuid` of its uuid. @param place `seq` less the block's first */
  add(hash: number, place: number): void {
    this.#hashes[this.#count] = hash;
    this.#places[this.#count++] = place;
  }

  finish(): UuidList {
    return { pages: this.#toPages().map(summed), filter: summed(this.#toFilter()) };
  }

  /** Does a stored list find all added events? */
  isIn({ pages, filter }: { pages: readonly unknown[]; filter: unknown }): boolean {
    const isMarked = isFilter(filter) && this.#hashes.subarray(0, this.#count).every((hash) => hasMarks(filter, hash));
    return isMarked && this.#toPages().every((page, index) => hasAll(pages[index], page));
  }

  #toPages(): Buffer[] {
    const ends = new Uint32Array(PAGES).fill(SUM_BYTES);
    for (let index = 0; index < this.#count; index++) add(ends, pageOf(this.#hashes[index] ?? 0), ENTRY_BYTES);
    const pages = Array.from(ends, (bytes) => Buffer.alloc(bytes));
    ends.fill(SUM_BYTES);
    for (let index = 0; index < this.#count; index++) {
      const hash = this.#hashes[index] ?? 0;
      const page = pageOf(hash);
      const at = add(ends, page, ENTRY_BYTES);
      // The key is the lower half.
      pages[page]?.writeUInt32LE(keyOf(hash) + (this.#places[index] ?? 0) * 0x1_0000, at);
    }
    return pages;
  }

  #toFilter(): Buffer {
    let bits = LEAST_BITS;
    while (bits < FILTER_BITS && bits < this.#count * BITS_EACH) bits *= 2;
    const filter = Buffer.alloc(SUM_BYTES + bits / 8);
    for (let index = 0; index < this.#count; index++) {
      const hash = this.#hashes[index] ?? 0;
      const step = stepOf(hash);
      for (let mark = 0, at = hash; mark < MARKS; mark++, at = (at + step) | 0) {
        const byte = SUM_BYTES + ((at & (bits - 1)) >>> 3);
        filter[byte] = (filter[byte] ?? 0) | (1 << (at & 7));
      }
    }
    return filter;
  }
}

function hasMarks(filter: Buffer, hash: number): boolean {
  const step = stepOf(hash);
  const mask = (filter.length - SUM_BYTES) * 8 - 1;
  for (let mark = 0, at = hash; mark < MARKS; mark++, at = (at + step) | 0) {
    if (((filter[SUM_BYTES + ((at & mask) >>> 3)] ?? 0) & (1 << (at & 7))) === 0) return false;
  }
  return true;
}

function hasAll(stored: unknown, page: Buffer): boolean {
  if (!isSound(stored)) return false;
  const entries = new Set(entriesOf(stored));
  return entriesOf(page).every((entry) => entries.has(entry));
}

/** Are the bytes a filter as stored? */
function isFilter(bytes: unknown): bytes is Buffer {
  if (!isSound(bytes)) return false;
  const bits = (bytes.length - SUM_BYTES) * 8;
  return bits >= LEAST_BITS && bits <= FILTER_BITS && (bits & (bits - 1)) === 0;
}

function stepOf(hash: number): number {
  return mix(hash) | 1;
}

/** Adds to a member of an array. @returns the member as it was */
function add(to: Uint32Array, index: number, count: number): number {
  const before = to[index] ?? 0;
  to[index] = before + count;
  return before;
}

function summed(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(crc32(bytes.subarray(SUM_BYTES)), 0);
  return bytes;
}

/** Are the bytes a page, or filter, as stored? */
export function isSound(bytes: unknown): bytes is Buffer {
  return (
    Buffer.isBuffer(bytes) &&
    bytes.length >= SUM_BYTES &&
    crc32(bytes.subarray(SUM_BYTES)) === bytes.readUInt32LE(0) &&
    (bytes.length - SUM_BYTES) % ENTRY_BYTES === 0
  );
}

/** Places in the block of events that may have this hash. @param page sound bytes of the hash's page */
export function placesOf(page: Buffer, hash: number): number[] {
  const [key, places]: [number, number[]] = [keyOf(hash), []];
  for (let at = SUM_BYTES; at < page.length; at += ENTRY_BYTES) {
    if (page.readUInt16LE(at) === key) places.push(page.readUInt16LE(at + 2));
  }
  return places;
}

function entriesOf(page: Buffer): number[] {
  return Array.from({ length: (page.length - SUM_BYTES) / ENTRY_BYTES }, (_, index) =>
    page.readUInt32LE(SUM_BYTES + index * ENTRY_BYTES),
  );
}

/** Blocks side by side: a bit of each in a word. */
const LANES = 32;

/**
 * Filters of many blocks in memory, 4 MiB for each 32: a look-up reads a few words for 32 blocks (0.4 µs for 16 blocks,
 * 2.3 for 152).
 */
export class UuidFilters {
  readonly #words: Uint32Array[] = [];
  readonly #blocks: number[] = [];

  /** @param filter as stored; damaged bytes let every uuid pass */
  add(block: number, filter: unknown): void {
    const known = this.#blocks.indexOf(block);
    const place = known === -1 ? this.#blocks.push(block) - 1 : known;
    const words = (this.#words[Math.floor(place / LANES)] ??= new Uint32Array(FILTER_BITS));
    const lane = 1 << (place % LANES);
    if (isFilter(filter)) spread(filter, words, lane);
    else for (let at = 0; at < FILTER_BITS; at++) words[at] = (words[at] ?? 0) | lane;
  }

  /** Adds the filters of new blocks; 32 full blocks together take less than half of the time. */
  addNew(blocks: readonly number[], filterOf: (block: number) => unknown): void {
    for (let at = 0; at < blocks.length;) {
      const isAligned = this.#blocks.length % LANES === 0 && at + LANES <= blocks.length;
      const together = isAligned ? blocks.slice(at, at + LANES) : blocks.slice(at, at + 1);
      const filters = together.map(filterOf);
      at += together.length;
      if (isAligned && filters.every(isFull)) {
        this.#words.push(transposed(filters));
        this.#blocks.push(...together);
      } else for (const [index, block] of together.entries()) this.add(block, filters[index]);
    }
  }

  /** Blocks that may have this hash. */
  find(hash: number): number[] {
    if (this.#blocks.length === 0) return NONE;
    const step = stepOf(hash);
    let found: number[] | undefined;
    for (let group = 0; group < this.#words.length; group++) {
      const words = this.#words[group] as Uint32Array;
      let lanes = -1;
      for (let mark = 0, at = hash; mark < MARKS && lanes !== 0; mark++, at = (at + step) | 0) {
        lanes &= words[at & FILTER_MASK] ?? 0;
      }
      if (lanes !== 0) (found ??= []).push(...this.#inLanes(group, lanes));
    }
    return found ?? NONE;
  }

  #inLanes(group: number, lanes: number): number[] {
    return this.#blocks.slice(group * LANES, (group + 1) * LANES).filter((_, lane) => (lanes & (1 << lane)) !== 0);
  }
}

const NONE: number[] = [];

/** Is it the sound filter of a full block? */
function isFull(filter: unknown): filter is Buffer {
  return isFilter(filter) && filter.length === SUM_BYTES + FILTER_BITS / 8;
}

/**
 * Bit `lane` of word `place` is bit `place` of filter `lane`. Example with two filters: 00 and 11 give the words 01 and
 * 01.
 */
function transposed(filters: readonly Buffer[]): Uint32Array {
  const words = new Uint32Array(FILTER_BITS);
  const square = new Uint32Array(LANES);
  for (let first = 0; first < FILTER_BITS; first += LANES) {
    for (let lane = 0; lane < LANES; lane++) square[lane] = filters[lane]?.readUInt32LE(SUM_BYTES + first / 8) ?? 0;
    transpose(square);
    words.set(square, first);
  }
  return words;
}

/** Swaps rows and columns of 32 × 32 bits: quarters, then their quarters (Warren, Hacker's Delight, 7-3). */
function transpose(rows: Uint32Array): void {
  for (let size = 16, mask = 0xffff; size !== 0; size >>= 1, mask ^= mask << size) {
    for (let row = 0; row < LANES; row = (row + size + 1) & ~size) {
      const [own, other] = [rows[row] ?? 0, rows[row + size] ?? 0];
      const changed = ((own >>> size) ^ other) & mask;
      rows[row + size] = other ^ changed;
      rows[row] = own ^ (changed << size);
    }
  }
}

/** A smaller filter is repeated: its places are the lower bits of a large one's. */
function spread(filter: Buffer, words: Uint32Array, lane: number): void {
  const bytes = filter.length - SUM_BYTES;
  for (let at = 0; at < FILTER_BITS / 8; at++) {
    const byte = filter[SUM_BYTES + (at & (bytes - 1))] ?? 0;
    for (let rest = byte; rest !== 0; rest &= rest - 1) {
      const place = (at << 3) + (31 - Math.clz32(rest & -rest));
      words[place] = (words[place] ?? 0) | lane;
    }
  }
}
