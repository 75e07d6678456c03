import type { FunnelActorList } from "../funnel/plan.ts";
import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import type { ActorList, ActorsPlan } from "../../port/actors.ts";
import type { Plan } from "../../port/plan.ts";
import type { ValueSource } from "../../port/value-source.ts";

/** Which event names take part in paths. */
export interface PathNames {
  names: string[];
  /** Every name without `$` at its start takes part too. */
  custom: boolean;
}

/** Events of this name become the text of a property, instead of their name. */
export interface PathTranslation {
  event: string;
  /** Key of the event property. */
  key: string;
  /** Leaves out a slash at the text's end; "/" stays. */
  trimSlash: boolean;
}

/** Puts `alias` in the place of every match of `regex` (RE2). */
export interface PathReplacement {
  regex: string;
  alias: string;
}

/** How an event becomes an item of a path; the rules apply in the order of the fields. Source: reference/insights.md 12b.2. */
export interface PathItems {
  translations: PathTranslation[];
  /** Other events become the text of this expression (null the empty item); null = their names. */
  expression: Extract<ValueSource, { type: "hogql" }> | null;
  /** Each works on the result of the one before. */
  replacements: PathReplacement[];
  /* * Patterns: `*` matches any text, every other character itself, anywhere in an item. A matching item becomes the pattern's text;
   * the last matching pattern wins. Empty when the plan has replacements.
   */
  groupings: string[];
  /** Events with these items do not take part. */
  exclude: string[];
}

/** A funnel chooses the actors whose paths are counted, and the part of each path. Source: reference/insights.md 12b.4. */
export interface PathFunnel {
  /** Only these actors take part. Persons are counted, not groups. */
  actors: FunnelActorList;
  /* * An actor's events count from the time of this step of its best attempt (from 0) up to the time of `toStep`, both ends
   * included; null = from the start of the plan's range, or up to its end.
   */
  fromStep: number | null;
  toStep: number | null;
  /** Events count until the funnel's window after `toStep` is over. */
  addsWindow: boolean;
}

/** How often an item followed another. */
export interface PathEdge {
  /** Place on the path, from 1, and item: `1_/pricing`. */
  source: string;
  /** The item after it, one place further. */
  target: string;
  /** Sessions in which it happened: an actor with two such sessions counts twice. */
  value: number;
  /** Mean milliseconds between the two. */
  average_conversion_time: number;
}

/** An engine's answer: the edges that pass weights and limit, in the order of `edgeLimit`. */
export interface PathsAnswer {
  edges: PathEdge[];
}

/**
 * Paths to find: the items of each actor in each session, cut to a few, and the number of times an item followed another.
 * Source: reference/insights.md 12b.
 */
export interface PathsPlan extends Plan<"paths", PathsAnswer> {
  projectId: number;
  range: DateRange;
  sessionRange: DateRange;
  /** The events that take part, if `include` has their names. */
  select: Selection;
  /** Null = every name. */
  include: PathNames | null;
  items: PathItems;
  /** Null = everybody with all of `range`. */
  funnel: PathFunnel | null;
  /** A new session begins where the event before is at least this long ago. */
  gapMs: number;
  /** Paths begin at the first of these items, and sessions without it have none; null = at the session's start. */
  startPoint: string | null;
  /** Paths end at the first of these items (after the start point, if there is one); null = anywhere. */
  endPoint: string | null;
  /**
   * Items kept of each path: the first ones; with an end point alone the last ones; with both points the first and the last
   * half (rounded down), if there are more, and `...` between.
   */
  stepLimit: number;
  /** Edges that occur less or more often are left out; null = no bound. */
  minWeight: number | null;
  maxWeight: number | null;
  /** Most edges: the most frequent first, then by source and target (as UTF-8 bytes); null = all edges. */
  edgeLimit: number | null;
}

/** Stands for the middle of a path between two points that was too long. */
export const PATH_GAP = "...";

/** A place on paths. Keys are numbered items, such as `2_/pricing`; null = any. */
export interface PathPoint {
  /** An item that another follows, and an item; of both, one right after the other. */
  startKey: string | null;
  endKey: string | null;
  /** The last item of a path, where the step limit did not cut it; the other keys do not matter then. */
  dropoffKey: string | null;
}

/**
 * The actors behind a point of paths; without any key, all who have a path. Weights and limits of edges do not matter.
 * Source: reference/insights.md 13.4.
 */
export interface PathActorList extends ActorList<"path-actors"> {
  plan: PathsPlan;
  point: PathPoint;
}

export type PathActorsPlan = ActorsPlan<PathActorList>;
