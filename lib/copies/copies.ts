import { clearTimeout, setTimeout } from "../base/platform.ts";
import { toIso } from "../base/clock.ts";
import type { Clock } from "../base/clock.ts";
import { misconfigured } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { spanMs } from "../base/span.ts";
import { completeOwnCopies, registerOwnCopies } from "../people/deletion/index.ts";
import { filePath } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { createCopier } from "./copier.ts";
import type { Copied } from "./copy.ts";
import { requirePlace } from "../places/index.ts";

/** Where a database is copied to, how often, and for how long a copy is kept. */
export interface CopyOptions {
  /**
   * A folder, `s3://bucket/prefix`, or `https://host/bucket/prefix` for another server of S3's interface. S3 takes the variables
   * `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_REGION` and `AWS_ENDPOINT_URL`.
   */
  to: string;
  /** A number of seconds, minutes or hours, 10s to 12h. @default "1m" */
  every?: string;
  /** Age for which moments are kept, 1h or more; they are gone two days later at the latest. @default "7d" */
  keep?: string;
}

/** A copy that was made. */
export interface CopyMoment {
  /** The moment, by which it can be restored: ISO text. */
  at: string;
  /** Bytes that it took; 0 = nothing had changed since the moment before. */
  bytes: number;
  /** Is it a whole copy, not only what changed? */
  is_whole: boolean;
  /** Chains of older moments that were removed by their age. */
  removed: number;
}

/** The state of a database's copies. */
export interface CopyStatus {
  to: string;
  /** ISO text: everything that was stored by then is in the copies. Null = there is no copy yet. */
  newest_at: string | null;
  /** Seconds since `newest_at`; null = there is no copy yet. */
  lag_seconds: number | null;
  /** The reason why the last copy failed; null = it succeeded. */
  error: string | null;
}

/** The copies of a database. */
export interface Copies {
  /** Makes a copy now; a copy at work is waited for first. */
  now(): Promise<CopyMoment>;
  status(): CopyStatus;
  /**
   * Makes copies from now on, until it is closed.
   * @param firstMs time in ms until the first copy.
   * @default `every`
   */
  start(firstMs?: number): void;
  /** Ends the copy at work; the moments before it stay. */
  close(): Promise<void>;
}

const EVERY = { default: "1m", leastMs: 10_000, mostMs: 12 * 3_600_000 };
const KEEP = { default: "7d", leastMs: 3_600_000 };

/** @throws misconfigured when the database is in memory, keys of the place are missing, or a span is out of its bounds */
export function openCopies(
  { db, clock, log }: { db: Db; clock: Clock; log: Logger },
  { to, every = EVERY.default, keep = KEEP.default }: CopyOptions,
): Copies {
  const file = filePath(db);
  if (file === undefined)
    throw misconfigured("copies", "A database in memory has no copies: leave out copies, or give a file.");
  const [everyMs, keepMs] = [spanMs(every), spanMs(keep)];
  if (!(everyMs >= EVERY.leastMs && everyMs <= EVERY.mostMs))
    throw misconfigured("copies__every", `Expected 10s to 12h, such as "5m", but received "${every}".`);
  if (!(keepMs >= KEEP.leastMs))
    throw misconfigured("copies__keep", `Expected 1h or more, such as "7d", but received "${keep}".`);
  // Nobody can mend it later: variables belong to the process.
  requirePlace("copies", to);
  const copier = createCopier();
  let newestMs: number | null = null;
  let error: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const copy = async () => {
    await registerOwnCopies(db, keepMs);
    const copied = await copier.copy({ file, to, keepMs, nowMs: clock.now() });
    if (!isClosed) await completeOwnCopies({ db, clock }, copied.erased);
    newestMs = copied.atMs;
    if (error !== null) log.info("The database is copied again.", { to });
    error = null;
    return toMoment(copied);
  };
  const now = () => {
    const turn = last.then(copy);
    last = turn.catch(() => {});
    return turn;
  };
  const repeat = async () => {
    try {
      await now();
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      // A reason is logged once, not each minute.
      if (!isClosed && reason !== error)
        log.error("The database could not be copied; it is tried again.", { to, cause: reason });
      error = reason;
    }
    if (!isClosed) start();
  };
  const start = (ms = everyMs) => void (timer = setTimeout(() => void repeat(), ms).unref());
  return {
    now,
    status: () => ({
      to,
      newest_at: newestMs === null ? null : toIso(newestMs),
      lag_seconds: newestMs === null ? null : Math.max(0, Math.round((clock.now() - newestMs) / 1000)),
      error,
    }),
    start,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await copier.close();
      await last;
    },
  };
}

function toMoment({ atMs, bytes, isWhole, removed }: Copied): CopyMoment {
  return { at: toIso(atMs), bytes, is_whole: isWhole, removed };
}
