import { toIso } from "../../base/clock.ts";
import { HogletError } from "../../base/errors.ts";
import { readHeads } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";
import type { Context } from "../context.ts";
import { turn } from "./batch.ts";
import type { CopyReceipt, ErasedCopy } from "./copy-receipt.ts";
import { OWN_COPIES } from "./own-copies.ts";
import { toProjectId } from "./task.ts";
import { completeReceipt, waitingReceipts } from "./waiting-receipts.ts";
import type { WaitingReceipt } from "./waiting-receipts.ts";

/** Hoglet's own copies leave by age. */
const isOwn = ({ name }: Pick<CopyReceipt, "name">) => name === OWN_COPIES;
const isOfEngine = (copy: CopyReceipt) => !isOwn(copy);

/** May a copy that this process reaches hold bytes of deleted rows? */
export function hasWaitingCopies({ db, engine }: Pick<Context, "db" | "engine">): boolean {
  return engine.erase !== undefined && waitingReceipts(db, isOfEngine).length > 0;
}

/**
 * Erases deleted rows from the engine's copy, and completes receipts. Concurrent calls share one run. An unreachable
 * copy is left for the next call; the engine reports why.
 */
export function eraseCopies(ctx: Context): Promise<void> {
  const { deletions: state } = ctx;
  state.erasing ??= run(ctx, state.stop.signal).finally(() => (state.erasing = null));
  return state.erasing;
}

async function run(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && hasWaitingCopies(ctx)) {
    const waiting = waitingReceipts(ctx.db, isOfEngine);
    try {
      const copy = await ctx.engine.erase?.({ signal });
      if (copy === undefined || (await note(ctx, { waiting, copy, signal })) === 0) return;
      // The first's receipt comes here with its pages; until then it seems to wait.
      if (ctx.reportErased !== null) return;
    } catch (error) {
      if (signal.aborted || (error instanceof HogletError && error.status === 503)) return;
      throw error;
    }
  }
}

interface Noting {
  waiting: readonly WaitingReceipt[];
  copy: ErasedCopy;
  signal: AbortSignal;
}

/** @returns the number of completed receipts */
async function note(ctx: Context, { waiting, copy, signal }: Noting): Promise<number> {
  const { db, clock, log } = ctx;
  const counts = new Map<number, number>();
  let done = 0;
  for (const row of waiting) {
    const projectId = toProjectId(row);
    if (!counts.has(projectId)) counts.set(projectId, await countEvents(db, projectId, copy.events.untilSeq, signal));
    const kept = { database: counts.get(projectId) ?? 0, copy: copy.events.counts.get(projectId) ?? 0 };
    if (kept.database !== kept.copy) {
      // Another deletion may have run: the next call counts again.
      log.warn("Database and copy have a different number of events.", {
        follower: copy.follower,
        project: projectId,
        ...kept,
      });
      continue;
    }
    const erased: CopyReceipt = { name: copy.follower, erased_at: toIso(clock.now()), erased: copy.rows, kept };
    const complete = ctx.reportErased ?? ((id: number) => completeReceipt(db, { id }, erased));
    if (await complete(row.id, erased)) done++;
  }
  return done;
}

/** Rows of the log, of any project, between two turns of the event loop. */
const CHUNK = 5000;

/** Events of a project up to a `seq`. */
async function countEvents(db: Db, projectId: number, untilSeq: number, signal: AbortSignal): Promise<number> {
  let found = 0;
  for (let after = 0; after < untilSeq; await turn({ signal })) {
    const { heads, last } = readHeads(db, { after, count: CHUNK, until: untilSeq });
    found += heads.filter((head) => head.seq <= last && head.projectId === projectId).length;
    after = last;
  }
  return found;
}

/** Completes receipts of deletions that are older than every kept moment of hoglet's own copies. */
export async function completeOwnCopies(
  { db, clock }: Pick<Context, "db" | "clock">,
  ids: readonly number[],
): Promise<void> {
  for (const row of ids.length === 0 ? [] : waitingReceipts(db, isOwn)) {
    const erased: CopyReceipt = { name: OWN_COPIES, erased_at: toIso(clock.now()), erased: null, kept: null };
    if (ids.includes(row.id)) await completeReceipt(db, row, erased);
  }
}
