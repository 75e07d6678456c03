import type { Cache } from "../log/cache.ts";
import type { Room } from "../log/room.ts";
import type { Segment } from "../log/segment.ts";
import type { People } from "../units/people.ts";
import { createRowOrder, estimateOrder, sizeOfOrder } from "./row-order.ts";
import type { RowOrder } from "./row-order.ts";

/** Of the memory for what was read, the part that an order may take. */
const MAX_SHARE = 0.6;

/**
 * An order is made when so large a part of its rows has been put together without it: the second of two questions about a
 * third of all rows waits for it, and those after it take a third of the time (10 million events, measured).
 */
const MIN_SPENT = 0.5;

/** An order, and a number that another one would not have: the first thread of a crew shows it to the others. */
export interface ShownOrder {
  number: number;
  order: RowOrder;
}

/** The question that asks for an order: its project's segments, of which the first `fullCount` hold full blocks. */
export interface OrderedQuestion {
  projectId: number;
  segments: readonly Segment[];
  fullCount: number;
  people: People;
  /** Released when an order is made. */
  room: Room;
}

/** Keeps the order of each project's rows, as long as there is room. */
export class RowOrders {
  readonly #cache: Cache;
  /** Rows that were put together without an order since it was made last, by project. */
  readonly #spent = new Map<number, number>();

  /** What was shown by another thread, by project. */
  readonly #shown = new Map<number, ShownOrder>();
  #lastNumber = 0;

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  /** Is there an order of the project's rows? */
  has(projectId: number): boolean {
    return (this.#cache.find<RowOrder | null>(`${projectId} order`, "long") ?? null) !== null;
  }

  /** The order of a project's rows, for others; null = there is none. */
  show(projectId: number): ShownOrder | null {
    const order = this.#cache.find<RowOrder | null>(`${projectId} order`, "long") ?? null;
    return order === null ? null : { number: this.#lastNumber, order };
  }

  /** Takes what another thread shows for the project's order. The same one stays the same object. */
  take(projectId: number, shown: ShownOrder): void {
    if (this.#shown.get(projectId)?.number !== shown.number) this.#shown.set(projectId, shown);
  }

  /**
   * The order of a project's rows; null = there is none yet. One is made when half as many rows have been put together without
   * it as it has itself: that costs about as much, so that all questions together never take three times as long as with the
   * better way.
   * @param wanted rows that the question puts together of each segment
   */
  find(question: OrderedQuestion, wanted: ArrayLike<number>): RowOrder | null {
    const { segments, fullCount, projectId, people, room } = question;
    const shown = this.#shown.get(projectId);
    if (shown !== undefined) return shown.order;
    const name = `${projectId} order`;
    const known = this.#cache.find<RowOrder | null>(name, "long") ?? null;
    let spent = this.#spent.get(projectId) ?? 0;
    let rows = 0;
    for (let index = 0; index < fullCount; index++) {
      rows += segments[index]!.rows;
      if (index >= (known?.segmentCount ?? 0)) spent += wanted[index]!;
    }
    this.#spent.set(projectId, spent);
    const isWorthIt = spent >= rows * MIN_SPENT && fullCount > (known?.segmentCount ?? 0);
    if (!isWorthIt || estimateOrder(rows) > this.#cache.budgetBytes * MAX_SHARE) return known;
    this.#spent.set(projectId, 0);
    this.#cache.drop(name, "long");
    this.#lastNumber += 1;
    return this.#cache.get(
      name,
      () => {
        const order = createRowOrder(segments, people, fullCount);
        // With an order little has to be put together.
        room.release();
        return order;
      },
      (order) => (order === null ? 0 : sizeOfOrder(order)),
      // It costs more than all columns to make again.
      "long",
    );
  }
}
