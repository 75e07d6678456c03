import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import type { ActorKind, ActorList, ActorsPlan } from "../../port/actors.ts";
import type { Plan } from "../../port/plan.ts";

/**
 * A lifecycle to compute. An actor is active in the periods in which it has a selected event. An active period is *new* if the
 * person (or group) was created in it, else *returning* if the one before is active too, else *resurrecting*; an inactive period
 * after an active one is *dormant*. Actors that are no persons (personless ones) are never new.
 * Source: reference/insights.md 8.
 */
export interface LifecyclePlan extends Plan<"lifecycle", LifecycleAnswer> {
  projectId: number;
  /** From the first edge to the end of the last period. */
  range: DateRange;
  /** Start of each period, ascending. The first period is the look-back, and not counted in. */
  edgesMs: number[];
  sessionRange: DateRange;
  select: Selection;
  /** Groups whose keys no group has are never new. Absent = persons. */
  actors?: ActorKind;
}

/** Actors per period, in the order of the plan's periods, without the look-back. */
export interface LifecycleAnswer {
  new: number[];
  returning: number[];
  resurrecting: number[];
  /** Positive numbers. */
  dormant: number[];
}

export type LifecycleStatus = keyof LifecycleAnswer;

/** Actors with a status in the period after the plan's look-back. */
export interface LifecycleActorList extends ActorList<"lifecycle-actors"> {
  /** Two edges: the period before, and the period. */
  plan: LifecyclePlan;
  status: LifecycleStatus;
}

export type LifecycleActorsPlan = ActorsPlan<LifecycleActorList>;
