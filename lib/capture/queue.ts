// By import: tests of apps put fake timers in the place of the global ones, and captures must go on all the same.
import { setImmediate } from "node:timers";
import { HogletError } from "../errors.ts";
import { write } from "../storage/index.ts";
import type { Context } from "../context.ts";

/** Captures that share a commit. */
export interface CaptureQueue {
  /**
   * Adds work for the next transaction; resolves once that is committed, rejects when it could not be.
   * @param size events in it, to keep one transaction short
   */
  push(size: number, work: () => void): Promise<void>;
  /** Resolves when everything pushed so far is committed or has failed. */
  drain(): Promise<void>;
}

interface Job {
  size: number;
  work: () => void;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** What a queue works with; `live` is told of each commit. */
interface QueueParts extends Pick<Context, "db" | "identity"> {
  live: Pick<Context["live"], "publish">;
}

/**
 * Events from which on a transaction takes no further request: about 10 ms of blocked event loop. A request that is larger
 * by itself is one transaction all the same, since it is stored whole or not at all.
 */
const GROUP_SIZE = 2000;

/**
 * Group commit: whatever was pushed during one turn of the event loop is written in one transaction at its end, since
 * a commit costs as much as dozens of inserts. If the transaction fails, each job is tried on its own, so that one bad
 * job cannot take others with it.
 */
export function createQueue({ db, identity, live }: QueueParts): CaptureQueue {
  let waiting: Job[] = [];
  let isScheduled = false;
  const idleWaiters: (() => void)[] = [];

  const commit = (jobs: readonly Job[]) => {
    write(db, () => {
      for (const job of jobs) job.work();
      identity.flush();
    });
    for (const job of jobs) job.resolve();
  };

  const commitAlone = (job: Job) => {
    try {
      commit([job]);
    } catch (error) {
      job.reject(error);
    }
  };

  const flush = () => {
    const count = groupLength(waiting);
    const group = waiting.slice(0, count);
    waiting = waiting.slice(count);
    try {
      commit(group);
    } catch (error) {
      // A busy database has been waited for: once for each job would block the event loop for minutes.
      if (group.length === 1 || isBusy(error)) for (const job of group) job.reject(error);
      else for (const job of group) commitAlone(job);
    }
    // Not within the try: what is committed must never be tried again.
    live.publish();
    if (waiting.length > 0) {
      setImmediate(flush);
    } else {
      isScheduled = false;
      for (const resolve of idleWaiters.splice(0)) resolve();
    }
  };

  return {
    push(size, work) {
      return new Promise<void>((resolve, reject) => {
        waiting.push({ size, work, resolve, reject });
        if (isScheduled) return;
        isScheduled = true;
        setImmediate(flush);
      });
    },
    drain: () => new Promise((resolve) => (isScheduled ? idleWaiters.push(resolve) : resolve())),
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof HogletError && error.code === "database_busy";
}

function groupLength(jobs: readonly Job[]): number {
  let size = 0;
  for (const [index, job] of jobs.entries()) {
    size += job.size;
    if (size >= GROUP_SIZE) return index + 1;
  }
  return jobs.length;
}
