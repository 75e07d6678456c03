import type { EntityInput, FunnelQuestion } from "../../../lib/index.ts";

/** A step: the name of an event, or an entity of the funnel interface such as `{ id: "paid", properties: […] }`. */
export type FunnelStep = string | EntityInput;

/** What a funnel is asked beside its steps. */
export type FunnelOptions = Omit<FunnelQuestion, "events" | "actions">;

/** How a funnel should convert; what is absent may be anything. */
export interface Conversion {
  /** How many got at least as far as each step. */
  counts?: number[];
  /** How many did the first step. */
  entered?: number;
  /** How many did the last. */
  converted?: number;
  /** Converted of those who entered, 0 to 1, to within half of its last decimal. */
  rate?: number;
  /** The same by value of the question's `breakdown`. */
  by?: Record<string, Omit<Conversion, "by">>;
}
