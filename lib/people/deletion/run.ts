import { sleep } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import { HogletError } from "../../base/errors.ts";
import { write } from "../../storage/index.ts";
import { takeLease } from "../../storage/leases/index.ts";
import { and, asc, eq, gte, max, ne, query } from "../../storage/queries/index.ts";
import { deletions as requests } from "../../storage/tables/index.ts";
import { step } from "./batch.ts";
import type { Batch, DeletionProgress } from "./batch.ts";
import { clearEvents } from "./clear-events.ts";
import { clearProject } from "./clear-project.ts";
import { eraseCopies } from "./copies.ts";
import { findOrphans, forgetIds, noteOrphans, noteOwned } from "./forget-ids.ts";
import { getDeletion } from "./list.ts";
import type { DeletionRecord } from "./list.ts";
import { forgetActivity, forgetWarnings, Mentions } from "./mentions.ts";
import { toReceipt } from "./receipt.ts";
import { queueExpired } from "./retention.ts";
import { readTasks } from "./task.ts";
import type { Task } from "./task.ts";
import { eraseBytes } from "./erase-bytes.ts";
import type { ErasedBytes } from "./erase-bytes.ts";

/** The options of a run. */
export interface RunOptions {
  /** Receives the progress after each transaction that deleted events. */
  onProgress?(progress: DeletionProgress): void;
  /**
   * Rewrite the file whatever its size, so that no deleted byte is left; captures wait meanwhile. A file of up to 256
   * MiB is always rewritten, in about a second. @default false
   */
  vacuum?: boolean;
}

/**
 * Carries out all waiting requests, and the rest of a killed run, then erases the engine's copy. Waits for a run of
 * another process. @returns the finished deletions. @throws HogletError 503 when the database is busy
 */
export function runDeletions(ctx: Context, options: RunOptions = {}): Promise<DeletionRecord[]> {
  const run = async (signal: AbortSignal) => {
    await begin(ctx);
    while (!signal.aborted && hasUnfinishedDeletions(ctx)) {
      if (await runOnce(ctx, options, signal)) continue;
      await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    }
  };
  return finishedBy(ctx, async () => {
    await enqueue(ctx, run);
    await eraseCopies(ctx);
  });
}

/** Ms between looks whether another process has finished. */
const POLL_MS = 100;

/**
 * Begins a batch, for the schedule; when another process runs a batch already, that process handles these requests too.
 */
export async function runScheduledDeletions(ctx: Context): Promise<void> {
  await enqueue(ctx, async (signal) => {
    await begin(ctx);
    await runOnce(ctx, {}, signal);
  });
}

/** Continues the run of a process that ended. */
export async function resumeDeletions(ctx: Context): Promise<void> {
  await enqueue(ctx, async (signal) => void (await runOnce(ctx, {}, signal)));
}

const newestDeletion = query((db) => db.select({ id: max(requests.id) }).from(requests));

const openDeletions = query((db) => db.select({ id: requests.id }).from(requests).where(ne(requests.status, "done")));

const doneSince = query((db, given: { id: number }) =>
  db
    .select({ id: requests.id })
    .from(requests)
    .where(and(gte(requests.id, given.id), eq(requests.status, "done")))
    .orderBy(asc(requests.id)),
);

/** Finished while `run` ran, oldest first. */
export async function finishedBy({ db }: Pick<Context, "db">, run: () => Promise<unknown>): Promise<DeletionRecord[]> {
  const lastId = newestDeletion.get(db)?.id ?? 0;
  const open = new Set(openDeletions.all(db).map(({ id }) => id));
  await run();
  // The handle was closed meanwhile.
  if (!db.sqlite.open) return [];
  const done = doneSince.all(db, { id: Math.min(lastId + 1, ...open) });
  return done.filter(({ id }) => id > lastId || open.has(id)).map(({ id }) => getDeletion({ db }, id));
}

// Index deletions_by_status.
const anyRunning = query((db) =>
  db.select({ id: requests.id }).from(requests).where(eq(requests.status, "running")).limit(1),
);

/** Is there an unfinished run? */
export function hasUnfinishedDeletions({ db }: Pick<Context, "db">): boolean {
  return anyRunning.get(db) !== undefined;
}

/** Ends the run of this handle for good after its current transaction; the rest waits for the next process. */
export async function stopDeletions({ deletions }: Pick<Context, "deletions">): Promise<void> {
  deletions.stop.abort();
  await deletions.last;
  await deletions.erasing;
}

function enqueue<T>({ deletions }: Context, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const result = deletions.last.then(() => run(deletions.stop.signal));
  deletions.last = result.catch(() => {});
  return result;
}

const startWaiting = query((db) =>
  db.update(requests).set({ status: "running" }).where(eq(requests.status, "pending")),
);

/** Adds all waiting requests to the batch. */
async function begin(ctx: Context): Promise<void> {
  await write(ctx.db, () => {
    queueExpired(ctx);
    startWaiting.run(ctx.db);
  });
}

/** Runs one batch, from the started requests to their receipts. False = another process runs a batch. */
async function runOnce(
  ctx: Context,
  { onProgress, vacuum = false }: RunOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted || !hasUnfinishedDeletions(ctx)) return true;
  const lease = await takeLease(ctx.db, "deletions");
  if (lease === null) return false;
  try {
    await runBatch({ ctx, lease, signal, vacuum, ...(onProgress !== undefined && { onProgress }) });
    return true;
  } catch (error) {
    if (signal.aborted) return true;
    if (error instanceof HogletError && error.code === "lease_lost") return false;
    throw error;
  } finally {
    await lease.release();
  }
}

async function runBatch(batch: Batch): Promise<void> {
  const { db } = batch.ctx;
  const begun = readTasks(db);
  await clearProjects(batch, begun);
  // Requests of a deleted project went with it; those started meanwhile run later.
  const known = new Set(begun.map(({ id }) => id));
  const all = readTasks(db).filter(({ id }) => known.has(id));
  const tasks = all.filter(({ kind }) => kind !== "project");
  if (tasks.length > 0) await clearTasks(batch, tasks);
  if (all.length > 0) await finish(batch, all, await eraseBytes(batch));
}

async function clearTasks(batch: Batch, tasks: readonly Task[]): Promise<void> {
  const seen = await clearEvents(batch, tasks);
  const orphans = await findOrphans(batch, seen);
  // Before the ids go, without which a continued run could not find the mentions.
  const mentions = new Mentions();
  noteOrphans(mentions, tasks, orphans);
  await forgetActivity(batch, mentions);
  noteOwned(batch, mentions, tasks);
  await forgetWarnings(batch, tasks, mentions);
  await forgetIds(batch, tasks, orphans, seen);
  // For caches of events or warnings.
  batch.ctx.db.invalidate();
}

const putBack = query((db, given: { id: number }) =>
  db.update(requests).set({ status: "pending" }).where(eq(requests.id, given.id)),
);

async function clearProjects(batch: Batch, tasks: readonly Task[]): Promise<void> {
  for (const task of tasks.filter(({ kind }) => kind === "project")) {
    try {
      await clearProject(batch, task);
    } catch (error) {
      // The project is the only one now: the request waits for another.
      if (!(error instanceof HogletError) || error.code !== "conflict") throw error;
      batch.ctx.log.warn("project was not deleted", { project: task.projectId, cause: error.detail });
      await step(batch, () => void putBack.run(batch.ctx.db, { id: task.id }));
    }
  }
}

// The ordinals go too: they were needed only with the person's events.
const setDone = query((db, given: { id: number; nowMs: number; receipt: string }) =>
  db
    .update(requests)
    .set({
      status: "done",
      deleteVerifiedAt: given.nowMs,
      receipt: given.receipt,
      distinctIdIds: "[]",
      reach: "[]",
      progress: "{}",
    })
    .where(and(eq(requests.id, given.id), eq(requests.status, "running"))),
);

async function finish(batch: Batch, tasks: readonly Task[], wiped: ErasedBytes): Promise<void> {
  const { db, clock } = batch.ctx;
  const nowMs = clock.now();
  await step(batch, () => {
    for (const task of tasks) {
      setDone.run(db, { id: task.id, nowMs, receipt: JSON.stringify(toReceipt(db, task, wiped, nowMs)) });
    }
  });
}
