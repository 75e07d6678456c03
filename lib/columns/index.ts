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
 * with equal answers; a deleted event takes its segment with it (a trigger), so that nothing of it stays behind. The
 * engine given as fallback answers what is not native here: funnels of more than 32 distinct selections, and traces.
 */
import type { DateRange, Engine } from "../insights/index.ts";
import type { Db } from "../storage/index.ts";
import { aboutOf, canRunActors, runActors } from "./actors.ts";
import { canRunCorrelation, runCorrelation } from "./correlation/correlation.ts";
import { runDistinctNumbers } from "./distinct-numbers.ts";
import { runEarliestEvent } from "./earliest-event.ts";
import { canOpenFunnel } from "./funnel/each-outcome.ts";
import { runFunnelPeriods } from "./funnel/funnel-periods.ts";
import { runFunnelTimes } from "./funnel/funnel-times.ts";
import { runFunnel } from "./funnel/funnel.ts";
import { runLifecycle } from "./lifecycle.ts";
import { canRunPaths, runPaths } from "./paths.ts";
import { createPeople } from "./people.ts";
import { createPersonValues } from "./person-values.ts";
import { openQuestion } from "./question.ts";
import type { Question } from "./question.ts";
import { runAppearances } from "./retention-actors.ts";
import { runRetention } from "./retention.ts";
import { runStickiness } from "./stickiness.ts";
import { createStore } from "./store.ts";
import { runTrend } from "./trend.ts";

export { countStored, dropSegment, dropSegments, projectBlock, projectSteps } from "./project.ts";
export type { Stored } from "./project.ts";
export { startProjector } from "./projector.ts";

/** How the engine works. */
export interface ColumnsOptions {
  /** Memory for columns that were read. @default 256 MB */
  budgetBytes?: number | undefined;
  /** Called whenever a question takes hold of a column: what it throws ends the question. @default nothing */
  checkpoint?: (() => void) | undefined;
}

/** The project of a question, and the events that its sessions are made of. */
interface About {
  projectId: number;
  sessionRange: DateRange;
}

/** Of a question that has nothing to do with sessions. */
const NO_RANGE: DateRange = { fromMs: 0, untilMs: 0 };

/** Makes the engine over one database. @param fallback answers what this one has no columns for */
export function columnsEngine(db: Db, fallback: Engine, options: ColumnsOptions = {}): Engine {
  const store = createStore(db, options);
  const peopleStore = createPeople(db);
  const personValues = createPersonValues(db);
  const ask = <T>({ projectId, sessionRange }: About, run: (question: Question) => T): T => {
    const read = () => run(openQuestion(db, { store, peopleStore, personValues, projectId, sessionRange }));
    return db.sqlite.inTransaction ? read() : db.sqlite.transaction(read).deferred();
  };
  return {
    earliestEvent: async (projectId, afterMs) =>
      ask({ projectId, sessionRange: NO_RANGE }, (question) => runEarliestEvent(question, afterMs)),
    distinctNumbers: async (plan) => ask(plan, (question) => runDistinctNumbers(question, plan)),
    trend: async (plan) => ask(plan, (question) => runTrend(question, plan)),
    lifecycle: async (plan) => ask(plan, (question) => runLifecycle(question, plan, peopleStore.createdMs())),
    stickiness: async (plan) => ask(plan, (question) => runStickiness(question, plan)),
    retention: async (plan) => ask(plan, (question) => runRetention(question, plan)),
    paths: async (plan) =>
      canRunPaths(plan) ? ask(plan, (question) => runPaths(question, plan)) : fallback.paths(plan),
    actors: async (plan) =>
      canRunActors(plan)
        ? ask(aboutOf(plan), (question) => runActors(question, plan, () => peopleStore.createdMs()))
        : fallback.actors(plan),
    appearances: async (plan) => ask(plan.plan, (question) => runAppearances(question, plan)),
    funnel: async (plan) =>
      canOpenFunnel(plan) ? ask(plan, (question) => runFunnel(question, plan)) : fallback.funnel(plan),
    funnelTimes: async (plan) =>
      canOpenFunnel(plan.funnel)
        ? ask(plan.funnel, (question) => runFunnelTimes(question, plan))
        : fallback.funnelTimes(plan),
    funnelPeriods: async (plan) =>
      canOpenFunnel(plan.funnel)
        ? ask(plan.funnel, (question) => runFunnelPeriods(question, plan))
        : fallback.funnelPeriods(plan),
    funnelTrace: (plan, actor) => fallback.funnelTrace(plan, actor),
    correlation: async (plan) =>
      canRunCorrelation(plan)
        ? ask(plan.funnel, (question) => runCorrelation(question, plan))
        : fallback.correlation(plan),
  };
}
