import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import type { ActorKind, ActorList, ActorsPlan } from "../../port/actors.ts";
import type { Plan } from "../../port/plan.ts";

/** How many events make an actor active in a bucket; without any it never is. */
export interface StickinessCriterion {
  operator: "gte" | "lte" | "exact";
  value: number;
}

/** A stickiness to compute: of each actor, the number of buckets with a selected event. Source: insights.md 9. */
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

/** Actors by how many buckets they were active in: place 0 = exactly one; as long as the plan's `edgesMs`. */
export interface StickinessAnswer {
  actors: number[];
}

/** Actors that were active in exactly `buckets` buckets. */
export interface StickinessActorList extends ActorList<"stickiness-actors"> {
  plan: StickinessPlan;
  buckets: number;
}

/** Asks for a page of these actors. */
export type StickinessActorsPlan = ActorsPlan<StickinessActorList>;
