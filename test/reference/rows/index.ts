/**
 * Rows: the reference engine. It answers every question by walking the event log in SQLite, row by row, with a file for each
 * kind of question, without indexes and optimisations.
 *
 * It shares no rule of a question with the product: filters (`filters/`), selections, attempts and traces are its own, written
 * from the references. It shares how the log is read into rows (`lib/engines/rows` with persons, groups and sessions), the parser
 * of damaged text, the evaluation of SQL expressions, and types.
 *
 * `walkEvents` gives the events of a range with their person and groups as they are now; each question's file reads like
 * its definition. Those about funnels share `funnel/`: the events of each actor, and the attempts made of them; their answers
 * are sums of attempts. Invariants: it reads and never writes; everything committed before the call is seen. It is the reference
 * that faster engines are compared with, so correct and readable count here, and speed does not.
 */
import type { Plan } from "../../../lib/port/plan.ts";
import type { Engine } from "../../../lib/port/engine.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { actors } from "./actors.ts";
import type { AnyPlan } from "../../../lib/engine.ts";
import { eventNames, eventValues, propertyKeys } from "./catalogue.ts";
import { correlation } from "./correlation.ts";
import { distinctQuantiles } from "./distinct-quantiles.ts";
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
import { sessions, visits } from "./visits.ts";

/** Answers one plan of any kind. */
function answer(db: Db, plan: AnyPlan): unknown {
  switch (plan.kind) {
    case "earliest-event":
      return earliestEvent(db, plan.projectId, plan.afterMs);
    case "distinct-quantiles":
      return distinctQuantiles(db, plan);
    case "event-names":
      return eventNames(db, plan.projectId);
    case "property-keys":
      return propertyKeys(db, plan);
    case "event-values":
      return eventValues(db, plan);
    case "trend":
      return trend(db, plan);
    case "lifecycle":
      return lifecycle(db, plan);
    case "stickiness":
      return stickiness(db, plan);
    case "retention":
      return retention(db, plan);
    case "appearances":
      return appearances(db, plan);
    case "funnel":
      return funnel(db, plan);
    case "funnel-times":
      return funnelTimes(db, plan);
    case "funnel-periods":
      return funnelPeriods(db, plan);
    case "funnel-trace":
      return funnelTrace(db, plan);
    case "correlation":
      return correlation(db, plan);
    case "paths":
      return paths(db, plan);
    case "visits":
      return visits(db, plan);
    case "sessions":
      return sessions(db, plan);
    default:
      return actors(db, plan);
  }
}

/** Makes the engine over one database. */
export function rowsEngine(db: Db): Engine {
  return { ask: async (plan) => answer(db, handDown(plan, plan.cohorts) as unknown as AnyPlan) as never };
}

/** The plan with its cohorts in each of the plans that it holds, such as a funnel, so that these can be answered by themselves. */
function handDown<T>(part: T, cohorts: Plan["cohorts"]): T {
  if (typeof part !== "object" || part === null || Array.isArray(part) || cohorts === undefined) return part;
  const inner = Object.entries(part).map(([name, value]) => [
    name,
    name === "cohorts" ? value : handDown(value, cohorts),
  ]);
  return { ...(Object.fromEntries(inner) as T), ...("kind" in part && { cohorts }) };
}
