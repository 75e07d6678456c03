import type { AnyPlan, EntityKind, FeedEntry } from "../../lib/engine.ts";
import type { Row } from "./connection.ts";
import type { Needs } from "./needs.ts";
import type { Slice } from "./slices.ts";

export interface Reading {
  sql: string;
  toEntry(row: Row, needs: Needs): FeedEntry;
}

/** Rows of a plan: null = all, without buckets; else with each actor's `bucket`, of one slice or all. */
export type Cut = { actors: EntityKind; slice?: Slice } | null;

/** Rows to gather, and the plan to ask over them. */
export interface Gatherable {
  plan: AnyPlan;
  /** SQL of events after `FROM`. */
  from: string;
  readings: Reading[];
}
