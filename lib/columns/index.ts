/**
 * Columns: the fast engine. It keeps the event log a second time, in columns, and answers from typed arrays.
 *
 * The log is cut into blocks of 65 536 `seq`; the events of one project in a block are a *segment*, ordered by event name and
 * time, with a column of times, of distinct-id ordinals, and one for each property, coded by a dictionary. `projectBlock`
 * stores the segments of full blocks, one transaction each, off the hot path; what is not stored yet, and the newest events,
 * are read from the log into the same form (`read-log`), so a question sees every committed write (`store`). `people` says
 * who a distinct id belongs to now: merges re-point it and touch no segment. A question (`trend`, `lifecycle`, …) gives
 * pieces of segments with a mask of the rows that pass (`scan`, `mask`), which kernels count (`kernels/`).
 *
 * Invariants: a question runs in one read transaction; all of this is derived from the log and may be dropped at any time,
 * with equal answers; a deleted event takes its segment with it (a trigger), so that nothing of it stays behind. What has
 * no column here (lengths of sessions, elements, first events of all time) is answered by the engine given as fallback.
 */
import type { Engine } from "../insights/index.ts";
import type { Db } from "../storage/index.ts";
import { canRunDistinctNumbers, runDistinctNumbers } from "./distinct-numbers.ts";
import { canRunLifecycle, runLifecycle } from "./lifecycle.ts";
import { createPeople } from "./people.ts";
import { openQuestion } from "./question.ts";
import type { Question } from "./question.ts";
import { canRunRetention, runRetention } from "./retention.ts";
import { canRunStickiness, runStickiness } from "./stickiness.ts";
import { createStore } from "./store.ts";
import { canRunTrend, runTrend } from "./trend.ts";

export { dropSegments, projectBlock } from "./project.ts";
export { startProjector } from "./projector.ts";

/** How the engine works. */
export interface ColumnsOptions {
  /** Memory for columns that were read. @default 256 MB */
  budgetBytes?: number;
}

/** Makes the engine over one database. @param fallback answers what this one has no columns for */
export function columnsEngine(db: Db, fallback: Engine, { budgetBytes }: ColumnsOptions = {}): Engine {
  const store = createStore(db, budgetBytes);
  const peopleStore = createPeople(db);
  const ask = <T>(projectId: number, run: (question: Question) => T): T => {
    const read = () => run(openQuestion(db, { store, peopleStore, projectId }));
    return db.sqlite.inTransaction ? read() : db.sqlite.transaction(read).deferred();
  };
  return {
    earliestEvent: (projectId, afterMs) => fallback.earliestEvent(projectId, afterMs),
    distinctNumbers: async (plan) =>
      canRunDistinctNumbers(plan)
        ? ask(plan.projectId, (question) => runDistinctNumbers(question, plan))
        : fallback.distinctNumbers(plan),
    trend: async (plan) =>
      canRunTrend(plan) ? ask(plan.projectId, (question) => runTrend(question, plan)) : fallback.trend(plan),
    lifecycle: async (plan) =>
      canRunLifecycle(plan)
        ? ask(plan.projectId, (question) => runLifecycle(question, plan, peopleStore.createdMs()))
        : fallback.lifecycle(plan),
    stickiness: async (plan) =>
      canRunStickiness(plan)
        ? ask(plan.projectId, (question) => runStickiness(question, plan))
        : fallback.stickiness(plan),
    retention: async (plan) =>
      canRunRetention(plan)
        ? ask(plan.projectId, (question) => runRetention(question, plan))
        : fallback.retention(plan),
  };
}
