import { internal } from "../../base/errors.ts";
import { createTurns } from "../../base/turns.ts";
import { damagedEvent, deleteEvents } from "../../log/index.ts";
import { rest, step } from "./batch.ts";
import type { Batch } from "./batch.ts";
import { walkLog } from "./walk-log.ts";
import type { LogWalk } from "./walk-log.ts";
import { saveProgress } from "./task.ts";
import type { Task } from "./task.ts";

/** Events in a transaction of about 10 ms, which a capture may wait for. */
const CHUNK = 400;

/** Walks after the first; a second would mean that a delete failed. */
const MAX_WALKS = 3;

/**
 * Deletes the tasks' events in bounded transactions until a walk over the log finds none. Findings are stored before
 * the first deletion, so that a killed run reports the same in the end.
 * @returns the walk that found nothing
 * @throws corrupt naming a damaged event that may belong to a task: the run goes on once that event is deleted
 */
export async function clearEvents(batch: Batch, tasks: readonly Task[]): Promise<LogWalk> {
  for (let walk = 0; walk <= MAX_WALKS; walk++) {
    const seen = await walkLog(batch, tasks);
    await keepFindings(batch, tasks, seen);
    if (seen.seqs.length === 0) {
      if (seen.damagedSeq !== undefined) throw damagedEvent(batch.ctx.db, seen.damagedSeq);
      return seen;
    }
    await deleteFound(batch, seen);
  }
  throw internal(new Error("Events are still there after they were deleted."));
}

async function keepFindings(batch: Batch, tasks: readonly Task[], { found }: LogWalk): Promise<void> {
  const { db } = batch.ctx;
  await step(batch, () => {
    for (const task of tasks) {
      const find = found.get(task);
      if (find === undefined || task.progress.uuids_sha256 !== undefined) continue;
      const deleted = { ...task.progress.deleted, events: find.count };
      saveProgress(db, task, { uuids_sha256: find.uuidsSha256, deleted });
    }
  });
}

/** Deletes the events of all tasks in the order of arrival, so that each chunk is written again once. */
async function deleteFound(batch: Batch, { seqs }: LogWalk): Promise<void> {
  for (let done = 0; done < seqs.length; await rest(batch)) {
    const part = seqs.slice(done, done + CHUNK);
    done += await step(batch, () => deleteEvents(batch.ctx.db, part, createTurns().isOver));
    batch.onProgress?.({ events: done, of: seqs.length });
  }
}
