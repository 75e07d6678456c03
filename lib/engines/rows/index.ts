/**
 * Rows: the obvious engine. It answers every question by walking the event log from SQLite, one row at a time, one file
 * per question, with no index of its own and no cleverness.
 *
 * `walkEvents` gives the events of a range with their person and groups as they are now; each question's file reads like
 * its definition. Those about funnels share `funnel/`: what each actor did, and the attempts that this makes; their answers
 * are sums of attempts. Invariants: it reads and never writes; what was committed before the call is seen. It is the reference
 * that faster engines are compared with, so correct and readable count here, and speed does not.
 */
import type { Engine } from "../../questions/index.ts";
import type { Db } from "../../storage/index.ts";
import { actors } from "./actors.ts";
import { eventNames, eventValues, propertyKeys } from "./catalogue.ts";
import { correlation } from "./correlation.ts";
import { distinctNumbers } from "./distinct-numbers.ts";
import { earliestEvent } from "./earliest-event.ts";
import { funnel } from "./funnel/funnel.ts";
import { funnelPeriods } from "./funnel/funnel-periods.ts";
import { funnelTimes } from "./funnel/funnel-times.ts";
import { funnelTrace } from "./funnel/funnel-trace.ts";
import { lifecycle } from "./lifecycle.ts";
import { paths } from "./paths.ts";
import { appearances } from "./retention-actors.ts";
import { retention } from "./retention.ts";
import { stickiness } from "./stickiness.ts";
import { trend } from "./trend.ts";

/** Makes the engine over one database. */
export function rowsEngine(db: Db): Engine {
  return {
    earliestEvent: async (projectId, afterMs) => earliestEvent(db, projectId, afterMs),
    distinctNumbers: async (plan) => distinctNumbers(db, plan),
    eventNames: async (projectId) => eventNames(db, projectId),
    propertyKeys: async (plan) => propertyKeys(db, plan),
    eventValues: async (plan) => eventValues(db, plan),
    trend: async (plan) => trend(db, plan),
    lifecycle: async (plan) => lifecycle(db, plan),
    stickiness: async (plan) => stickiness(db, plan),
    retention: async (plan) => retention(db, plan),
    actors: async (plan) => actors(db, plan),
    appearances: async (plan) => appearances(db, plan),
    funnel: async (plan) => funnel(db, plan),
    funnelTimes: async (plan) => funnelTimes(db, plan),
    funnelPeriods: async (plan) => funnelPeriods(db, plan),
    funnelTrace: async (plan, actor, seqs) => funnelTrace(db, plan, actor, seqs),
    correlation: async (plan) => correlation(db, plan),
    paths: async (plan) => paths(db, plan),
  };
}
