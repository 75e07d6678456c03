import { partOf } from "../group/worker-group.ts";
import type { WorkerGroup } from "../group/worker-group.ts";
import type { Plan } from "../../../port/plan.ts";
import type { PeopleStore } from "../entities/people.ts";
import type { Segment } from "../log/segment.ts";
import type { SegmentStore } from "../log/store.ts";
import { receiveIndex } from "./actor-index.ts";
import {
  canIndex,
  countRows,
  numberNames,
  openIndex,
  runToEnd,
  scatterSegments,
  sortStretches,
} from "./build-index.ts";

/** Asks the threads of a worker group to build the actor index of a project; no engine answers it. */
export interface IndexPlan extends Plan<typeof INDEX_KIND> {
  projectId: number;
}

export const INDEX_KIND = "actor-index";

export function isIndexPlan(plan: Plan): plan is IndexPlan {
  return plan.kind === INDEX_KIND;
}

export interface BuildStores {
  store: SegmentStore;
  peopleStore: PeopleStore;
  /** Called for each segment; ends the work by throwing. */
  checkpoint: () => void;
}

/**
 * Builds the actor index of a project with all threads of a worker group: each counts and writes the rows of
 * neighbouring segments, then sorts its part of the stretches. The order of the threads is that of arrival. The first
 * thread keeps the index. Call it in a transaction in which all threads see the same.
 */
export function buildTogether(
  { store, peopleStore, checkpoint }: BuildStores,
  projectId: number,
  workers: WorkerGroup,
): void {
  const { actors } = workers.spread(() => peopleStore.current());
  const all = store.segments(projectId).slice(0, store.fullCount(projectId));
  const numbers = numberNames(all);
  if (!canIndex(all, numbers)) {
    store.actorIndexes.keep(projectId, null);
    return;
  }
  const { from, until } = partOf(workers, all.length);
  const own = watched(all.slice(from, until), checkpoint);
  // Words that the other threads see.
  const counts = workers.words(actors.length);
  counts.set(runToEnd(countRows(own, actors.length)));
  const parts = workers.gather(counts);
  const { sent, firsts } = workers.spread(() => {
    const sums = workers.words(actors.length);
    for (const part of parts) for (let id = 0; id < sums.length; id++) sums[id]! += part[id]!;
    return { sent: openIndex(all, sums, numbers), firsts: sums };
  });
  const actorIndex = workers.rank === 0 ? sent : receiveIndex(sent);
  const next = new Uint32Array(firsts);
  for (const part of parts.slice(0, workers.rank)) for (let id = 0; id < next.length; id++) next[id]! += part[id]!;
  runToEnd(scatterSegments(actorIndex, next, { segments: own, first: from, rank: workers.rank, numbers }));
  workers.gather(null);
  const stretches = partOf(workers, actorIndex.ids.length);
  runToEnd(sortStretches(actorIndex, stretches.from, stretches.until));
  workers.gather(null);
  if (workers.rank === 0) store.actorIndexes.keep(projectId, actorIndex);
}

/** Segments that call `checkpoint` when their columns are lent. */
function watched(segments: readonly Segment[], checkpoint: () => void): Segment[] {
  return segments.map((segment) => ({
    ...segment,
    lend(use) {
      checkpoint();
      return segment.lend(use);
    },
  }));
}
