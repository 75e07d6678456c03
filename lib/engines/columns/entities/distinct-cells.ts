import { SINGLE_WORKER, partOf } from "../group/worker-group.ts";
import type { WorkerGroup } from "../group/worker-group.ts";
import { addBits, countAny, countBits } from "../kernels/bits.ts";
import { IdSet } from "./id-set.ts";
import type { EntityIds } from "./entity-ids.ts";

/** Most bytes of all bitsets; beyond this a cell is a set of numbers until a bitset is smaller. */
const BITSETS_BYTES = 64 * 1024 * 1024;

const EMPTY = new Uint32Array(0);

/** Entities of cells, as bits. */
export interface CellBits {
  /** The entity id of a cell's first bit: 0 unless the entities are a part. */
  readonly first: number;
  /** The entities of a cell; read-only. */
  bits(cell: number): Uint32Array;
}

/** Distinct entities in each of many cells. */
export class DistinctCells implements CellBits {
  readonly #cells: (Uint32Array | IdSet | undefined)[] = [];
  readonly #entityIds: EntityIds;
  readonly #cellCount: number;
  readonly #workers: WorkerGroup;
  #first = 0;
  #words: number | undefined;

  /**
   * @param cellCount expected cells; more are accepted @param workers other threads that find entities, with the same
   *   numbers
   */
  constructor(entityIds: EntityIds, cellCount: number, workers: WorkerGroup = SINGLE_WORKER) {
    this.#entityIds = entityIds;
    this.#cellCount = cellCount;
    this.#workers = workers;
  }

  /**
   * Exchanges the found entities with the other threads, and keeps one part of the entities: counts must be added up
   * over all parts. Call it between the last addition and the first reading.
   */
  collect(): void {
    if (this.#workers.size === 1) return;
    const limit = this.#entityIds.limit();
    const mine = this.#cells.map((cell) => (cell instanceof IdSet ? toBits(cell, limit) : cell));
    const all = this.#workers.gather(mine);
    const { from, until } = partOf(this.#workers, this.words);
    const count = all.reduce((most, cells) => Math.max(most, cells.length), 0);
    for (let cell = 0; cell < count; cell++) {
      // The other threads read other words of these lists.
      const parts = all.flatMap((cells) => cells[cell]?.subarray(from, until) ?? []);
      const own = mine[cell]?.subarray(from, until) ?? parts[0];
      this.#cells[cell] = own;
      for (const bits of parts) if (own !== undefined) addBits(own, bits);
    }
    this.#setPart(from, until);
  }

  /** Keeps the same part, of which no other thread found any entities. */
  keepPart(): void {
    if (this.#workers.size === 1) return;
    const limit = this.#entityIds.limit();
    const { from, until } = partOf(this.#workers, this.words);
    for (const [cell, found] of this.#cells.entries()) {
      const bits = found instanceof IdSet ? toBits(found, limit) : found;
      this.#cells[cell] = bits?.subarray(from, until);
    }
    this.#setPart(from, until);
  }

  #setPart(from: number, until: number): void {
    this.#first = from * 32;
    this.#words = until - from;
  }

  /** The entity id of a cell's first bit: 0 unless the entities are a part. */
  get first(): number {
    return this.#first;
  }

  /** Words for the bits of all entities. */
  get words(): number {
    return this.#words ?? (this.#entityIds.limit() >>> 5) + 1;
  }

  /** The bitset or set of a cell, with space for every entity. */
  open(cell: number): Uint32Array | IdSet {
    const limit = this.#entityIds.limit();
    let known = this.#cells[cell];
    if (known === undefined) {
      const isSmall = (this.#cellCount * limit) / 8 <= BITSETS_BYTES;
      known = isSmall ? this.#workers.words((limit >>> 5) + 1) : new IdSet();
    } else if (known instanceof IdSet) {
      if (known.sizeBytes > limit / 8) known = toBits(known, limit);
      else return known;
    } else if (known.length <= limit >>> 5) {
      const wider = new Uint32Array(((limit * 1.5) >>> 5) + 1);
      wider.set(known);
      known = wider;
    } else {
      return known;
    }
    this.#cells[cell] = known;
    return known;
  }

  /** The memory of all cells in bytes. */
  sizeBytes(): number {
    return this.#cells.reduce((sum, cell) => {
      if (cell === undefined) return sum;
      return sum + (cell instanceof IdSet ? cell.sizeBytes : cell.byteLength);
    }, 0);
  }

  count(cell: number): number {
    const found = this.#cells[cell];
    if (found === undefined) return 0;
    return found instanceof IdSet ? found.size : countBits(found);
  }

  /** Read-only, and valid until the next addition. */
  bits(cell: number): Uint32Array {
    const found = this.#cells[cell];
    if (found === undefined) return EMPTY;
    return found instanceof IdSet ? toBits(found, this.#entityIds.limit()) : found.subarray(0, this.words);
  }

  /**
   * Number of entities in the cells `from` to `until − 1` of each window; neither bound decreases from window to
   * window. Each cell is read three times, however many windows contain it.
   */
  countWindows(windows: readonly { from: number; until: number }[]): number[] {
    const length = this.words;
    // The unions of the cells from each position up to `middle`; below, the union of the cells after it.
    let ahead: Uint32Array[] = [];
    let begin = 0;
    let middle = 0;
    let end = 0;
    let behind = this.#workers.words(length);
    return windows.map(({ from, until }) => {
      if (from >= middle) {
        middle = until;
        ahead = this.#suffixes(from, until, length);
        begin = from;
        end = until;
        behind = this.#workers.words(length);
      }
      for (; end < until; end++) addBits(behind, this.bits(end));
      return countAny(ahead[from - begin] ?? EMPTY, behind);
    });
  }

  /** At each position, the union of the cells from there to `until − 1`. */
  #suffixes(from: number, until: number, length: number): Uint32Array[] {
    const list: Uint32Array[] = [];
    let before = this.#workers.words(length);
    for (let cell = until - 1; cell >= from; cell--) {
      const last = this.#workers.words(length);
      last.set(before);
      addBits(last, this.bits(cell));
      list.push(last);
      before = last;
    }
    return list.toReversed();
  }
}

function toBits(entityIds: IdSet, limit: number): Uint32Array {
  const bits = new Uint32Array((limit >>> 5) + 1);
  entityIds.addTo(bits);
  return bits;
}
