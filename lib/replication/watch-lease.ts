import { clearInterval, performance, setInterval, sleep } from "../base/platform.ts";
import { conflict, unavailable } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { LEASE_MS, openLeasePlace } from "./lease-place.ts";
import type { Beat } from "./lease-place.ts";
import type { Named } from "./part.ts";

/** A follower's look at the lease of its first. */
export interface LeaseWatch {
  /**
   * Claims the epoch after that of the file, and waits until the last first writes no longer, unless it has stepped down.
   * @throws HogletError 409 when another hoglet has claimed it; 503 when the first goes on
   */
  claim(epoch: number, hasSteppedDown: boolean): Promise<void>;
  close(): void;
}

/** Ms for a first to see a claim and end its beats. */
const END_MS = 20_000;

/** Ms until a take-over that failed is tried again. */
const AGAIN_MS = 10_000;

/**
 * Looks for beats until it is closed. @param own the database and its epoch now; null = unknown
 * @param ranOut called when the first of that epoch has not beaten for long, and later again if it fails
 */
export async function watchLease(
  { to, ownUrl, log }: { to: string; ownUrl: string; log: Logger },
  own: () => Named | null,
  ranOut: () => Promise<void>,
): Promise<LeaseWatch> {
  let last: Beat | null = null;
  let seenMs = 0;
  let isLooking = false;
  let fault: string | null = null;
  let againMs = 0;

  /** @returns ms since the last new beat was seen; null = there was none */
  const look = async (database: string): Promise<number | null> => {
    const beat = await (await openLeasePlace(to, database)).readBeat();
    if (beat === null) return null;
    // Behind the answer: the beat began before.
    if (last === null || beat.id !== last.id || beat.count !== last.count) [last, seenMs] = [beat, performance.now()];
    return performance.now() - seenMs;
  };
  const lookOnce = async () => {
    const named = own();
    if (isLooking || named === null || performance.now() < againMs) return;
    isLooking = true;
    try {
      const sinceMs = await look(named.database);
      if (sinceMs !== null && sinceMs >= LEASE_MS.life && last?.epoch === named.epoch) {
        againMs = performance.now() + AGAIN_MS;
        await ranOut();
      }
      fault = null;
    } catch (error) {
      const { message } = error as Error;
      if (message !== fault) log.error("The lease cannot be taken.", { lease: to, cause: message });
      fault = message;
    }
    isLooking = false;
  };
  const timer = setInterval(() => void lookOnce(), LEASE_MS.look).unref();
  return {
    async claim(epoch, hasSteppedDown) {
      const { database = "" } = own() ?? {};
      const place = await openLeasePlace(to, database);
      const claimed = (await place.claim(epoch, { url: ownUrl })) || (await place.readClaim(epoch))?.url === ownUrl;
      if (!claimed) throw conflict(null, `Another hoglet has the lease (${to}) already.`);
      if (hasSteppedDown) return;
      const begunMs = performance.now();
      for (
        let sinceMs = await look(database);
        sinceMs !== null && sinceMs < LEASE_MS.life;
        sinceMs = await look(database)
      ) {
        if (performance.now() - begunMs > END_MS)
          throw unavailable("not_current", "The first renews its lease although it was claimed.", undefined);
        await sleep(LEASE_MS.look / 2);
      }
    },
    close: () => clearInterval(timer),
  };
}
