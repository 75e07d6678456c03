import type { FunnelQuestion, QueryNode } from "../../../lib/index.ts";

type Funnel = QueryNode<"FunnelsQuery">;

/** A step: the name of an event, or a node such as `{ kind: "EventsNode", event: "paid", properties: […] }`. */
export type FunnelStep = string | Funnel["series"][number];

/** A funnel: its steps (then of all time), a whole FunnelsQuery, or a question of the older dialect (`{ events: […] }`). */
export type AskedFunnel = readonly FunnelStep[] | Funnel | FunnelQuestion;

/** The fields of a FunnelsQuery besides its steps. */
export type FunnelOptions = Partial<Omit<Funnel, "kind" | "series">>;

/** The expected conversion of a funnel; an absent field allows any value. */
export interface Conversion {
  /** How long persons may take from the first step to the last: `"1h"`, `"14 days"`, or milliseconds. @default 14 days */
  within?: string | number;
  /** Number of persons that reached each step. */
  counts?: number[];
  /** Number of persons at the first step. */
  entered?: number;
  /** Number of persons at the last step. */
  converted?: number;
  /** Share of the persons at the first step that reached the last, 0 to 1, to within half of its last decimal. */
  rate?: number;
  /** The same fields by value of the question's breakdown. */
  by?: Record<string, Omit<Conversion, "by" | "within">>;
}
