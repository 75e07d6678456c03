import { clearInterval, performance, setInterval } from "../base/platform.ts";
import { conflict } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { writeAside, writersDone } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { superseded } from "./errors.ts";
import type { HeldLease } from "./hold-lease.ts";
import { standingAt } from "./standing.ts";
import { epochOf, readIdentity } from "./identity.ts";
import type { Identity } from "./identity.ts";
import { readNote, removeNote, writeNote } from "./notes.ts";

/** A follower that wants to take over. */
export interface Successor {
  database: string;
  /** A random name of this try. */
  id: string;
  /** The epoch that it begins. */
  epoch: number;
  /** The address at which the first reaches it; null = unknown. */
  url: string | null;
  /** Has it failed to take over? Then the first goes on. @default false */
  isOff?: boolean;
}

/** Sees that a first writes nothing after a follower has taken over. */
export interface Fence {
  /** Remembers a follower, which may take over. */
  noteFollower(url: string): Promise<void>;
  /**
   * Refuses writes from now on, in all processes of the database. They go on when the successor says, after half a minute, that it has
   * not taken over. @throws HogletError 409 when it is not the follower's turn
   */
  stepDown(successor: Successor): Promise<void>;
  /** @throws HogletError 503 once another has taken over: nobody is to follow this hoglet then */
  requireFirst(): void;
  /** Asks all followers. @returns the address of the one that has taken over; null = none that answers */
  check(): Promise<string | null>;
  /** Goes on after it has stepped down for a follower that is gone. @throws HogletError 409 unless it waits for one, and is forced */
  resume(isForced: boolean): Promise<void>;
  close(): void;
}

/** Ms between two checks, and while a follower takes over. */
const CHECK_MS = { settled: 10_000, steppingDown: 1000 };

/** Ms after which a follower that answers, and is not about to take over, is taken to have failed. */
const RESUME_MS = 30_000;

/** Followers that are remembered. */
const MOST_FOLLOWERS = 10;

type SteppedDownFor = Pick<Successor, "id" | "url">;

/** @param lease null = without a lease */
export function createFence({ db, log, lease }: { db: Db; log: Logger; lease: HeldLease | null }): Fence {
  let timer: NodeJS.Timeout | undefined;
  /** The follower for which this hoglet has stepped down, and since when this process knows. */
  let left: (SteppedDownFor & { atMs: number }) | null = null;
  /** Is the note of that about to go? */
  let isResuming = false;
  let isOver = false;

  const followers = () => readNote<string[]>(db, "followers") ?? [];
  const checkEvery = (ms: number) => {
    clearInterval(timer);
    timer = setInterval(() => void check(), ms).unref();
  };
  // Another process may have stepped down, or go on.
  const look = () => {
    if (isOver || !db.sqlite.open) return;
    const note = readNote<SteppedDownFor>(db, "stepped_down");
    if (note !== null && left === null) {
      left = { ...note, atMs: performance.now() };
      checkEvery(CHECK_MS.steppingDown);
    }
    if (note === null && left !== null) {
      left = null;
      checkEvery(CHECK_MS.settled);
    }
  };
  const goOn = async (url: string | null) => {
    isResuming = true;
    try {
      await writeAside(db, () => removeNote(db, "stepped_down"));
    } finally {
      isResuming = false;
    }
    look();
    log.warn("The follower has not taken over: writes go on here.", { follower: url ?? "unknown" });
  };
  const end = (url: string) => {
    isOver = true;
    left = { id: "", url, atMs: performance.now() };
    clearInterval(timer);
    log.error("Another hoglet has taken over: nothing is written here any more.", { first: url });
  };
  const check = async (): Promise<string | null> => {
    if (!db.sqlite.open) clearInterval(timer);
    const identity = db.sqlite.open ? readIdentity(db) : null;
    if (identity === null || isOver) return left?.url ?? null;
    if (!db.isFollowing) look();
    for (const { url, standing } of await askAll(followers(), identity)) {
      if (standing === null || !db.sqlite.open) continue;
      if (epochOf(standing) > epochOf(identity)) {
        if (!db.isFollowing) end(url);
        return url;
      }
      if (left?.url === url && performance.now() - left.atMs > RESUME_MS) await goOn(url);
    }
    return null;
  };
  if (!db.isFollowing) {
    db.refusal = () => (left === null || isResuming ? (lease?.refusal() ?? null) : superseded(left.url));
    db.onStale(look);
    look();
    if (left === null && followers().length > 0) checkEvery(CHECK_MS.settled);
  }
  return {
    async noteFollower(url) {
      if (followers().includes(url)) return;
      await writeAside(db, () => writeNote(db, "followers", [...followers(), url].slice(-MOST_FOLLOWERS)));
      checkEvery(CHECK_MS.settled);
    },
    requireFirst() {
      if (isOver) throw superseded(left?.url ?? null);
      lease?.requireFirst();
    },
    async stepDown({ id, url, isOff = false, ...successor }) {
      requireTurn(db, successor);
      if (isOver || (left !== null && left.id !== id && (url === null || left.url !== url)))
        throw conflict(null, `Another follower takes over, or has done so: ${left?.url ?? "its address is unknown"}.`);
      if (isOff) return left === null || left.id !== id ? undefined : goOn(url);
      // A second try of the same: nothing was written since.
      if (left !== null) return void (left = { id, url, atMs: performance.now() });
      await writeAside(db, () => writeNote(db, "stepped_down", { id, url }));
      look();
      log.warn("A follower takes over: nothing is written here any more.", { follower: url ?? "unknown" });
      await writersDone(db);
    },
    check,
    async resume(isForced) {
      const other = await check();
      if (other !== null) throw superseded(other);
      lease?.requireFirst();
      if (left === null) throw conflict(null, "This hoglet follows no other: it is the first.");
      if (!isForced)
        throw conflict(
          null,
          `This hoglet has stepped down, and ${left.url ?? "its follower"} may take over. With force it writes again.`,
        );
      await goOn(left.url);
    },
    close() {
      clearInterval(timer);
      lease?.close();
    },
  };
}

/** @throws HogletError 409 */
function requireTurn(db: Db, { database, epoch }: Pick<Successor, "database" | "epoch">): void {
  const identity = readIdentity(db);
  if (db.isFollowing) throw conflict(null, "This hoglet follows another: it is not the first.");
  if (identity?.database !== database) throw conflict(null, "This hoglet has another database.");
  if (epoch <= epochOf(identity)) throw conflict(null, `This hoglet has epoch ${epochOf(identity)} already.`);
}

/** A standing is null where none answers for the database. */
function askAll(urls: readonly string[], { database }: Identity) {
  const asked = urls.map(async (url) => ({ url, standing: await standingAt(url, database).catch(() => null) }));
  return Promise.all(asked);
}
