import { setImmediate as nextTurn } from "node:timers/promises";
import { dropSegment, projectSteps } from "../columns/index.ts";
import type { BlockShare } from "../columns/index.ts";
import type { Db } from "../storage/index.ts";

/**
 * Stores a full block in small steps, between which this thread is free.
 * @param share which blocks are meant. @default all
 * @returns false = every full block of them is stored
 */
export async function projectOne(db: Db, share?: BlockShare): Promise<boolean> {
  const steps = projectSteps(db, share);
  let step = steps.next();
  while (!step.done) {
    await nextTurn();
    if (!db.sqlite.open) return false;
    step = steps.next();
  }
  return step.value;
}

/** Drops every segment, one transaction each, between which this thread and other writers are free. */
export async function dropAll(db: Db): Promise<void> {
  while (db.sqlite.open && dropSegment(db)) await nextTurn();
}
