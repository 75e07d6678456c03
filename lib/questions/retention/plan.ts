import type { ValueSource } from "../../port/value-source.ts";
import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";
import type { ActorKind, ActorList, ActorsPlan, AppearancesPage } from "../../port/actors.ts";
import type { Plan } from "../../port/plan.ts";
import type { GroupValue } from "../../port/lines.ts";

/** Other ways to count returning events than one event in a period of the clock. */
export interface RetentionReturns {
  /**
   * Cell j holds the returning events from j to below j + 1 times this many ms after the actor's first target event of
   * the row. Null = those j periods after it.
   */
  windowMs: number | null;
  /** Events in a cell that an actor needs to belong to it, 1 or more. Cell 0 needs none. */
  minimum: number;
  /**
   * A property whose numbers are added up too: in cell 0 on target events, in others on the returning events that
   * count.
   */
  sumOf: { type: "event" | "person"; key: string } | null;
}

/**
 * A retention to compute. An actor belongs to a row with each target event in `range` that falls into it. Cell 0 of a row
 * counts its actors; cell j > 0 those of them with a returning event in `range`, exactly j periods after the period of
 * such a target event. Source: reference/insights.md 10.
 */
export interface RetentionPlan extends Plan<"retention", RetentionAnswer> {
  projectId: number;
  /** Events outside do not count. */
  range: DateRange;
  /** Start of each row's period, and the end of the last row. */
  rowEdgesMs: number[];
  /** Start of each period that distances are counted in, over all of `range`. */
  periodEdgesMs: number[];
  sessionRange: DateRange;
  target: Selection;
  returning: Selection;
  actors: ActorKind;
  /**
   * Null = every target event counts. Else only the actor's first of all time, if it lies in this stretch; `range` is
   * then for returning events alone.
   */
  firstTime: DateRange | null;
  /** Sources of values on target events: rows are their values instead of periods. */
  breakdown: ValueSource[] | null;
  /** Absent = one event in a period is enough. Rows are periods then, one of each. */
  returns?: RetentionReturns;
  /** Cells of a row: row r of periods has `cells − r` of them, a row of values all. */
  cells: number;
}

/** One row of retention: actors per distance from the row's period. */
export interface RetentionRow {
  /** Place of the row among the plan's `rowEdgesMs`, or the values of its `breakdown`. Rows without actors may be absent. */
  key: number | GroupValue[];
  counts: number[];
  /** Sum of the numbers of each cell, and how many there are, where the plan adds up numbers. */
  sums?: number[];
  numbers?: number[];
}

/** The rows of a retention, in no particular order. */
export interface RetentionAnswer {
  rows: RetentionRow[];
}

/** Actors of one cell of a retention. */
export interface RetentionActorList extends ActorList<"retention-actors"> {
  plan: RetentionPlan;
  /** A row's place, or the values of the plan's breakdown. */
  row: number | GroupValue[];
  cell: number;
}

export type RetentionActorsPlan = ActorsPlan<RetentionActorList>;

/**
 * Actors of one row, whose value is how many of the row's first `cells` cells they belong to: the highest first, then
 * by key, descending.
 */
export interface AppearanceList extends ActorList<"appearances"> {
  plan: RetentionPlan;
  row: RetentionActorList["row"];
  cells: number;
}

/** Asks for a page of these actors, each with all its cells of the row. */
export type AppearancesPlan = ActorsPlan<AppearanceList, AppearancesPage>;
