import type { WorkerGroup } from "../../../engines/columns/group/worker-group.ts";
import { medianOf } from "../../../engines/columns/kernels/select.ts";
import type { Arena } from "../../../engines/columns/log/arena.ts";

/** Log2 of the first piece's length; each later piece is twice as long as the one before. */
const FIRST_BITS = 6;

/** A list of unknown length, in pieces, so that growing copies nothing. */
export class NumberList {
  count = 0;
  readonly #arena: Arena;
  readonly #pieces: Float64Array[] = [];
  #last = new Float64Array(0);
  /** Places of the last piece: first, and after its last. */
  #from = 0;
  #until = 0;

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  add(number: number): void {
    if (this.count === this.#until) this.#open();
    this.#last[this.count++ - this.#from] = number;
  }

  addAll(numbers: Float64Array): void {
    for (let from = 0; from < numbers.length;) {
      if (this.count === this.#until) this.#open();
      const until = Math.min(numbers.length, from + this.#until - this.count);
      this.#last.set(numbers.subarray(from, until), this.count - this.#from);
      this.count += until - from;
      from = until;
    }
  }

  at(place: number): number {
    const piece = pieceOf(place);
    return this.#pieces[piece]![place - firstOf(piece)]!;
  }

  /** Puts a number at a place; −1 = at the end. */
  put(place: number, number: number): void {
    if (place < 0) return this.add(number);
    const piece = pieceOf(place);
    this.#pieces[piece]![place - firstOf(piece)] = number;
  }

  /** Copies the numbers into memory that the worker group shares. */
  toShared(workers: WorkerGroup): Float64Array {
    const { buffer, byteOffset } = workers.words(2 * this.count);
    return this.#copyTo(new Float64Array(buffer, byteOffset, this.count));
  }

  toArray(): Float64Array<ArrayBuffer> {
    return this.#copyTo(new Float64Array(this.count));
  }

  /** The mean of the middle two, where the count is even; null = there are none. Cost: linear. */
  median(): number | null {
    if (this.count === 0) return null;
    return medianOf(this.#copyTo(this.#arena.take(Float64Array, this.count)), this.count);
  }

  #open(): void {
    this.#from = this.#until;
    this.#last = this.#arena.take(Float64Array, 2 ** (FIRST_BITS + this.#pieces.length));
    this.#until += this.#last.length;
    this.#pieces.push(this.#last);
  }

  #copyTo<List extends Float64Array>(list: List): List {
    for (const [index, piece] of this.#pieces.entries()) {
      const from = firstOf(index);
      list.set(piece.subarray(0, this.count - from), from);
    }
    return list;
  }
}

function pieceOf(place: number): number {
  return 31 - Math.clz32((place >>> FIRST_BITS) + 1);
}

/** The place of a piece's first number. */
function firstOf(piece: number): number {
  return 2 ** (FIRST_BITS + piece) - 2 ** FIRST_BITS;
}
