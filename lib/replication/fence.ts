import { clearInterval, setInterval } from "../base/platform.ts";
import { conflict } from "../base/errors.ts";
import type { Logger } from "../base/log.ts";
import { writeAside, writersDone } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { superseded } from "./errors.ts";
import type { HeldLease } from "./hold-lease.ts";
import { standingAt } from "./standing.ts";
import { epochOf, readIdentity } from "./identity.ts";
import type { Identity } from "./identity.ts";
import { readNote, writeNote } from "./notes.ts";
import { openStepDown } from "./step-down.ts";
import type { StepDown, SteppedDownFor } from "./step-down.ts";

/** A follower that wants to take over. */
export interface Successor extends SteppedDownFor {
  database: string;
  /** The epoch that it begins. */
  epoch: number;
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

/** @param lease null = without a lease */
export function createFence({ db, log, lease }: { db: Db; log: Logger; lease: HeldLease | null }): Fence {
  let timer: NodeJS.Timeout | undefined;
  /** The address of the hoglet that has taken over. */
  let successorUrl: string | null = null;

  const followers = () => readNote<string[]>(db, "followers") ?? [];
  const checkEvery = (ms: number) => {
    clearInterval(timer);
    timer = setInterval(() => {
      check().catch((error: unknown) => log.error("Followers cannot be asked.", { cause: (error as Error).message }));
    }, ms).unref();
  };
  const stepDown = openStepDown(db, log, (isDown) => checkEvery(isDown ? CHECK_MS.steppingDown : CHECK_MS.settled));
  const end = (url: string) => {
    successorUrl = url;
    clearInterval(timer);
    log.error("Another hoglet has taken over: nothing is written here any more.", { first: url });
  };
  const check = async (): Promise<string | null> => {
    if (!db.sqlite.open) clearInterval(timer);
    const identity = db.sqlite.open ? readIdentity(db) : null;
    if (identity === null || successorUrl !== null) return successorUrl;
    if (!db.isFollowing) stepDown.look();
    for (const { url, standing } of await askAll(followers(), identity)) {
      if (standing === null || !db.sqlite.open) continue;
      if (epochOf(standing) > epochOf(identity)) {
        if (!db.isFollowing) end(url);
        return url;
      }
      if (stepDown.for?.url === url && stepDown.sinceMs() > RESUME_MS) await stepDown.end();
    }
    return null;
  };
  const requireFirst = () => {
    if (successorUrl !== null) throw superseded(successorUrl);
    lease?.requireFirst();
  };
  if (!db.isFollowing) {
    db.refusal = () => {
      if (successorUrl !== null) return superseded(successorUrl);
      return stepDown.for === null ? (lease?.refusal() ?? null) : superseded(stepDown.for.url);
    };
    db.onStale(stepDown.look);
    stepDown.look();
    if (stepDown.for === null && followers().length > 0) checkEvery(CHECK_MS.settled);
  }
  return {
    async noteFollower(url) {
      if (followers().includes(url)) return;
      await writeAside(db, () => writeNote(db, "followers", [...followers(), url].slice(-MOST_FOLLOWERS)));
      checkEvery(CHECK_MS.settled);
    },
    requireFirst,
    async stepDown({ id, url, isOff = false, ...successor }) {
      requireTurn(db, successor);
      const other = successorUrl === null ? stepDown.for : { id: "", url: successorUrl };
      if (other !== null && other.id !== id && (url === null || other.url !== url))
        throw conflict(null, `Another follower takes over, or has done so: ${other.url ?? "its address is unknown"}.`);
      if (!isOff) {
        await stepDown.begin({ id, url });
        await writersDone(db);
      } else if (stepDown.for?.id === id) await stepDown.end();
    },
    async resume(isForced) {
      await check();
      requireFirst();
      // With a lease the follower claims that without waiting for the end of beats.
      requireResumable(stepDown, { isForced, mayComeLate: lease !== null && stepDown.sinceMs() < RESUME_MS });
      await stepDown.end();
    },
    check,
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

/** @throws HogletError 409 */
function requireResumable(
  { for: follower }: StepDown,
  { isForced, mayComeLate }: { isForced: boolean; mayComeLate: boolean },
): void {
  if (follower === null) throw conflict(null, "This hoglet follows no other: it is the first.");
  const name = follower.url ?? "its follower";
  if (mayComeLate)
    throw conflict(null, `This hoglet has stepped down just now for ${name}. Try again in half a minute.`);
  if (!isForced)
    throw conflict(null, `This hoglet has stepped down, and ${name} may take over. With force it writes again.`);
}

/** A standing is null where none answers for the database. */
function askAll(urls: readonly string[], { database }: Identity) {
  const asked = urls.map(async (url) => ({ url, standing: await standingAt(url, database).catch(() => null) }));
  return Promise.all(asked);
}
