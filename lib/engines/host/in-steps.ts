import { compactSteps } from "../../log/index.ts";
import type { DamagedPlace } from "../../log/index.ts";
import { pauseAfter, projectSteps, remakeSteps } from "../columns/index.ts";
import type { BlockPlace, Choice, Step } from "../columns/index.ts";
import type { Db } from "../../storage/index.ts";

/**
 * Stores a full block in small steps, between which this thread is free.
 * @param choice @default all blocks
 * @returns false = every full block of the choice is stored
 */
export async function projectOne(db: Db, choice: Choice = {}): Promise<boolean> {
  return (await inSteps(db, projectSteps(db, choice))) ?? false;
}

/**
 * Makes the columns of a block again, as `remakeSteps`, with pauses.
 * @returns the damaged places of the log
 */
export async function remakeOne(db: Db, place: BlockPlace, skipBad: boolean): Promise<DamagedPlace[]> {
  return (await inSteps(db, remakeSteps(db, place, skipBad))) ?? [];
}

/**
 * Moves the texts of events up to this `seq` into chunks, in small steps.
 * @param mayGoOn called after each step. @default always
 * @returns false = it ended early
 */
export async function compactUntil(db: Db, untilSeq: number, mayGoOn: () => boolean = () => true): Promise<boolean> {
  for (const step of compactSteps(db, { untilSeq })) {
    await pauseAfter(step);
    if (!db.sqlite.open || !mayGoOn()) return false;
  }
  return true;
}

/** @returns undefined = the database was closed meanwhile */
async function inSteps<T>(db: Db, steps: Generator<Step, T>): Promise<T | undefined> {
  let step = steps.next();
  while (!step.done) {
    await pauseAfter(step.value);
    if (!db.sqlite.open) return undefined;
    step = steps.next();
  }
  return step.value;
}
