import { randomBytes } from "node:crypto";
import { clearInterval, performance, setInterval } from "../base/platform.ts";
import { toClock } from "../base/clock.ts";
import { unavailable } from "../base/errors.ts";
import type { HogletError } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { openLeasePlace, LEASE_MS } from "./lease-place.ts";
import type { Named } from "./part.ts";
import { superseded } from "./errors.ts";

/** The lease of a first, which it renews until it is closed. */
export interface HeldLease {
  /** The error of a write now; null = this process may write. */
  refusal(): HogletError | null;
  /** @throws HogletError 503 when another hoglet has begun the next epoch */
  requireFirst(): void;
  close(): void;
}

/**
 * Renews the lease of an epoch. A first may write for a while after the beginning of a beat behind which the next epoch was free. A hoglet that claims
 * that epoch waits until the beats have ended for longer.
 * @throws HogletError 503 when another hoglet has claimed the next epoch; errors of the place
 */
export async function holdLease(to: string, { database, epoch }: Named, log: Logger): Promise<HeldLease> {
  const place = await openLeasePlace(to, database);
  const id = randomBytes(8).toString("hex");
  let heldMs: (() => number) | null = null;
  let over: (() => HogletError) | null = null;
  let count = 0;
  let isBeating = false;
  let fault: string | null = null;

  const beat = async () => {
    const sinceMs = startClock();
    await place.beat({ epoch, id, count: ++count });
    const next = await place.readClaim(epoch + 1);
    if (next === null) return void (heldMs = sinceMs);
    over = () => superseded(next.url);
    clearInterval(timer);
    log.error("Another hoglet has the lease: nothing is written here any more.", { first: next.url });
  };
  const renew = async () => {
    if (isBeating) return;
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
  const timer = setInterval(() => void renew(), LEASE_MS.beat).unref();
  const requireFirst = () => {
    if (over !== null) throw over();
  };
  try {
    await beat();
    requireFirst();
  } catch (error) {
    clearInterval(timer);
    throw error;
  }
  return {
    refusal() {
      if (over !== null) return over();
      return heldMs !== null && heldMs() < LEASE_MS.held ? null : unheld(to);
    },
    requireFirst,
    close: () => clearInterval(timer),
  };
}

/** Ms since now, by the clock that has gone further: a machine that slept, or was held, counts its sleep by one of the two alone. */
function startClock(): () => number {
  const wall = toClock(undefined);
  const [steadyMs, wallMs] = [performance.now(), wall.now()];
  return () => Math.max(performance.now() - steadyMs, wall.now() - wallMs);
}

function unheld(to: string): HogletError {
  const detail = `The lease (${to}) was not renewed in time, so another hoglet may write: nothing was stored. Try again.`;
  return unavailable("lease_not_renewed", detail, undefined);
}
