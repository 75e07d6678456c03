import { pauseAfter, projectSteps, remakeSteps } from "../columns/index.ts";
import type { BlockPlace, BlockShare, DamagedPlace, Step } from "../columns/index.ts";
import type { Db } from "../../storage/index.ts";

/**
 * Stores a full block in small steps, between which this thread is free.
 * @param share which blocks are meant. @default all
 * @returns false = every full block of them is stored
 */
export async function projectOne(db: Db, share?: BlockShare): Promise<boolean> {
  return (await inSteps(db, projectSteps(db, share))) ?? false;
}

/** Makes the columns of a block again, likewise. @returns what of the log is damaged; see `remakeSteps` */
export async function remakeOne(db: Db, place: BlockPlace, skipBad: boolean): Promise<DamagedPlace[]> {
  return (await inSteps(db, remakeSteps(db, place, skipBad))) ?? [];
}

/** Undefined = the database was closed meanwhile. */
async function inSteps<T>(db: Db, steps: Generator<Step, T>): Promise<T | undefined> {
  let step = steps.next();
  while (!step.done) {
    await pauseAfter(step.value);
    if (!db.sqlite.open) return undefined;
    step = steps.next();
  }
  return step.value;
}
