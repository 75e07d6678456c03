import type { AnyPlan, EntityKind, FeedEntry } from "../../lib/engine.ts";
import type { Row } from "./connection.ts";
import type { Needs } from "./needs.ts";
import type { Slice } from "./slices.ts";

/** A query, and the form of its rows. */
export interface Reading {
  sql: string;
  toEntry(row: Row, needs: Needs): FeedEntry;
}

/** The rows of a plan that are wanted: null = all; else with a column `bucket` of each row's actor, those of one slice or all. */
export type Cut = { actors: EntityKind; slice?: Slice } | null;

/** Rows to gather, and the plan to ask over them. */
export interface Gatherable {
  plan: AnyPlan;
  /** The rows of events, as SQL after `FROM`. */
  from: string;
  readings: Reading[];
}
