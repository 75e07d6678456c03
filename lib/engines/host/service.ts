import { oneByOne } from "../../base/one-by-one.ts";
import { sleep } from "../../base/platform.ts";
import { openDatabase } from "../../log/index.ts";
import { toSent } from "../../storage/index.ts";
import { foldLog, rewriteFile } from "../../storage/wal/index.ts";
import type { Db } from "../../storage/index.ts";
import { openColumns, pauseAfter } from "../columns/index.ts";
import type { AnyRunner, Columns, Damage, Unreadable } from "../columns/index.ts";
import { createWorkerPool, serveCalls } from "./worker-pool.ts";
import type { Membership } from "./worker-link.ts";
import { compactUntil, projectOne, remakeOne } from "./in-steps.ts";
import type { Reply, Setup, ToThread, Work } from "./protocol.ts";
import { createStopCheck } from "./stop-flag.ts";

/** KiB of page cache: small, because the thread keeps columns itself and reads rows in the order of the file. */
const CACHE_KIB = 4 * 1024;

/**
 * Ms of rest before work ahead of questions: short questions right after opening a file took twice as long beside the
 * actor index, and a short process never gets its cost back. A longer rest slows the first funnel of a
 * large log that has no actor index yet.
 */
const REST_MS = 5000;

/** Answers messages over a connection of its own; never rejects. */
export type Service = (message: ToThread) => Promise<Reply>;

/**
 * Creates the service of the engine's thread. Questions are answered one after the other, and between the steps of
 * storing blocks and building actor indexes. The first message opens the database, so a failure is its answer. Never
 * rejects.
 * @param runners one for each kind of plan
 * @param onDamage called for each damaged stored column
 */
export function createService(
  { file, secureDelete, checkpoint, isFollowing, budgetBytes, sharedEvents, storing }: Setup,
  runners: readonly AnyRunner[],
  onDamage?: (damage: Damage) => void,
): Service {
  const stop = createStopCheck();
  const pool = createWorkerPool(stop);
  const unreadable: Unreadable = new Set();
  let opened: { db: Db; columns: Columns } | undefined;
  const inTurn = oneByOne();
  let questions = 0;
  let questionsSeen = 0;

  const open = () => {
    if (opened !== undefined) return opened;
    // "normal", since the thread writes only derived data.
    const db = openDatabase({ file, durability: "normal", secureDelete, checkpoint, isFollowing });
    db.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    const options = { budgetBytes, checkpoint: stop.check, groupCaller: pool, sharedEvents, storing, onDamage };
    opened = { db, columns: openColumns(db, runners, { ...options, isIndexDeferred: true }) };
    return opened;
  };

  const answer = async ({ plan, keepAs }: Extract<Work, { kind: "answer" }>, flag: ToThread["stop"]) => {
    stop.watch(flag);
    try {
      stop.check();
      return await open().columns.engine.ask(plan, { keepAs });
    } finally {
      stop.watch(null);
      void keepUp();
    }
  };

  let isKeepingUp = false;
  const keepUp = async () => {
    if (isKeepingUp || opened === undefined) return;
    isKeepingUp = true;
    await runUpkeep(opened).finally(() => (isKeepingUp = false));
  };

  const prepare = async () => {
    await sleep(REST_MS);
    open().columns.prepare();
    void keepUp();
  };

  const store = async () => {
    for (const step of open().columns.storeDerived()) {
      await pauseAfter(step);
      if (opened?.db.sqlite.open !== true) return;
    }
  };

  /** Skips a patient compaction while questions keep coming: a user is probably working, and the next question should not wait. */
  const compact = async ({ untilSeq, isPatient }: Extract<Work, { kind: "compact" }>) => {
    const isBusy = isPatient && questions !== questionsSeen;
    questionsSeen = questions;
    if (isBusy) return false;
    return compactUntil(open().db, untilSeq, () => !isPatient || questions === questionsSeen);
  };

  const join = (membership: Membership) => {
    const { help } = open().columns;
    if (membership.rank === 0) pool.join(membership);
    else serveCalls(membership, help, stop.watchTest);
  };

  const run = async ({ work, stop: flag }: ToThread): Promise<unknown> => {
    if (work.kind === "prepare") return prepare();
    if (work.kind === "store") return store();
    if (work.kind === "project") return projectOne(open().db, { share: work.share, unreadable });
    if (work.kind === "remake") return remakeOne(open().db, work.place, work.skipBad);
    if (work.kind === "compact") return compact(work);
    if (work.kind === "fold") return foldLog(open().db, work.waitMs);
    if (work.kind === "rewrite") return rewriteFile(open().db, work.waitMs);
    if (work.kind === "join") return join(work.membership);
    questions += 1;
    return inTurn(() => answer(work, flag));
  };

  return async (message) => {
    try {
      return { id: message.id, kind: "done", value: await run(message) };
    } catch (error) {
      return { id: message.id, kind: "failed", error: toSent(error) };
    }
  };
}

/** Does what questions left; a question meanwhile waits for one step. */
async function runUpkeep({ db, columns }: { db: Db; columns: Columns }): Promise<void> {
  try {
    // The answer leaves first: storing the actors of 500,000 persons takes longer than most questions.
    await pauseAfter();
    for (const step of db.sqlite.open ? columns.upkeep() : []) {
      await pauseAfter(step);
      if (!db.sqlite.open) return;
    }
  } catch {
    // A question that meets the failure reports it, and wants the work again.
  }
}
