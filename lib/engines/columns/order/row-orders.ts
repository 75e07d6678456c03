import type { Cache } from "../log/cache.ts";
import type { Arena } from "../log/arena.ts";
import type { Segment } from "../log/segment.ts";
import type { People } from "../units/people.ts";
import { createRowOrder, estimateOrder, groupIds, sizeOfOrder } from "./row-order.ts";
import type { IdsByActor, RowOrder } from "./row-order.ts";

/** The share of the memory budget that an order may take. */
const MAX_SHARE = 0.6;

/**
 * The share of its rows that must have been grouped without an order before it is built: the second of two questions
 * about a third of all rows waits for it, and later questions take a third of the time (10 million events, measured).
 */
const MIN_SPENT = 0.5;

/** An order with a unique number: the first thread of a worker group shows it to the others. */
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
  arena: Arena;
}

/** Keeps the order of each project's rows, while there is memory. */
export class RowOrders {
  readonly #cache: Cache;
  /** Rows that were grouped without an order since it was last built, by project. */
  readonly #spent = new Map<number, number>();

  /** Orders shown by another thread, by project. */
  readonly #shown = new Map<number, ShownOrder>();
  /** The ids of each order by actor, and the version of the people that it is about. */
  readonly #ids = new WeakMap<RowOrder, { version: number; ids: IdsByActor }>();
  #lastNumber = 0;

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  /** Is there an order of the project's rows? */
  has(projectId: number): boolean {
    return (this.#cache.find<RowOrder | null>(`${projectId} order`, "long") ?? null) !== null;
  }

  /** The order of a project's rows, for other threads; null = none. */
  show(projectId: number): ShownOrder | null {
    const order = this.#cache.find<RowOrder | null>(`${projectId} order`, "long") ?? null;
    return order === null ? null : { number: this.#lastNumber, order };
  }

  /** The ids of an order by actor, as of now; grouped again when people have changed. */
  idsByActor(order: RowOrder, people: People): IdsByActor {
    const known = this.#ids.get(order);
    if (known?.version === people.version) return known.ids;
    const ids = groupIds(order, people);
    this.#ids.set(order, { version: people.version, ids });
    return ids;
  }

  /** Uses another thread's order for the project. The same order stays the same object. */
  take(projectId: number, shown: ShownOrder): void {
    if (this.#shown.get(projectId)?.number !== shown.number) this.#shown.set(projectId, shown);
  }

  /**
   * The order of a project's rows; null = none yet. It is built when half as many rows as it has were grouped without
   * it: that costs about as much, so that all questions together never take three times as long as with the better
   * choice.
   * @param wanted rows that the question groups of each segment
   */
  find(question: OrderedQuestion, wanted: ArrayLike<number>): RowOrder | null {
    const { segments, fullCount, projectId, people, arena } = question;
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
        // With an order, few rows are grouped.
        arena.release();
        return order;
      },
      (order) => (order === null ? 0 : sizeOfOrder(order)),
      // Building it again costs more than all columns.
      "long",
    );
  }
}
