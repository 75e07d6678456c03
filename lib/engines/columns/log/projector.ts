import { clearInterval, nextTurn, setInterval, sleep } from "../../../base/platform.ts";
import type { Context } from "../../context.ts";
import { countDeletions, newestSeq } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import { projectSteps } from "./project.ts";
import type { Unreadable } from "./project.ts";
import type { Step } from "./make-segment.ts";
import { BLOCK_SIZE } from "./segment.ts";

/** Ms between checks of the log, each of which costs microseconds. */
const LOOK_MS = 2000;

/**
 * Events between two checks up to which capture is quiet: 1,000 a second, a tenth of the highest rate of single events.
 */
const QUIET_EVENTS = 2000;

/**
 * Full blocks that may wait for a quiet moment: a question reads their half a million events from the log in seconds.
 */
const MAX_WAITING = 8;

/** Does the work on one full block of the log; returns whether there was a block to work on. */
export type ProjectOne = () => Promise<boolean>;

export interface Projector {
  /** Stores the blocks that are due. Has no effect during another check. Never rejects. */
  look(): Promise<void>;
}

/**
 * Checks the log every two seconds until the database is closed, without keeping the process alive.
 * @param projectOne stores a block. @default on this thread, in steps of about 10 ms
 * @param compactOne makes a full block smaller, once all have columns. @default nothing
 */
export function startProjector(
  ctx: Pick<Context, "db" | "log">,
  projectOne?: ProjectOne,
  compactOne?: ProjectOne,
): void {
  const { db } = ctx;
  const projector = createProjector(ctx, projectOne, compactOne);
  const timer = setInterval(() => {
    if (db.sqlite.open) void projector.look();
    else clearInterval(timer);
  }, LOOK_MS);
  timer.unref();
}

/**
 * A projector without a timer. While capture is quiet and no event is deleted, it stores all blocks; otherwise none, or
 * one a check if more than 8 wait, since a log may never be quiet. A failure is logged and tried again at the next
 * check; the log answers meanwhile.
 */
export function createProjector(
  { db, log }: Pick<Context, "db" | "log">,
  projectOne: ProjectOne = projectSlowly(db),
  compactOne: ProjectOne = () => Promise.resolve(false),
): Projector {
  let isWorking = false;
  let seenSeq = newestSeq(db);
  let seenDeletions = countDeletions(db);

  /** Blocks to store before the next check. */
  const pace = (): "rest" | "one" | "all" => {
    const seq = newestSeq(db);
    const deletions = countDeletions(db);
    // A deletion would discard a block in the making.
    const isQuiet = seq - seenSeq <= QUIET_EVENTS && deletions === seenDeletions;
    [seenSeq, seenDeletions] = [seq, deletions];
    if (isQuiet) return "all";
    return countWaiting(db, seq) > MAX_WAITING ? "one" : "rest";
  };

  const work = async () => {
    let now = pace();
    while (now !== "rest") {
      const isMore = (await projectOne()) || (now === "all" && db.sqlite.open && (await compactOne()));
      if (!isMore || now === "one" || !db.sqlite.open) return;
      now = pace();
    }
  };

  return {
    async look() {
      if (isWorking) return;
      isWorking = true;
      try {
        await work();
      } catch (error) {
        if (db.sqlite.open)
          log.warn("Events could not be put into columns; it is tried again.", { error: String(error) });
      } finally {
        isWorking = false;
      }
    },
  };
}

function projectSlowly(db: Db): ProjectOne {
  const unreadable: Unreadable = new Set();
  return async () => {
    const steps = projectSteps(db, { unreadable });
    let step = steps.next();
    while (!step.done) {
      await pauseAfter(step.value);
      if (!db.sqlite.open) return false;
      step = steps.next();
    }
    return step.value;
  };
}

/** Ms that a finished block waits while another process writes. */
const BUSY_PAUSE_MS = 25;

/** Lets other work run after a step. */
export async function pauseAfter(step: Step): Promise<void> {
  await (step === "busy" ? sleep(BUSY_PAUSE_MS) : nextTurn());
}

/** Full blocks after the newest block with a segment. */
function countWaiting(db: Db, seq: number): number {
  const stored = Number(db.sql("SELECT coalesce(max(block) + 1, 0) FROM segments").pluck().get());
  return Math.floor(seq / BLOCK_SIZE) - stored;
}
