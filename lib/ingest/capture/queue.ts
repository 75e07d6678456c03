// Imported: tests of apps replace the global timers with fakes, and captures must continue.
import { isBusyError } from "../../base/errors.ts";
import { clearTimeout, setImmediate, setTimeout } from "../../base/platform.ts";
import { busy, write } from "../../storage/index.ts";
import type { Live } from "../../log/list/index.ts";
import type { IdentityMap } from "../../people/persons/index.ts";
import type { Db } from "../../storage/index.ts";

/** Captures that share a commit. */
export interface CaptureQueue {
  /**
   * Adds work to the next transaction; resolves once committed. Rejects after 4.5 s of another process's write, or at
   * once when too many events wait.
   * @param size number of events, which keeps transactions short
   */
  push(size: number, work: () => void): Promise<void>;
  /** Resolves when all pushed work is committed or has failed. */
  drain(): Promise<void>;
}

interface Job {
  size: number;
  work: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
  /** Refuses the job; set while another process writes. */
  deadline?: NodeJS.Timeout;
}

/** The resources of a queue; `live` is told of each commit. */
interface QueueParts {
  db: Db;
  identity: IdentityMap;
  live: Pick<Live, "publish">;
  /** Resolves when another machine has all that is stored; null = captures do not wait for that. @default null */
  replicated?: (() => Promise<void>) | null;
}

/**
 * Events of a transaction: 1,000 of new persons, or of 5 KiB each, block the event loop for 60 to 100 ms. A lower
 * number costs more commits. Larger requests are stored in parts (`store-items.ts`).
 */
export const PART_SIZE = 1000;

/**
 * Events that wait while another process writes: about 50 MB, or 5 s of 10,000 a second. A higher number lets a long
 * lock fill the memory; a lower one refuses captures before clients give up.
 */
const MAX_WAITING_EVENTS = 50_000;

/** Ms before jobs with time left queue again. */
const BUSY_PAUSE_MS = 25;

/**
 * Group commit: all work of one turn of the event loop is one transaction at its end, since a commit costs dozens of
 * inserts. If it fails, each job is tried alone, so that a bad job fails alone. While another process writes, jobs wait
 * in order, each for its own time, and share the next transactions.
 */
export function createQueue({ db, identity, live, replicated = null }: QueueParts): CaptureQueue {
  let waiting: Job[] = [];
  let waitingSize = 0;
  let isScheduled = false;
  /** Does another process write? */
  let isBusy = false;
  const idleWaiters: (() => void)[] = [];

  /** Takes the next jobs for one transaction. */
  const take = (): Job[] => {
    const group = waiting.splice(0, groupLength(waiting));
    for (const job of group) {
      waitingSize -= job.size;
      clearTimeout(job.deadline);
    }
    return group;
  };

  const refuse = (job: Job) => {
    // The oldest job has the earliest deadline.
    const at = waiting.indexOf(job);
    if (at === -1) return;
    waiting.splice(at, 1);
    waitingSize -= job.size;
    job.reject(busy());
  };

  const setDeadline = (job: Job) => {
    job.deadline ??= setTimeout(() => refuse(job), db.writeWaitMs);
  };

  const commit = async (choose: () => readonly Job[]): Promise<Failed | null> => {
    let jobs: readonly Job[] | undefined;
    const done = write(db, () => {
      // Chosen late: the group grows while another process writes.
      jobs = choose();
      isBusy = false;
      for (const job of jobs) job.work();
      identity.flush();
    });
    if (jobs === undefined) {
      isBusy = true;
      for (const job of waiting) setDeadline(job);
    }
    try {
      await done;
    } catch (error) {
      if (jobs !== undefined) return { jobs, error };
      // Jobs with time left go on waiting; an error other than a lock fails all.
      if (isBusyError(error)) return { jobs: [], error };
      for (const job of choose()) job.reject(error);
      isBusy = false;
      return null;
    }
    if (replicated === null) for (const job of jobs ?? []) job.resolve();
    else if (jobs !== undefined) void settleWith(replicated(), jobs);
    live.publish();
    return null;
  };

  const flush = async () => {
    const failed = await commit(take);
    if (failed !== null) await retry(failed, commit);
    if (waiting.length > 0) {
      if (isBusy) setTimeout(() => void flush(), BUSY_PAUSE_MS);
      else setImmediate(() => void flush());
    } else {
      isScheduled = false;
      isBusy = false;
      for (const resolve of idleWaiters.splice(0)) resolve();
    }
  };

  return {
    push(size, work) {
      return new Promise<void>((resolve, reject) => {
        if (isBusy && waiting.length > 0 && waitingSize + size > MAX_WAITING_EVENTS) return reject(busy());
        const job: Job = { size, work, resolve, reject };
        waiting.push(job);
        waitingSize += size;
        if (isBusy) setDeadline(job);
        if (isScheduled) return;
        isScheduled = true;
        setImmediate(() => void flush());
      });
    },
    drain: () => new Promise((resolve) => (isScheduled ? idleWaiters.push(resolve) : resolve())),
  };
}

/** Acknowledges jobs, which are committed, by the outcome of `done`. */
async function settleWith(done: Promise<void>, jobs: readonly Job[]): Promise<void> {
  try {
    await done;
    for (const job of jobs) job.resolve();
  } catch (error) {
    for (const job of jobs) job.reject(error);
  }
}

interface Failed {
  jobs: readonly Job[];
  error: unknown;
}

/** Tries each job of a failed transaction on its own. */
async function retry({ jobs, error }: Failed, commit: (choose: () => Job[]) => Promise<Failed | null>): Promise<void> {
  const [only] = jobs;
  if (jobs.length === 1) return only?.reject(error);
  for (const job of jobs) {
    const again = await commit(() => [job]);
    if (again !== null) job.reject(again.error);
  }
}

function groupLength(jobs: readonly Job[]): number {
  let size = 0;
  for (const [index, job] of jobs.entries()) {
    size += job.size;
    if (size > PART_SIZE && index > 0) return index;
  }
  return jobs.length;
}
