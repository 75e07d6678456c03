import { internal } from "../../base/errors.ts";
import { rest, step } from "./batch.ts";
import type { Batch } from "./batch.ts";
import { look } from "./look.ts";
import type { Look } from "./look.ts";
import { saveProgress } from "./task.ts";
import type { Task } from "./task.ts";

/** Events in one transaction: about 10 ms, which is what a capture may have to wait. */
const CHUNK = 400;

/** Walks after the first; the second of them would already mean that a delete did not delete. */
const MAX_WALKS = 3;

/**
 * Deletes the events of the tasks, in bounded transactions, until a walk over the log finds none of them. What was found
 * is stored before anything goes, so that a run that was killed and goes on tells the same in the end.
 * @returns the walk that found nothing
 */
export async function clearEvents(batch: Batch, tasks: readonly Task[]): Promise<Look> {
  for (let walk = 0; walk <= MAX_WALKS; walk++) {
    const seen = await look(batch, tasks);
    await keepFindings(batch, tasks, seen);
    if (seen.count === 0) return seen;
    await deleteFound(batch, seen);
  }
  throw internal(new Error("Events are still there after they were deleted."));
}

async function keepFindings(batch: Batch, tasks: readonly Task[], { found }: Look): Promise<void> {
  const { db } = batch.ctx;
  await step(batch, () => {
    for (const task of tasks) {
      const find = found.get(task);
      if (find === undefined || task.progress.uuids_sha256 !== undefined) continue;
      const deleted = { ...task.progress.deleted, events: find.seqs.length };
      saveProgress(db, task, { uuids_sha256: find.uuidsSha256, deleted });
    }
  });
}

async function deleteFound(batch: Batch, { found, count }: Look): Promise<void> {
  // The row of event_index goes with its event by itself.
  const remove = batch.ctx.db.sql("DELETE FROM events WHERE seq = ?");
  let done = 0;
  for (const { seqs } of found.values()) {
    for (let first = 0; first < seqs.length; first += CHUNK) {
      const chunk = seqs.slice(first, first + CHUNK);
      await step(batch, () => {
        for (const seq of chunk) remove.run(seq);
      });
      done += chunk.length;
      batch.onProgress?.({ events: done, of: count });
      await rest(batch);
    }
  }
}
