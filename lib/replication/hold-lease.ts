import { randomBytes } from "node:crypto";
import { clearInterval, performance, setInterval, sleep } from "../base/platform.ts";
import { toClock } from "../base/clock.ts";
import { unavailable } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { superseded } from "./errors.ts";
import { openLeasePlace, LEASE_MS } from "./lease-place.ts";
import type { Claim } from "./lease-place.ts";
import type { Named } from "./part.ts";

/** The lease of a first, which it renews until it is closed. */
export interface HeldLease {
  /** The place. */
  readonly to: string;
  /** The name of its claim. */
  readonly id: string;
  /** The error of a write now; null = this process may write. */
  refusal(): HogletError | null;
  /** Waits until this process may write, or another hoglet may, or the place was away for ten seconds. */
  settled(): Promise<void>;
  /** @throws HogletError 503 when another hoglet has begun the next epoch */
  requireFirst(): void;
  close(): void;
}

/** Ms between two looks at whether a beat is due. */
const TICK_MS = 250;

/** Most ms for a beat after work that left no time for one. */
const SETTLE_MS = 10_000;

/**
 * Renews the lease of an epoch that was claimed. A first may write for a while after the beginning of a beat behind which its claim was there
 * and the next epoch was free. A hoglet that claims that epoch waits until the beats have ended for longer.
 * @throws HogletError 503 when another hoglet has claimed the next epoch; errors of the place
 */
export async function holdLease(
  to: string,
  { database, epoch, id }: Named & Pick<Claim, "id">,
  log: Logger,
): Promise<HeldLease> {
  const lease = (await openLeasePlace(to))(database);
  const process = randomBytes(8).toString("hex");
  let heldMs: (() => number) | null = null;
  let over: (() => HogletError) | null = null;
  let count = 0;
  let dueMs = 0;
  let isBeating = false;
  let fault: string | null = null;

  const requireFree = async () => {
    const next = await lease.readClaim(epoch + 1);
    if (next === null) return;
    over = () => superseded(next.url);
    clearInterval(timer);
    throw over();
  };
  const beat = async () => {
    const sinceMs = startClock();
    await lease.beat(epoch, { id: process, count: ++count });
    // A disk that is not mounted is an empty folder.
    if ((await lease.readClaim(epoch))?.id !== id) throw new Error(`${to} has not the claim of this hoglet.`);
    await requireFree();
    [heldMs, dueMs] = [sinceMs, performance.now() - sinceMs() + LEASE_MS.beat];
  };
  const renew = async () => {
    if (isBeating || performance.now() < dueMs) return;
    isBeating = true;
    try {
      await beat();
      if (fault !== null) log.info("The lease is renewed again.", { lease: to });
      fault = null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== fault) log.error("The lease cannot be renewed.", { lease: to, cause: message });
      fault = message;
    }
    isBeating = false;
  };
  const timer = setInterval(() => void renew(), TICK_MS).unref();
  isBeating = true;
  try {
    // Before the first beat, so that one that comes back late says nothing.
    await requireFree();
    await beat();
  } catch (error) {
    clearInterval(timer);
    throw error;
  }
  isBeating = false;
  const refusal = () => {
    if (over !== null) return over();
    return heldMs !== null && heldMs() < LEASE_MS.held ? null : unheld(to);
  };
  return {
    to,
    id,
    refusal,
    async settled() {
      const until = performance.now() + SETTLE_MS;
      while (refusal()?.code === "lease_not_renewed" && performance.now() < until) await sleep(TICK_MS / 5);
    },
    requireFirst() {
      if (over !== null) throw over();
    },
    close: () => clearInterval(timer),
  };
}

/** Ms since now, by the clock that has gone further: a machine that slept counts its sleep by one of the two alone. */
function startClock(): () => number {
  const wall = toClock(undefined);
  const [steadyMs, wallMs] = [performance.now(), wall.now()];
  return () => Math.max(performance.now() - steadyMs, wall.now() - wallMs);
}

function unheld(to: string): HogletError {
  const detail = `The lease (${to}) was not renewed in time, so another hoglet may write: nothing was stored. Try again.`;
  return unavailable("lease_not_renewed", detail, undefined);
}
