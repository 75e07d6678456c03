import { clearInterval, nextTurn, setInterval, sleep } from "../../../base/platform.ts";
import type { Context } from "../../context.ts";
import { countDeletions, newestSeq } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import { projectSteps } from "./project.ts";
import type { Unreadable } from "./project.ts";
import type { Step } from "./make-segment.ts";
import { BLOCK_SIZE } from "./segment.ts";

/** Interval in ms for checking the log: a check costs microseconds. A longer interval delays columns. */
const LOOK_MS = 2000;

/**
 * Events between two checks up to which capture counts as quiet: 1,000 a second, a tenth of the highest rate of single
 * events. A busy capture is not slowed down by work that can wait.
 */
const QUIET_EVENTS = 2000;

/**
 * Full blocks that may wait for a quiet moment: half a million events, which a question reads from the log in seconds.
 * A higher number makes questions slower.
 */
const MAX_WAITING = 8;

/** Does the work on one full block of the log; returns whether there was a block to work on. */
export type ProjectOne = () => Promise<boolean>;

/** Decides when blocks are stored. */
export interface Projector {
  /**
   * One check of the log: stores the blocks that are due, then resolves. Calls during a check have no effect. Never
   * rejects.
   */
  look(): Promise<void>;
}

/**
 * Checks the log every two seconds until the database is closed; the timer does not keep the process alive.
 * @param projectOne stores a block. @default on this thread, in steps of about 10 ms between which the event loop is
 * free
 * @param compactOne makes a full block smaller, once all have their columns. @default nothing
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
 * A projector without a timer. While capture is busy or events are deleted, nothing is stored, unless more than 8 blocks wait: then one block
 * a check, so that a log that is never quiet gets its columns too. While it is quiet, all blocks are stored. A failure
 * is logged and tried again at the next check: questions are answered from the log meanwhile.
 */
export function createProjector(
  { db, log }: Pick<Context, "db" | "log">,
  projectOne: ProjectOne = projectSlowly(db),
  compactOne: ProjectOne = () => Promise.resolve(false),
): Projector {
  let isWorking = false;
  let seenSeq = newestSeq(db);
  let seenDeletions = countDeletions(db);

  /** The number of blocks to store before the next check of capture: none, one, or all. */
  const pace = (): "rest" | "one" | "all" => {
    const seq = newestSeq(db);
    const deletions = countDeletions(db);
    // A block that is made while events are deleted is thrown away.
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

/** Pause in ms of a finished block before it checks again whether another process still writes. */
const BUSY_PAUSE_MS = 25;

/** Lets other work of this thread run after a step. */
export async function pauseAfter(step: Step): Promise<void> {
  await (step === "busy" ? sleep(BUSY_PAUSE_MS) : nextTurn());
}

/** Full blocks after the newest block with a segment. */
function countWaiting(db: Db, seq: number): number {
  const stored = Number(db.sql("SELECT coalesce(max(block) + 1, 0) FROM segments").pluck().get());
  return Math.floor(seq / BLOCK_SIZE) - stored;
}
