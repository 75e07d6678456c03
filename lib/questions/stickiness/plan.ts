import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import type { ActorKind, ActorList, ActorsPlan } from "../../port/actors.ts";
import type { Plan } from "../../port/plan.ts";

/** How many events make an actor active in a bucket; none never do. */
export interface StickinessCriterion {
  operator: "gte" | "lte" | "exact";
  value: number;
}

/** Counts, for each actor, the buckets with a selected event. Source: insights.md 9. */
export interface StickinessPlan extends Plan<"stickiness", StickinessAnswer> {
  projectId: number;
  range: DateRange;
  /** Start of each bucket, ascending. */
  edgesMs: number[];
  sessionRange: DateRange;
  select: Selection;
  actors: ActorKind;
  /** Absent = one event or more. */
  criterion?: StickinessCriterion;
}

/** Actors by their number of active buckets: place 0 = one; as long as the plan's `edgesMs`. */
export interface StickinessAnswer {
  actors: number[];
}

/** Actors active in exactly `buckets` buckets. */
export interface StickinessActorList extends ActorList<"stickiness-actors"> {
  plan: StickinessPlan;
  buckets: number;
}

export type StickinessActorsPlan = ActorsPlan<StickinessActorList>;
