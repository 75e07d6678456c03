import type { EntitySpan } from "../../../engines/columns/actor-index/entity-span.ts";

/** Rows of one actor, in order of time, then of arrival; their values are numbers of sets of selections. */
export type StepRows = Pick<EntitySpan, "times" | "values" | "from" | "until">;

/**
 * Finds the attempts of one actor. `starts[s]` = 1 where one may begin with step s; only unordered funnels look at it.
 */
export type Finder = (rows: StepRows, starts: Uint8Array) => void;
