import type { Cache } from "../log/cache.ts";
import type { Arena } from "../log/arena.ts";
import type { Segment } from "../log/segment.ts";
import type { People } from "../entities/people.ts";
import { estimateIndex, receiveIndex, sizeOfIndex } from "./actor-index.ts";
import type { ActorIndex } from "./actor-index.ts";
import { createActorIndex } from "./build-index.ts";
import { groupIds } from "./ids-by-actor.ts";
import type { IdsByActor } from "./ids-by-actor.ts";
import { findTail } from "./index-tail.ts";
import type { IndexTail } from "./index-tail.ts";

/** The share of the memory budget that an actor index may take. */
const MAX_SHARE = 0.6;

/**
 * The share of its rows that must have been grouped without an actor index before one is built: the second of two
 * questions about a third of all rows waits for it, and later questions take a third of the time.
 */
const MIN_SPENT = 0.5;

/** The share when it is built between questions, where no question waits. A smaller share builds for rare questions. */
const MIN_SPENT_DEFERRED = 0.125;

/** An actor index with a unique number, or text: the first thread of a worker group shows it to the others. */
export interface ShownIndex {
  number: string;
  actorIndex: ActorIndex;
}

/** The execution that asks for an actor index; the first `fullCount` segments hold full blocks. */
export interface IndexedExecution {
  projectId: number;
  segments: readonly Segment[];
  fullCount: number;
  people: People;
  /** Released when an actor index is made. */
  arena: Arena;
}

/** Asks for the question again, once there is an actor index (`ActorIndexes.awaiting`). */
export class IndexWanted extends Error {
  override name = "IndexWanted";
}

/** Keeps the actor index of each project, while there is memory. */
export class ActorIndexes {
  readonly #cache: Cache;
  /** Rows grouped without an actor index since it was last built, by project. */
  readonly #spent = new Map<number, number>();

  /** Actor indexes shown by another thread, by project. */
  readonly #shown = new Map<number, ShownIndex>();
  /** The ids of each actor index by actor, with the version of the people. */
  readonly #ids = new WeakMap<ActorIndex, { version: number; ids: IdsByActor }>();
  /** The later rows that each actor index was last extended by. */
  readonly #tails = new WeakMap<ActorIndex, IndexTail>();
  lastNumber = 0;
  readonly #isDeferred: boolean;
  /** Projects whose actor index `indexSteps` will build. */
  readonly #wanted = new Set<number>();

  /** Does the question at hand stop where it wants an actor index? */
  #isAwaited = false;

  /** @param isDeferred questions never build an actor index: `indexSteps` does, between them */
  constructor(cache: Cache, isDeferred = false) {
    this.#cache = cache;
    this.#isDeferred = isDeferred;
  }

  /** Asks a question. @throws IndexWanted before it groups so many rows that it should have an actor index */
  awaiting<T>(ask: () => T): T {
    this.#isAwaited = true;
    try {
      return ask();
    } finally {
      this.#isAwaited = false;
    }
  }

  has(projectId: number): boolean {
    return (this.#cache.find<ActorIndex | null>(`${projectId} actor index`, "long") ?? null) !== null;
  }

  /** The actor index of a project, for other threads; null = none. */
  show(projectId: number, now: Pick<IndexedExecution, "segments" | "people">): ShownIndex | null {
    const known = this.#cache.find<ActorIndex | null>(`${projectId} actor index`, "long") ?? null;
    if (known === null) return null;
    const actorIndex = this.#withTail(known, now);
    return { number: `${this.lastNumber} ${actorIndex.tail?.number}`, actorIndex };
  }

  /** Adds the rows of later segments, as far as there is room. */
  #withTail(actorIndex: ActorIndex, now: Pick<IndexedExecution, "segments" | "people">): ActorIndex {
    const tail = findTail(actorIndex, this.#tails.get(actorIndex) ?? null, now);
    if (tail !== null) this.#tails.set(actorIndex, tail);
    return tail?.longer ?? actorIndex;
  }

  /** The ids of an actor index by actor, as of now; grouped again when people have changed. */
  idsByActor(actorIndex: ActorIndex, people: People): IdsByActor {
    const known = this.#ids.get(actorIndex);
    if (known?.version === people.version) return known.ids;
    const ids = groupIds(actorIndex, people);
    this.#ids.set(actorIndex, { version: people.version, ids });
    return ids;
  }

  /** Uses another thread's actor index. The same index stays the same object. */
  take(projectId: number, shown: ShownIndex): void {
    if (this.#shown.get(projectId)?.number === shown.number) return;
    this.#shown.set(projectId, { number: shown.number, actorIndex: receiveIndex(shown.actorIndex) });
  }

  /** Wants the actor index of a project, unless one with nearly all its rows exists, or there are too many rows. */
  want(projectId: number, rows: number): void {
    const name = `${projectId} actor index`;
    const known = this.#cache.find<ActorIndex | null>(name, "long") ?? null;
    const newRows = rows - (known?.places.length ?? 0);
    if (newRows > rows * MIN_SPENT_DEFERRED && this.#fits(rows)) this.#wanted.add(projectId);
  }

  /** Takes the next project whose actor index is wanted; undefined = none. */
  takeWanted(): number | undefined {
    const [next] = this.#wanted;
    if (next !== undefined) this.#wanted.delete(next);
    return next;
  }

  /** Keeps an actor index built between questions. */
  keep(projectId: number, actorIndex: ActorIndex | null): void {
    this.#spent.set(projectId, 0);
    this.#wanted.delete(projectId);
    this.#put(projectId, () => actorIndex);
  }

  /**
   * The actor index of a project; null = none yet. It is built when half of the project's rows were grouped without it:
   * that costs about as much, so all questions together never take three times as long as with the better choice. A
   * deferred index is wanted earlier, and built by `indexSteps`.
   * @param wanted rows that the question groups of each segment
   */
  find(execution: IndexedExecution, wanted: ArrayLike<number>): ActorIndex | null {
    const { segments, fullCount, projectId, people, arena } = execution;
    const shown = this.#shown.get(projectId);
    if (shown !== undefined) return shown.actorIndex;
    const name = `${projectId} actor index`;
    const known = this.#cache.find<ActorIndex | null>(name, "long") ?? null;
    let spent = this.#spent.get(projectId) ?? 0;
    let rows = 0;
    for (let index = 0; index < fullCount; index++) {
      rows += segments[index]!.rows;
      if (index >= (known?.segmentCount ?? 0)) spent += wanted[index]!;
    }
    this.#spent.set(projectId, spent);
    const minSpent = rows * (this.#isDeferred ? MIN_SPENT_DEFERRED : MIN_SPENT);
    const isWorthIt = spent >= minSpent && fullCount > (known?.segmentCount ?? 0);
    const withTail = (own: ActorIndex | null) => (own === null ? null : this.#withTail(own, execution));
    if (!isWorthIt || !this.#fits(rows)) return withTail(known);
    if (this.#isAwaited && known === null) throw new IndexWanted();
    this.#spent.set(projectId, 0);
    if (this.#isDeferred) {
      this.#wanted.add(projectId);
      return withTail(known);
    }
    return withTail(
      this.#put(projectId, () => {
        const actorIndex = createActorIndex(segments, people, fullCount);
        // With an actor index, few rows are grouped.
        arena.release();
        return actorIndex;
      }),
    );
  }

  #fits(rows: number): boolean {
    return estimateIndex(rows) <= this.#cache.budgetBytes * MAX_SHARE;
  }

  #put(projectId: number, make: () => ActorIndex | null): ActorIndex | null {
    const name = `${projectId} actor index`;
    this.#cache.drop(name, "long");
    this.lastNumber += 1;
    return this.#cache.get(
      name,
      make,
      (actorIndex) => (actorIndex === null ? 0 : sizeOfIndex(actorIndex)),
      // Building it again costs more than all columns.
      "long",
    );
  }
}
