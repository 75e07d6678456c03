import { nextTurn, sleep } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";
import type { Lease } from "../../storage/leases/index.ts";

/** The progress of a run. */
export interface DeletionProgress {
  /** Events deleted so far. */
  events: number;
  /** Found so far; grows during the search. */
  of: number;
}

/** A run's state, shared by its steps. */
export interface Batch {
  readonly ctx: Context;
  readonly lease: Lease;
  /** Aborts when the handle closes: the run ends between two steps, for the next process to continue. */
  readonly signal: AbortSignal;
  /** Rewrite the file whatever its size. */
  readonly vacuum: boolean;
  onProgress?(progress: DeletionProgress): void;
}

/** Ms between transactions, for captures of other processes. */
const REST_MS = 5;

/** A transaction by the holder of the lease. @throws `lease_lost`; the errors of `fn` */
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
  // Memory belongs to one process.
  await (ctx.db.sqlite.memory ? nextTurn() : sleep(REST_MS));
  signal.throwIfAborted();
}

/** Lets the event loop turn between two reads. @throws the signal's reason when the handle closes */
export async function turn({ signal }: Pick<Batch, "signal">): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}
