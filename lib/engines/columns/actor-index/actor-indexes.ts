import { filePath } from "../../../storage/index.ts";
import type { Db } from "../../../storage/index.ts";
import type { Cache } from "../log/cache.ts";
import type { Arena } from "../log/arena.ts";
import type { Segment } from "../log/segment.ts";
import type { People } from "../entities/people.ts";
import { estimateIndex, receiveIndex, sizeOfIndex } from "./actor-index.ts";
import type { ActorIndex, StoredRows } from "./actor-index.ts";
import { createActorIndex } from "./build-index.ts";
import { groupIds } from "./ids-by-actor.ts";
import type { IdsByActor } from "./ids-by-actor.ts";
import { findTail } from "./index-tail.ts";
import type { IndexTail } from "./index-tail.ts";
import { contentOf, openStored, removeFile, storedPath } from "./stored-index.ts";
import type { IndexPlace } from "./stored-index.ts";

/** The share of the memory budget that an actor index may take. */
const MAX_SHARE = 0.6;

/**
 * The share of its rows that must have been grouped without an actor index before one is built: the second of two
 * questions about a third of all rows waits for it, and later questions take a third of the time.
 */
const MIN_SPENT = 0.5;

/** The share when it is built between questions, where no question waits. A smaller share builds for rare questions. */
const MIN_SPENT_DEFERRED = 0.125;

/** Rows from which an actor index is stored in a file: building that of fewer rows takes less than 20 ms. */
const LEAST_STORED_ROWS = 500_000;

/** Rows from which a chunk ends: 40 KB, which one read takes. More cost more for actors with ids far apart. */
const CHUNK_ROWS = 4096;

/** For tests: the rows from which an actor index is stored, and from which a chunk ends. */
export interface Storing {
  leastRows: number;
  chunkRows: number;
}

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
  /** Projects whose actor index `indexSteps` will make; true = even if only a few rows lie behind the one that there is. */
  readonly #wanted = new Map<number, boolean>();
  /** Projects whose actor index `indexSteps` will store. */
  readonly #unstored = new Set<number>();
  /** Rows of the actor index in the file of each project. */
  readonly #storedRows = new Map<number, number>();
  /** Rows of each project for which no file could be written; it is tried again once an eighth more have come. */
  readonly #refusedRows = new Map<number, number>();
  /** Projects whose file is damaged, until it is written again. */
  readonly #damaged = new Set<number>();
  /** The number of each project's last actor index. */
  readonly #numbers = new Map<number, number>();
  readonly #db: Db;
  readonly #storing: Storing;

  /** @param isDeferred questions never build an actor index: `indexSteps` does, between them, and stores it */
  constructor(
    db: Db,
    cache: Cache,
    { isDeferred, storing }: { isDeferred?: boolean | undefined; storing?: Storing | undefined } = {},
  ) {
    this.#db = db;
    this.#cache = cache;
    this.#isDeferred = isDeferred ?? false;
    this.#storing = storing ?? { leastRows: LEAST_STORED_ROWS, chunkRows: CHUNK_ROWS };
  }

  has(projectId: number): boolean {
    return this.#known(projectId) !== null;
  }

  #known(projectId: number): ActorIndex | null {
    return this.#cache.find<ActorIndex | null>(`${projectId} actor index`, "long") ?? null;
  }

  /** The actor index of a project, for other threads; null = none. */
  show(projectId: number, now: Pick<IndexedExecution, "segments" | "people">): ShownIndex | null {
    const known = this.#known(projectId);
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

  /** Wants the actor index of a project, unless one with nearly all its rows exists, or there is no room for it. */
  want(projectId: number, rows: number): void {
    const isPossible = this.fits(rows) || this.placeOf(projectId, rows) !== null;
    if (isPossible && !this.isNearlyWhole(this.#known(projectId), rows)) this.#want(projectId);
  }

  #want(projectId: number): void {
    if (!this.#wanted.has(projectId)) this.#wanted.set(projectId, false);
  }

  /** Has an actor index all rows of a project but a few? */
  isNearlyWhole(actorIndex: ActorIndex | null, rows: number): boolean {
    return actorIndex !== null && areNearlyAll(actorIndex.places.length, rows);
  }

  /** The file for the actor index of a project with so many rows; null = it stays in memory. */
  placeOf(projectId: number, rows: number): IndexPlace | null {
    const file = filePath(this.#db);
    const { leastRows, chunkRows } = this.#storing;
    const isRefused = areNearlyAll(this.#refusedRows.get(projectId) ?? 0, rows);
    const isPossible = this.#isDeferred && !isRefused && rows >= leastRows;
    return file !== undefined && isPossible ? { path: storedPath(file, projectId), chunkRows } : null;
  }

  /** The actor index of a project in memory, or else in its file, which it finds here. Call it in a transaction. */
  open({ projectId, segments }: Pick<IndexedExecution, "projectId" | "segments">): ActorIndex | null {
    const known = this.#known(projectId);
    const file = filePath(this.#db);
    if (known !== null || file === undefined || this.#damaged.has(projectId)) return known;
    const found = openStored(
      storedPath(file, projectId),
      (count) => (count > segments.length ? null : contentOf(this.#db, projectId, segments.slice(0, count))),
      (rows) => this.fits(rows),
    );
    this.#storedRows.set(projectId, found?.places.length ?? 0);
    if (found !== null) this.keep(projectId, found);
    return found;
  }

  /** Notes whether the file of a project was written with so many rows. */
  noteWritten(projectId: number, rows: number, isWritten: boolean): void {
    (isWritten ? this.#storedRows : this.#refusedRows).set(projectId, rows);
    if (isWritten) this.#damaged.delete(projectId);
  }

  /** Changes whenever another actor index of a project is kept. */
  numberOf(projectId: number): number {
    return this.#numbers.get(projectId) ?? 0;
  }

  /** Forgets the actor index of a project: the next question looks for it in its file. */
  drop(projectId: number): void {
    this.#cache.drop(`${projectId} actor index`, "long");
  }

  /** As `open`, for a question: rows that lie in a file are read into memory after it, where there is room. */
  openFor(asked: Pick<IndexedExecution, "projectId" | "segments">): ActorIndex | null {
    const isKnown = this.has(asked.projectId);
    const found = this.open(asked);
    if (!isKnown && found !== null) this.#want(asked.projectId);
    return found;
  }

  /** Drops an actor index whose file is gone, replaced or damaged. */
  lose(projectId: number, { path }: StoredRows, isDamaged: boolean): void {
    if (isDamaged) {
      removeFile(path);
      this.#damaged.add(projectId);
    }
    this.#storedRows.delete(projectId);
    this.#shown.delete(projectId);
    this.drop(projectId);
  }

  /** Takes the next project whose actor index is wanted; undefined = none. */
  takeWanted(): { projectId: number; isNewer: boolean } | undefined {
    const [next] = this.#wanted;
    if (next === undefined) return undefined;
    const [projectId, isNewer] = next;
    this.#wanted.delete(projectId);
    return { projectId, isNewer };
  }

  /** Takes the next project whose actor index was built and is not stored; undefined = none. */
  takeUnstored(): number | undefined {
    const [next] = this.#unstored;
    if (next !== undefined) this.#unstored.delete(next);
    return next;
  }

  /** Keeps an actor index that was built, or found in its file. */
  keep(projectId: number, actorIndex: ActorIndex | null): void {
    this.#spent.set(projectId, 0);
    this.#wanted.delete(projectId);
    const rows = actorIndex?.places.length ?? 0;
    const isStored = areNearlyAll(this.#storedRows.get(projectId) ?? 0, rows);
    if (actorIndex?.stored === null && !isStored) this.#unstored.add(projectId);
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
    const known = this.openFor(execution);
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
    if (!isWorthIt || (!this.fits(rows) && this.placeOf(projectId, rows) === null)) return withTail(known);
    this.#spent.set(projectId, 0);
    if (this.#isDeferred) {
      this.#wanted.set(projectId, true);
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

  /** May an actor index of so many rows be kept in memory? */
  fits(rows: number): boolean {
    return estimateIndex(rows) <= this.#cache.budgetBytes * MAX_SHARE;
  }

  #put(projectId: number, make: () => ActorIndex | null): ActorIndex | null {
    const name = `${projectId} actor index`;
    this.#cache.drop(name, "long");
    this.lastNumber += 1;
    this.#numbers.set(projectId, this.lastNumber);
    return this.#cache.get(
      name,
      make,
      (actorIndex) => (actorIndex === null ? 0 : sizeOfIndex(actorIndex)),
      // Building it again costs more than all columns.
      "long",
    );
  }
}

function areNearlyAll(some: number, rows: number): boolean {
  return rows - some <= rows * MIN_SPENT_DEFERRED;
}
