import type { Units } from "./units.ts";

/** Bitsets of all cells together may take this much; else a cell is a set of numbers until a bitset is the smaller one. */
const BITSETS_BYTES = 32 * 1024 * 1024;

/** A number in a set costs about 32 bytes, in a bitset an eighth of a byte for each that could be. */
const SET_SHARE = 256;

/** Distinct units in each of many cells. */
export class DistinctCells {
  readonly #cells: (Uint32Array | Set<number> | undefined)[] = [];
  readonly #units: Units;
  readonly #cellCount: number;

  /** @param cellCount how many there may be; more are not refused */
  constructor(units: Units, cellCount: number) {
    this.#units = units;
    this.#cellCount = cellCount;
  }

  /** The bitset or set of a cell, with room for every unit known by now. */
  open(cell: number): Uint32Array | Set<number> {
    const limit = this.#units.limit();
    let known = this.#cells[cell];
    if (known === undefined) {
      const isSmall = (this.#cellCount * limit) / 8 <= BITSETS_BYTES;
      known = isSmall ? new Uint32Array((limit >>> 5) + 1) : new Set();
    } else if (known instanceof Set) {
      if (known.size > limit / SET_SHARE) known = toBits(known, limit);
    } else if (known.length <= limit >>> 5) {
      const wider = new Uint32Array(((limit * 1.5) >>> 5) + 1);
      wider.set(known);
      known = wider;
    }
    this.#cells[cell] = known;
    return known;
  }

  /** How many units are in the cells `from` to `until − 1` together. */
  count(from: number, until = from + 1): number {
    const found = this.#cells.slice(from, until).filter((cell) => cell !== undefined);
    const [only] = found;
    if (only === undefined) return 0;
    if (found.length === 1) return only instanceof Set ? only.size : countBits(only);
    const union = new Uint32Array((this.#units.limit() >>> 5) + 1);
    for (const cell of found) {
      if (cell instanceof Set) for (const unit of cell) union[unit >>> 5]! |= 1 << (unit & 31);
      else for (let word = 0; word < union.length; word++) union[word]! |= cell[word] ?? 0;
    }
    return countBits(union);
  }
}

function toBits(units: Set<number>, limit: number): Uint32Array {
  const bits = new Uint32Array((limit >>> 5) + 1);
  for (const unit of units) bits[unit >>> 5]! |= 1 << (unit & 31);
  return bits;
}

/** How many bits are set: 0b1011 → 3. */
export function countBits(words: Uint32Array): number {
  let count = 0;
  for (const word of words) {
    let bits = word - ((word >>> 1) & 0x5555_5555);
    bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}
