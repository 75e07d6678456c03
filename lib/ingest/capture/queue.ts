// Imported, because tests of apps replace the global timers with fakes, and captures must continue all the same.
import { isBusyError } from "../../base/errors.ts";
import { clearTimeout, setImmediate, setTimeout } from "../../base/platform.ts";
import { busy, write } from "../../storage/index.ts";
import type { Live } from "../../log/list/index.ts";
import type { IdentityMap } from "../../people/persons/index.ts";
import type { Db } from "../../storage/index.ts";

/** Captures that share a commit. */
export interface CaptureQueue {
  /**
   * Adds work for the next transaction. Resolves once it is committed. Rejects after 4.5 s of another process's write,
   * or at once when too many events wait already.
   * @param size the number of events, which keeps one transaction short
   */
  push(size: number, work: () => void): Promise<void>;
  /** Resolves when all work pushed so far is committed or has failed. */
  drain(): Promise<void>;
}

interface Job {
  size: number;
  work: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
  /** The timer that refuses it; set while another process writes. */
  deadline?: NodeJS.Timeout;
}

/** The resources of a queue; `live` is told of each commit. */
interface QueueParts {
  db: Db;
  identity: IdentityMap;
  live: Pick<Live, "publish">;
}

/**
 * Events in one transaction: 1,000 events of new persons, or of 5 KiB each, block the event loop for 60 to 100 ms. A higher
 * number delays other requests; a lower number costs more commits. A larger request is stored in parts (`store-items.ts`).
 */
export const PART_SIZE = 1000;

/**
 * Events that may wait while another process writes: about 50 MB of ordinary events, and 5 s of 10,000 events a second.
 * A higher number lets a long lock fill the memory; a lower number refuses a busy server's captures before its clients
 * give up.
 */
const MAX_WAITING_EVENTS = 50_000;

/** Pause in ms before jobs that still have time queue as a writer again. A longer pause delays captures. */
const BUSY_PAUSE_MS = 25;

/**
 * Group commit: all work pushed during one turn of the event loop is written in one transaction at its end, since a
 * commit costs as much as dozens of inserts. If the transaction fails, each job is tried on its own, so that one bad
 * job does not fail the rest. While another process writes, jobs wait in order, each for its own time; jobs that come
 * meanwhile share the next transactions.
 */
export function createQueue({ db, identity, live }: QueueParts): CaptureQueue {
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
      // Chosen only now, because the group grows while another process writes.
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
      // Jobs whose time is not over continue to wait; an error other than a lock fails all of them.
      if (isBusyError(error)) return { jobs: [], error };
      for (const job of choose()) job.reject(error);
      isBusy = false;
      return null;
    }
    for (const job of jobs ?? []) job.resolve();
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
