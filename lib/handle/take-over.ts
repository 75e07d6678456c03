import { existsSync } from "node:fs";
import { closed, conflict, unavailable } from "../base/errors.ts";
import { performance } from "../base/platform.ts";
import { newestSeq, openDatabase } from "../log/index.ts";
import {
  epochOf,
  holdLease,
  isBehindOthers,
  nameTakeOver,
  readFollowing,
  readIdentity,
  removeFollowing,
  undoEpoch,
  watchLease,
  writeFollowing,
} from "../replication/index.ts";
import type { Follower, HeldLease, LeaseWatch, TakenOver, TakeOverOptions } from "../replication/index.ts";
import type { Context } from "./context.ts";
import type { Opened, Role } from "./open-context.ts";
import type { Options } from "./options.ts";

/** An instance that follows, and what it takes over with. */
interface Standby<Instance extends Opened & { close(): Promise<void> }> {
  options: Options;
  instance: Instance;
  follower: Follower;
  open(options: Options, role: Role): Promise<Instance>;
  /** Receives the instance that is the first. */
  replace(next: Instance): void;
}

interface TakesOver {
  takeOver(input: TakeOverOptions): Promise<TakenOver>;
  /** Waits for a take-over that runs, then closes the instance that it has left. */
  close(): Promise<void>;
}

/** A follower that was current within so many seconds takes over by itself: its first has just gone. */
const MOST_LAG_SECONDS = 10;

/** Ms for the answer of a first whose lease has run out. */
const LAST_ANSWER_MS = 1000;

/** Lets a follower take over when it is asked, and by itself when the lease of its first has run out. */
export async function createTakeOver<Instance extends Opened & { close(): Promise<void> }>(
  standby: Standby<Instance>,
): Promise<TakesOver> {
  const { instance, follower, options } = standby;
  const { db, log } = instance.ctx;
  let current = instance;
  let isClosed = false;
  let running: Promise<TakenOver> | null = null;
  const replace = (next: Instance) => {
    current = next;
    standby.replace(next);
  };
  const takeOver = async (input: TakeOverOptions & { answerMs?: number }) => {
    if (isClosed) throw closed();
    return (running ??= becomeFirst({ ...standby, replace }, watch, input).finally(() => (running = null)));
  };
  // Judged once for the last beat of a first: a try that failed took time.
  let dueFor: string | null = null;
  let yieldedFor: string | null = null;
  const byItself = async (lastBeat: string) => {
    const { lag_seconds: lag } = follower.status();
    // Claimed by a process that has ended since: the first writes no longer.
    const isDue = (lag !== null && lag <= MOST_LAG_SECONDS) || (await watch?.hasClaimed(successorOf(standby)));
    if (isDue === true) dueFor = lastBeat;
    if (dueFor !== lastBeat)
      throw unavailable(
        "not_current",
        "This hoglet has not followed lately. `hoglet promote --force` takes over.",
        undefined,
      );
    // Once: the other may not reach the lease.
    const at = [follower.status().url, options.follow?.ownUrl];
    if (yieldedFor !== lastBeat && (await isBehindOthers(db, newestSeq(db), at))) {
      yieldedFor = lastBeat;
      throw unavailable("not_current", "Another hoglet that follows has more events, and goes first.", undefined);
    }
    log.warn("The lease of the first has run out: this hoglet takes over.");
    await takeOver({ force: true, answerMs: LAST_ANSWER_MS });
  };
  const watch =
    options.lease === undefined
      ? null
      : await watchLease(
          { to: options.lease, ownUrl: options.follow?.ownUrl ?? null, log },
          () => (db.sqlite.open ? namedOf(db) : null),
          byItself,
        );
  return {
    takeOver,
    async close() {
      isClosed = true;
      watch?.close();
      await running?.catch(() => {});
      await current.close();
    },
  };
}

/** Opens the file for writing before the instance that only reads is closed: requests are answered all the time. */
async function becomeFirst<Instance extends Opened & { close(): Promise<void> }>(
  standby: Standby<Instance>,
  watch: LeaseWatch | null,
  input: TakeOverOptions & { answerMs?: number },
): Promise<TakenOver> {
  const { options: given, instance, follower, open, replace } = standby;
  const { follow: _, ...options } = given;
  const { ctx } = instance;
  // With a lease its claims tell.
  const other = watch === null ? await ctx.first.fence.check() : null;
  if (other !== null) throw conflict(null, `${other} has taken over already: follow that.`);
  const { file, ...successor } = successorOf(standby);
  const { epoch, id } = successor;
  const askedMs = performance.now();
  // A first whose next epoch is claimed gives no pages.
  const asking = (await watch?.hasClaimed(successor)) === true ? { force: true, answerMs: 0 } : input;
  const isComplete = await follower.stopForTakeOver(successor, asking, () => newestSeq(ctx.db));
  const { lag_seconds } = follower.status();
  let lease: HeldLease | null = null;
  let next: Instance | undefined;
  try {
    if (watch !== null && options.lease !== undefined) {
      await watch.claim(successor, isComplete ? askedMs : null);
      lease = await holdLease(options.lease, successor, ctx.log);
    }
    next = await open(options, { follower: null, begins: { epoch, by: id }, lease });
    removeFollowing(file);
  } catch (error) {
    lease?.close();
    await next?.close();
    try {
      followAgain(file, { ...successor, url: follower.status().url });
    } finally {
      await follower.goOn();
    }
    throw error;
  }
  watch?.close();
  replace(next);
  ctx.log.warn("This hoglet has taken over.", { file, epoch, isComplete });
  await instance.close();
  return { epoch, is_complete: isComplete, lag_seconds: isComplete ? 0 : lag_seconds };
}

/** @returns the epoch that a follower would begin, and the name of its take-over */
function successorOf({
  instance,
  options: { file },
}: Pick<Standby<Opened & { close(): Promise<void> }>, "instance" | "options">) {
  const named = namedOf(instance.ctx.db);
  if (named === null || file === undefined) throw new Error("A follower's file has no identity.");
  return { file, database: named.database, epoch: named.epoch + 1, id: nameTakeOver(file) };
}

/** Takes back what a try has begun in the file, before its first may go on. */
function followAgain(file: string, { database, url, id }: { database: string; url: string; id: string }): void {
  const db = openDatabase({ file, durability: "full" });
  try {
    undoEpoch(db, id);
  } finally {
    db.close();
  }
  if (readFollowing(file) === null) writeFollowing(file, { database, url, takeOver: id });
}

/**
 * Finishes the take-over of a process that ended behind the beginning of its epoch: the file is that of a first. A try that ended before has
 * begun nothing, and the file follows on.
 */
export function finishTakeOver({ file, logger }: Options): void {
  const id = file === undefined ? undefined : readFollowing(file)?.takeOver;
  if (file === undefined || id === undefined || !existsSync(file)) return;
  const db = openDatabase({ file, durability: "full" });
  const isBegun = readIdentity(db)?.by === id;
  db.close();
  if (!isBegun) return;
  removeFollowing(file);
  logger?.warn("This hoglet had taken over when its process ended: it is the first.", { file });
}

function namedOf(db: Context["db"]) {
  const identity = readIdentity(db);
  return identity === null ? null : { database: identity.database, epoch: epochOf(identity) };
}
