import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import { write } from "../../storage/index.ts";
import type { Lease } from "./lease.ts";

/** How far a run is. */
export interface DeletionProgress {
  /** Events deleted so far. */
  events: number;
  /** Events found so far; grows while it looks for them. */
  of: number;
}

/** A run under way: what its steps share. */
export interface Batch {
  readonly ctx: Context;
  readonly lease: Lease;
  /** Aborted when the handle closes: the run ends between two steps, and goes on when somebody opens the file. */
  readonly signal: AbortSignal;
  /** Rewrites the file whatever its size. */
  readonly vacuum: boolean;
  onProgress?(progress: DeletionProgress): void;
}

/** A rest between two transactions, in which captures of other processes find the database free. */
const REST_MS = 5;

/** One transaction of the run, as the holder of the lease. @throws `lease_lost`; what `fn` throws */
export async function step<T>({ ctx, lease }: Pick<Batch, "ctx" | "lease">, fn: () => T): Promise<T> {
  let result: T | undefined;
  await write(ctx.db, () => {
    lease.renew();
    result = fn();
  });
  return result as T;
}

/** Lets others work before the next transaction. @throws the signal's reason when the handle closes */
export async function rest({ ctx, signal }: Pick<Batch, "ctx" | "signal">): Promise<void> {
  // A database in memory has no other process.
  await (ctx.db.sqlite.memory ? nextTurn() : sleep(REST_MS));
  signal.throwIfAborted();
}

/** Lets the event loop turn between two reads. @throws the signal's reason when the handle closes */
export async function turn({ signal }: Pick<Batch, "signal">): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}
