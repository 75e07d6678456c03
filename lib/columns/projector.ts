import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../context.ts";
import { projectSteps } from "./project.ts";

/** How often the log is looked at for full blocks: one look costs microseconds. */
const LOOK_MS = 2000;

/**
 * Stores the segments of full blocks in the background, in steps of about 10 ms between which the event loop is free, until
 * the database is closed; the timer does not keep the process alive. A failure is logged and tried again at the next look:
 * questions are answered from the log meanwhile.
 */
export function startProjector({ db, log }: Pick<Context, "db" | "log">): void {
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      while (db.sqlite.open && (await projectSlowly(db)));
    } catch (error) {
      if (db.sqlite.open)
        log.warn("Events could not be put into columns; it is tried again.", { error: String(error) });
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => {
    if (db.sqlite.open) void look();
    else clearInterval(timer);
  }, LOOK_MS);
  timer.unref();
}

async function projectSlowly(db: Context["db"]): Promise<boolean> {
  const steps = projectSteps(db);
  let step = steps.next();
  while (!step.done) {
    await nextTurn();
    if (!db.sqlite.open) return false;
    step = steps.next();
  }
  return step.value;
}
