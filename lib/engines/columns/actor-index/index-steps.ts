import { countDeletions } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import type { PeopleStore } from "../entities/people.ts";
import type { Segment } from "../log/segment.ts";
import type { SegmentStore } from "../log/store.ts";
import type { ActorIndex } from "./actor-index.ts";
import { actorIndexSteps } from "./build-index.ts";
import { buildParts, writeSteps } from "./store-index.ts";
import { contentOf, keepSteps } from "./stored-index.ts";

interface Stores {
  db: Db;
  store: SegmentStore;
  peopleStore: PeopleStore;
}

/** The share of the memory budget for the part of an actor index that is built for its file. */
const PART_SHARE = 0.25;

/** Bytes of a row while it is built. */
const ROW_BYTES = 12;

/**
 * Builds the wanted actor indexes in steps of 0.5 to 2 ms, between which questions may be answered, and stores large
 * ones. A deletion gives an unfinished index up: a later question wants it again.
 */
export function* indexSteps(stores: Stores): Generator<void, void> {
  const { actorIndexes } = stores.store;
  for (let wanted = actorIndexes.takeWanted(); wanted !== undefined; wanted = actorIndexes.takeWanted()) {
    yield* makeCurrent(stores, wanted.projectId, wanted.isNewer);
  }
  for (let unstored = actorIndexes.takeUnstored(); unstored !== undefined; unstored = actorIndexes.takeUnstored()) {
    yield* storeKnown(stores, unstored);
  }
}

/** Stores the actor index of a project in its file without keeping it in memory, unless the file has nearly all rows. */
export function* storeIndexSteps(stores: Stores, projectId: number): Generator<void, void> {
  const { actorIndexes } = stores.store;
  yield* whileCurrent(stores, projectId, () => {
    const { segments, rows } = fullSegments(stores, projectId);
    const isStored = actorIndexes.isNearlyWhole(actorIndexes.open({ projectId, segments }), rows);
    return isStored ? null : partSteps(stores, projectId, segments, rows);
  });
}

/** @param isNewer wants all rows, not nearly all, where the index is built in memory */
function* makeCurrent(stores: Stores, projectId: number, isNewer: boolean): Generator<void, void> {
  const { store, peopleStore } = stores;
  const { actorIndexes } = store;
  const made = yield* whileCurrent(stores, projectId, (): Generator<void, ActorIndex | null> | null => {
    const { segments, rows } = fullSegments(stores, projectId);
    const known = actorIndexes.open({ projectId, segments });
    const isFitting = actorIndexes.fits(rows);
    const isBehind = isNewer && isFitting && (known?.segmentCount ?? 0) < segments.length;
    if (!isBehind && actorIndexes.isNearlyWhole(known, rows)) {
      return known?.stored?.keepsRows === true ? keepSteps(known, known.stored) : null;
    }
    if (!isFitting) return partSteps(stores, projectId, segments, rows);
    return actorIndexSteps(segments, peopleStore.current().actors.length);
  });
  if (made === null) return;
  actorIndexes.keep(projectId, made);
  // With an actor index, few rows are grouped.
  store.arena.release();
}

/** The segments with full blocks, which an actor index can have. */
function fullSegments({ store }: Stores, projectId: number): { segments: Segment[]; rows: number } {
  const segments = store.segments(projectId).slice(0, store.fullCount(projectId));
  return { segments, rows: segments.reduce((sum, segment) => sum + segment.rows, 0) };
}

/** Builds an actor index in its file. The next question finds it there. */
function* partSteps(
  { db, store, peopleStore }: Stores,
  projectId: number,
  segments: readonly Segment[],
  rows: number,
): Generator<void, null> {
  const { actorIndexes, cache } = store;
  const place = actorIndexes.placeOf(projectId, rows);
  const content = contentOf(db, projectId, segments);
  if (place === null || content === null) return null;
  const idLimit = peopleStore.current().actors.length;
  const maxRows = Math.max(1, Math.floor((cache.budgetBytes * PART_SHARE) / ROW_BYTES));
  const isWritten = yield* writeSteps(place, content, (append) => buildParts(segments, { idLimit, maxRows }, append));
  actorIndexes.noteWritten(projectId, rows, isWritten);
  if (isWritten) actorIndexes.drop(projectId);
  return null;
}

/** Stores an actor index that was built in memory. */
function* storeKnown(stores: Stores, projectId: number): Generator<void, void> {
  const { actorIndexes } = stores.store;
  let rows = 0;
  const isWritten = yield* whileCurrent(stores, projectId, () => {
    const { segments } = fullSegments(stores, projectId);
    const known = actorIndexes.open({ projectId, segments });
    if (known === null || known.stored !== null) return null;
    rows = known.places.length;
    const place = actorIndexes.placeOf(projectId, rows);
    const content = contentOf(stores.db, projectId, segments.slice(0, known.segmentCount));
    return place === null || content === null ? null : writeSteps(place, content, (append) => append(known));
  });
  if (isWritten !== null) actorIndexes.noteWritten(projectId, rows, isWritten);
}

/** Runs steps, each in a transaction, until a deletion or another actor index makes them needless. */
function* whileCurrent<T>(
  { db, store: { actorIndexes } }: Stores,
  projectId: number,
  begin: () => Generator<void, T> | null,
): Generator<void, T | null> {
  const inTransaction = <R>(run: () => R): R => db.sqlite.transaction(run).deferred();
  const { steps, deletions } = inTransaction(() => ({ steps: begin(), deletions: countDeletions(db) }));
  if (steps === null) return null;
  const began = actorIndexes.numberOf(projectId);
  // A question may have found another one in a file meanwhile.
  const isWanted = () => countDeletions(db) === deletions && actorIndexes.numberOf(projectId) === began;
  try {
    for (;;) {
      const step = inTransaction(() => (isWanted() ? steps.next() : null));
      if (step === null) return null;
      if (step.done === true) return step.value;
      yield;
    }
  } finally {
    steps.return(undefined as never);
  }
}
