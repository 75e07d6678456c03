import { randomBytes } from "node:crypto";
import { clearInterval, performance, setInterval, sleep } from "../base/platform.ts";
import { conflict, unavailable } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { requireLeaseFolder } from "../places/index.ts";
import { LEASE_MS, openLeasePlace } from "./lease-place.ts";
import type { Beat, Claim, LeasePlace } from "./lease-place.ts";
import type { Named } from "./part.ts";

/** A follower's look at the lease of its first. */
export interface LeaseWatch {
  /**
   * Claims an epoch, and waits until the first of the one before writes no longer.
   * @param steppedDownMs a moment (`performance.now`) before that has stepped down; null = it has not
   * @throws HogletError 409 when another hoglet has claimed it; 503 when the first goes on
   */
  claim(next: Named & Pick<Claim, "id">, steppedDownMs: number | null): Promise<void>;
  /** Was the epoch claimed by this name, in a try that did not end? @throws errors of the place */
  hasClaimed(next: Named & Pick<Claim, "id">): Promise<boolean>;
  close(): void;
}

/** Ms for a first to see a claim and end its beats. */
const END_MS = 20_000;

/** Ms in which a first that has stepped down does not go on: half of the time after which it might (`fence.ts`). */
const DOWN_MS = 15_000;

/** Ms until a take-over that failed is tried again. */
const AGAIN_MS = 2000;

/**
 * Looks for beats until it is closed. @param own the database and its epoch now; null = unknown
 * @param ranOut called with the name of the last beat when the first of that epoch has not beaten for long, and later again if it fails
 * @throws misconfigured when no lease can be in such a place
 */
export async function watchLease(
  { to, ownUrl, log }: { to: string; ownUrl: string | null; log: Logger },
  own: () => Named | null,
  ranOut: (lastBeat: string) => Promise<void>,
): Promise<LeaseWatch> {
  const leaseOf = await openLeasePlace(to);
  await requireLeaseFolder(to).catch((error: HogletError) => {
    // A disk that is away may come back.
    if (error.code === "misconfigured") throw error;
  });
  let last: { beat: Beat; epoch: number; seenMs: number } | null = null;
  let isLooking = false;
  let isTold = false;
  let fault: string | null = null;
  let againMs = 0;

  /** @returns ms for which the first of an epoch has not beaten; null = it never has */
  const look = async ({ database, epoch }: Named): Promise<number | null> => {
    const askedMs = performance.now();
    const beat = await leaseOf(database).readBeat(epoch);
    if (beat === null) return null;
    const isNew = last?.epoch !== epoch || last.beat.id !== beat.id || last.beat.count !== beat.count;
    // Behind the answer: the beat began before.
    if (isNew || last === null) last = { beat, epoch, seenMs: performance.now() };
    return Math.max(0, askedMs - last.seenMs);
  };
  const lookOnce = async () => {
    const named = own();
    if (named === null) return;
    const sinceMs = await look(named);
    if (sinceMs === null && !isTold) {
      isTold = true;
      log.warn("The first has never had the lease: this hoglet does not take over by itself.", { lease: to });
    }
    if (sinceMs !== null && last !== null && sinceMs >= LEASE_MS.life)
      await ranOut(`${last.epoch} ${last.beat.id} ${last.beat.count}`);
  };
  const lookAgain = async () => {
    if (isLooking || performance.now() < againMs) return;
    isLooking = true;
    try {
      await lookOnce();
      fault = null;
    } catch (error) {
      // A place that was away: the first may be about to beat again.
      last = null;
      againMs = performance.now() + AGAIN_MS;
      const { message } = error as Error;
      if (message !== fault) log.error("The lease cannot be taken.", { lease: to, cause: message });
      fault = message;
    }
    isLooking = false;
  };
  const timer = setInterval(() => void lookAgain(), LEASE_MS.look).unref();
  return {
    hasClaimed: async ({ database, epoch, id }) => (await leaseOf(database).readClaim(epoch))?.id === id,
    async claim(next, steppedDownMs) {
      const begunMs = performance.now();
      const claimed = await leaseOf(next.database).claim(next.epoch, { id: next.id, url: ownUrl });
      if (claimed === null) throw taken(to);
      if (claimed === "before") await requireAlone(leaseOf(next.database), next.epoch, to);
      if (steppedDownMs !== null && performance.now() - steppedDownMs < DOWN_MS) return;
      const before = { ...next, epoch: next.epoch - 1 };
      for (
        let sinceMs = await look(before);
        sinceMs !== null && sinceMs < LEASE_MS.life;
        sinceMs = await look(before)
      ) {
        if (performance.now() - begunMs > END_MS)
          throw unavailable("not_current", "The first renews its lease although it was claimed.", undefined);
        await sleep(LEASE_MS.look / 2);
      }
    },
    close: () => clearInterval(timer),
  };
}

/**
 * Beats once in an epoch, and sees no other beat for as long as a lease lives: a copy of a follower's file has the same claim.
 * @throws HogletError 409 when another process beats in it
 */
async function requireAlone(lease: LeasePlace, epoch: number, to: string): Promise<void> {
  const id = randomBytes(8).toString("hex");
  await lease.beat(epoch, { id, count: 0 });
  for (const begunMs = performance.now(); performance.now() - begunMs < LEASE_MS.life;) {
    await sleep(LEASE_MS.look / 2);
    if ((await lease.readBeat(epoch))?.id !== id) throw taken(to);
  }
}

function taken(to: string): HogletError {
  return conflict(null, `Another hoglet has the lease (${to}) already.`);
}
