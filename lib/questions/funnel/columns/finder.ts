import type { EntitySpan } from "../../../engines/columns/actor-index/entity-span.ts";

/** Rows of one actor, in order of time, then of arrival; their values are numbers of sets of selections. */
export type StepRows = Pick<EntitySpan, "times" | "values" | "from" | "until">;

/**
 * Finds the attempts of one actor that are not discarded: `starts[s]` = 1 where one may begin with step s (unordered funnels
 * alone look at it).
 */
export type Finder = (rows: StepRows, starts: Uint8Array) => void;
