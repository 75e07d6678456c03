import { nextTurn, sleep } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";
import type { Lease } from "../../storage/index.ts";

/** The progress of a run. */
export interface DeletionProgress {
  /** Events deleted so far. */
  events: number;
  /** Events found so far; grows during the search. */
  of: number;
}

/** A run in progress: the state that its steps share. */
export interface Batch {
  readonly ctx: Context;
  readonly lease: Lease;
  /** Aborted when the handle closes: the run ends between two steps, and continues when a process opens the file. */
  readonly signal: AbortSignal;
  /** Rewrite the file whatever its size. */
  readonly vacuum: boolean;
  onProgress?(progress: DeletionProgress): void;
}

/**
 * Pause in ms between two transactions, in which captures of other processes find the database free. A longer pause
 * makes a run longer.
 */
const REST_MS = 5;

/** One transaction of the run, as the holder of the lease. @throws `lease_lost`; the errors of `fn` */
export async function step<T>({ ctx, lease }: Pick<Batch, "ctx" | "lease">, fn: () => T): Promise<T> {
  let result: T | undefined;
  await write(ctx.db, () => {
    lease.renew();
    result = fn();
  });
  return result as T;
}

/** Lets other work run before the next transaction. @throws the signal's reason when the handle closes */
export async function rest({ ctx, signal }: Pick<Batch, "ctx" | "signal">): Promise<void> {
  // No other process uses a database in memory.
  await (ctx.db.sqlite.memory ? nextTurn() : sleep(REST_MS));
  signal.throwIfAborted();
}

/** Lets the event loop turn between two reads. @throws the signal's reason when the handle closes */
export async function turn({ signal }: Pick<Batch, "signal">): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}
