import { countDeletions } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import type { PeopleStore } from "../entities/people.ts";
import type { SegmentStore } from "../log/store.ts";
import { actorIndexSteps } from "./build-index.ts";

/**
 * Builds the wanted actor indexes in steps of 0.5 to 2 ms, between which questions may be answered. A deletion gives an
 * unfinished index up: a later question wants it again.
 */
export function* indexSteps(db: Db, store: SegmentStore, peopleStore: PeopleStore): Generator<void, void> {
  const { actorIndexes } = store;
  const inTransaction = <T>(run: () => T): T => db.sqlite.transaction(run).deferred();
  for (let wanted = actorIndexes.takeWanted(); wanted !== undefined; wanted = actorIndexes.takeWanted()) {
    const projectId = wanted;
    const began = actorIndexes.lastNumber;
    const { deletions, steps } = inTransaction(() => {
      const segments = store.segments(projectId).slice(0, store.fullCount(projectId));
      const { actors } = peopleStore.current();
      return { deletions: countDeletions(db), steps: actorIndexSteps(segments, actors.length) };
    });
    // A question may have built it with all threads meanwhile.
    const isWanted = () => countDeletions(db) === deletions && actorIndexes.lastNumber === began;
    const next = () => inTransaction(() => (isWanted() ? steps.next() : null));
    let step = next();
    for (; step !== null && !step.done; step = next()) yield;
    if (step === null) continue;
    actorIndexes.keep(projectId, step.value);
    // With an actor index, few rows are grouped.
    store.arena.release();
  }
}
