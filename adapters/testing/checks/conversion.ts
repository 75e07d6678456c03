import type { EntityInput, FunnelQuestion } from "../../../lib/index.ts";

/** A step: the name of an event, or an entity of the funnel interface such as `{ id: "paid", properties: […] }`. */
export type FunnelStep = string | EntityInput;

/** The options of a funnel besides its steps. */
export type FunnelOptions = Omit<FunnelQuestion, "events" | "actions">;

/** The expected conversion of a funnel; an absent field allows any value. */
export interface Conversion {
  /** Number of persons that reached each step. */
  counts?: number[];
  /** Number of persons at the first step. */
  entered?: number;
  /** Number of persons at the last step. */
  converted?: number;
  /** Share of the persons at the first step that reached the last, 0 to 1, to within half of its last decimal. */
  rate?: number;
  /** The same fields by value of the question's `breakdown`. */
  by?: Record<string, Omit<Conversion, "by">>;
}
