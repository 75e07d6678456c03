import { BLOCK_SIZE } from "../log/segment.ts";
import type { Segment } from "../log/segment.ts";

/**
 * The first, or the last, row of each entity, by time, then arrival. Cost: 16 bytes an entity.
 *
 * @example rows at 5, 3, 3 (in the order of arrival) of one entity: the first is the second row, the last is the first
 *   row
 */
export class EdgeRows {
  /** Epoch ms of each entity's row; Infinity (of first rows) or -Infinity = no row. */
  readonly ms: Float64Array;
  readonly #isFirst: boolean;
  readonly #segments: readonly Segment[];
  /** Segment and row, as one number. */
  readonly #places: Float64Array;
  /** The entities with a row, by the places of their rows. */
  #order: Uint32Array | undefined;
  /** The order of arrival, for segments with rows of equal times. */
  readonly #seqs = new Map<number, Uint16Array>();

  constructor(edge: "first" | "last", limit: number, segments: readonly Segment[]) {
    this.#isFirst = edge === "first";
    this.#segments = segments;
    this.ms = new Float64Array(limit).fill(this.#isFirst ? Infinity : -Infinity);
    this.#places = new Float64Array(limit);
  }

  /** @param index of the row's segment @returns is the row the entity's edge so far? */
  add(entity: number, ms: number, index: number, row: number): boolean {
    const known = this.ms[entity]!;
    if (ms === known) {
      const isLater = this.#arrivalOf(index * BLOCK_SIZE + row) > this.#arrivalOf(this.#places[entity]!);
      if (isLater === this.#isFirst) return false;
    } else if (ms > known === this.#isFirst) {
      return false;
    }
    this.ms[entity] = ms;
    this.#places[entity] = index * BLOCK_SIZE + row;
    return true;
  }

  /**
   * A value of each entity's row, by entity; null = no row. Call it when all rows are added. Goes segment by segment,
   * so that each segment's columns are read once.
   * @param open reads the columns of a segment, and gives the value of a row
   */
  values<T>(open: (segment: Segment) => (row: number) => T): (T | null)[] {
    const values = Array.from<T | null>({ length: this.ms.length }).fill(null);
    this.#order ??= this.#sortEntities();
    let current = -1;
    let valueOf: ((row: number) => T) | undefined;
    for (const entity of this.#order) {
      const place = this.#places[entity]!;
      const index = Math.floor(place / BLOCK_SIZE);
      if (valueOf === undefined || index !== current) valueOf = open(this.#segments[index]!);
      current = index;
      values[entity] = valueOf(place % BLOCK_SIZE);
    }
    return values;
  }

  #sortEntities(): Uint32Array {
    const entities = Uint32Array.from(this.ms.keys()).filter((entity) => Number.isFinite(this.ms[entity]));
    return entities.toSorted((a, b) => this.#places[a]! - this.#places[b]!);
  }

  #arrivalOf(place: number): number {
    const index = Math.floor(place / BLOCK_SIZE);
    const segment = this.#segments[index]!;
    const seqs = this.#seqs.get(index) ?? segment.seqs();
    this.#seqs.set(index, seqs);
    return segment.firstSeq + seqs[place % BLOCK_SIZE]!;
  }
}
