import type { EventRow } from "../../../lib/port/row.ts";
import type { PathFunnel, PathsPlan } from "../../../lib/questions/paths/plan.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { findFunnelActors } from "./funnel/funnel-actors.ts";
import type { FunnelActor } from "./funnel/funnel-actors.ts";
import { windowEnd } from "./funnel/window-end.ts";

interface Stretch {
  fromMs: number;
  toMs: number;
}

/** Makes the test of whether an event is in the part of its actor's events that a funnel leaves. */
export function compileStretches(db: Db, { funnel }: PathsPlan): (row: EventRow) => boolean {
  if (funnel === null) return () => true;
  const found = findFunnelActors(db, funnel.actors);
  const stretches = new Map(found.map((one) => [one.actor, toStretch(funnel, one)]));
  return ({ actor, timestampMs }) => {
    const stretch = stretches.get(actor ?? 0);
    return stretch !== undefined && timestampMs >= stretch.fromMs && timestampMs <= stretch.toMs;
  };
}

/** Source: reference/insights.md 12b.4. */
function toStretch({ actors, fromStep, toStep, addsWindow }: PathFunnel, { attempt }: FunnelActor): Stretch {
  const timeOf = (step: number) => attempt.reachedMs[step] ?? NaN;
  const toMs = toStep === null ? Infinity : timeOf(toStep);
  return {
    fromMs: fromStep === null ? -Infinity : timeOf(fromStep),
    toMs: addsWindow ? windowEnd(actors.funnel.window, toMs) : toMs,
  };
}
