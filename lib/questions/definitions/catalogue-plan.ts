import type { Json } from "../../events/filters/index.ts";
import type { Plan } from "../../port/plan.ts";

/** An event name, and the events of a project that have it. */
export interface EventCount {
  name: string;
  /** Events of this name, all there are. */
  count: number;
  /** Timestamp of the latest, epoch ms. */
  lastMs: number;
}

/** Which event names a project has; the answer is in no particular order. */
export interface EventNamesPlan extends Plan<"event-names", EventCount[]> {
  projectId: number;
}

/** Whose properties to name. The answer is in no particular order; very rare keys, or old ones, may be missing. */
export interface PropertyKeysPlan extends Plan<"property-keys", PropertyKey[]> {
  projectId: number;
  /** Events of this name alone; null = of any. */
  event: string | null;
  /** Values that are given along with a key, at most. */
  valueLimit: number;
}

/** A key that properties of events have. */
export interface PropertyKey {
  key: string;
  /** Some of its distinct values, nulls left out; to guess from what kind they are. */
  values: Json[];
}

/** Which values of a property of events to count. */
export interface EventValuesPlan extends Plan<"event-values", ValueCount[]> {
  projectId: number;
  /** Events of this name alone; null = of any. */
  event: string | null;
  key: string;
  /** Keeps values whose text contains this, compared in lower case; empty = all. */
  contains: string;
  /** Values at most: the most frequent, where equal by text. */
  limit: number;
}

/** A value, as filters see it (`propertyText`), and how many events have it. The empty text is no value. */
export interface ValueCount {
  name: string;
  count: number;
}
