import type { DateRange } from "../../port/range.ts";
import type { Element } from "../../events/elements/index.ts";
import type { ActorsFunnelPlan } from "../funnel/plan.ts";
import type { Plan } from "../../port/plan.ts";

/** The items to find in the actors of a funnel. */
export type CorrelationWhat =
  /** Names of events inside the actor's interval; those of `exceptNames` are left out. */
  | { by: "events"; exceptNames: string[] }
  /**
   * Each property of each event of these names inside the actor's interval, with its value. For `$autocapture` it is the
   * element chain instead, with `$event_type`. Only items of more than `minActors` actors.
   */
  | { by: "event_properties"; names: string[]; exceptProperties: string[]; minActors: number }
  /**
   * Properties of the actor, person or group, as they are now; one that is missing has the empty value. Null = every key
   * that any of the actors has.
   */
  | { by: "properties"; keys: string[] | null; exceptKeys: string[] };

/**
 * A correlation to compute. Its actors are those in the funnel whose furthest step, counted from 1, is one of `entered`;
 * success = the last step, failure = any other. Inside an actor's interval (see `FunnelActorList`) both ends are left out.
 * Source: reference/insights.md 12.
 */
export interface CorrelationPlan extends Plan<"correlation", CorrelationAnswer> {
  /** The funnel, without a breakdown. */
  funnel: ActorsFunnelPlan;
  entered: number[];
  /** Events outside of the range are not looked at. */
  range: DateRange;
  what: CorrelationWhat;
  /** Most items of either type. */
  limit: number;
}

/** An item that some of the actors have in common. */
export type CorrelationItem =
  | { by: "event"; event: string }
  | { by: "event_property"; event: string; key: string; value: string }
  | { by: "elements"; event: string; eventType: string; elements: Element[] }
  | { by: "property"; key: string; value: string };

/** How many distinct actors have it. */
export interface CorrelationCount {
  item: CorrelationItem;
  success: number;
  failure: number;
}

/**
 * Actors of either kind, and the strongest items that they have in common.
 *
 * With S and F the actors of success and of failure, and s and f those of them that have an item, the *odds* of the item are
 * (s + 1)(F − f + 1) / ((S − s + 1)(f + 1)). Items of fewer than 25 actors, or than 2 % of all actors where that is less, do not
 * count, and none does when S or F is 0. The answer has the plan's `limit` of items with odds above 1, those of the highest
 * odds, and `limit` of the others, those of the lowest odds. At equal odds the item of more actors is stronger, then the item
 * whose JSON text is less. The items come in this order, those above 1 first.
 */
export interface CorrelationAnswer {
  success: number;
  failure: number;
  items: CorrelationCount[];
}
