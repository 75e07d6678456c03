import type { EventRow } from "../../../../lib/port/row.ts";
import type { FunnelPlan, FunnelActorList, FunnelDid, FunnelPoint } from "../../../../lib/questions/funnel/plan.ts";
import { plannedCohorts } from "../filters/cohorts.ts";
import type { CohortLookup } from "../../../../lib/events/filters/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { compileSelection } from "../select.ts";
import type { Log } from "../select.ts";
import { walkEvents } from "../../../../lib/engines/rows/index.ts";
import { entityOf } from "../entity-of.ts";
import { bestAttempt, isBetter } from "./attempts.ts";
import type { Attempt } from "./attempts.ts";
import { readOutcomes } from "./read-outcomes.ts";
import { windowEnd } from "./window-end.ts";

/** An actor that a point of a funnel stands for. */
export interface FunnelActor {
  actor: number | string;
  /** Its best attempt: that of the actor's interval. */
  attempt: Attempt;
}

/** The actors behind a number of a funnel, each once, in no particular order. Source: reference/insights.md 13.2. */
export function findFunnelActors(db: Db, { funnel, point, line, did }: FunnelActorList): FunnelActor[] {
  const name = line === null ? null : JSON.stringify(line);
  const best = new Map<number | string, Attempt>();
  for (const { key, actor, attempts } of readOutcomes(db, funnel)) {
    if (name !== null && name !== JSON.stringify(key)) continue;
    const attempt = wantedAttempt(point, attempts);
    const known = best.get(actor);
    if (attempt !== null && (known === undefined || isBetter(attempt, known))) best.set(actor, attempt);
  }
  const found = [...best].map(([actor, attempt]) => ({ actor, attempt }));
  return did === null ? found : thoseWhoDid(db, funnel, { did, found });
}

/** Null = the actor is not wanted. */
function wantedAttempt(point: FunnelPoint, attempts: readonly Attempt[]): Attempt | null {
  if (point.by === "furthest") {
    const attempt = bestAttempt(attempts);
    return attempt !== null && point.steps.includes(attempt.furthest) ? attempt : null;
  }
  const { fromMs, untilMs, fromStep, toStep, isDropOff } = point;
  const attempt = bestAttempt(attempts.filter(({ startMs }) => startMs >= fromMs && startMs < untilMs));
  const furthest = attempt?.furthest ?? 0;
  return (isDropOff ? furthest > fromStep && furthest <= toStep : furthest > toStep) ? attempt : null;
}

/** The interval between an actor's first and last step, both ends left out (reference/insights.md 12). */
export function toInterval({ steps, window }: FunnelPlan, attempt: Attempt): { fromMs: number; untilMs: number } {
  const isDone = attempt.furthest === steps.length;
  const untilMs = isDone ? (attempt.reachedMs.at(-1) ?? 0) : windowEnd(window, attempt.startMs);
  return { fromMs: attempt.startMs, untilMs };
}

function thoseWhoDid(
  db: Db,
  funnel: FunnelPlan,
  { did, found }: { did: FunnelDid; found: FunnelActor[] },
): FunnelActor[] {
  const { projectId, sessionRange, actors } = funnel;
  const isSuch = compileDid(did, plannedCohorts(db, funnel.cohorts), { db, projectId, sessionRange });
  const intervals = new Map(found.map(({ actor, attempt }) => [actor, toInterval(funnel, attempt)]));
  const doers = new Set<number | string>();
  for (const row of walkEvents(db, { projectId, sessionRange, ...did.range })) {
    const actor = entityOf(row, actors);
    const interval = actor === null ? undefined : intervals.get(actor);
    if (actor === null || interval === undefined) continue;
    if (row.timestampMs > interval.fromMs && row.timestampMs < interval.untilMs && isSuch(row)) doers.add(actor);
  }
  return found.filter(({ actor }) => doers.has(actor));
}

/** The persons of the first events with which the attempts of values begin, for a funnel of values. */
export function findBeginners(db: Db, list: FunnelActorList): Set<number> {
  const { projectId, sessionRange, actors, range, steps, order, cohorts: planned } = list.funnel;
  const cohorts = plannedCohorts(db, planned);
  const begins = steps
    .slice(0, order === "unordered" ? steps.length : 1)
    .map(({ select }) => compileSelection(select, cohorts, { db, projectId, sessionRange }));
  const startOf = new Map(findFunnelActors(db, list).map(({ actor, attempt }) => [actor, attempt.startMs]));
  const beginners = new Set<number>();
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    const value = entityOf(row, actors);
    if (value === null || startOf.get(value) !== row.timestampMs || !begins.some((isSuch) => isSuch(row))) continue;
    startOf.delete(value);
    if (row.actor !== null) beginners.add(row.actor);
  }
  return beginners;
}

function compileDid({ select, elementsText }: FunnelDid, cohorts: CohortLookup, log: Log): (row: EventRow) => boolean {
  const isSuch = compileSelection(select, cohorts, log);
  return (row) => isSuch(row) && (elementsText === null || JSON.stringify(row.elements()) === elementsText);
}
